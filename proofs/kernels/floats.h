// Operations of one thread as terms: those of floats, but for comparisons, as functions of which only that is known,
// that equal operands give equal results (PTX-34). Trees of them, as statements say them.
#pragma once
#include "spec/scalar/operation.h"
#include "symbolic/terms/term.h"
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::proofs::kernels {

/// What they are, by name: for evaluation alone.
using FloatFunctions = std::map<std::string, std::function<std::uint64_t(std::span<const std::uint64_t>)>, std::less<>>;

/// One name for what is one operation: `add.f32` is `add.rn.f32`, `mad.rn.f32` is `fma.rn.f32` (PTX-30).
std::string functionName(const spec::scalar::Form& form, spec::scalar::Modes modes);

/// A row of these operands: of integers, and of comparisons of floats and choices by them, what its encoding says. Any
/// other row is a function, computed where all operands are known; sums, products, the least and the greatest commute.
symbolic::Term applied(symbolic::Terms& terms, FloatFunctions& functions, const spec::scalar::Form& form,
                       spec::scalar::Modes modes, std::span<const symbolic::Term> sources);

/// One of these functions: the order of operands that commute is the terms', so it is found again where they change.
symbolic::Term functionOf(symbolic::Terms& terms, unsigned width, std::string_view name,
                          std::span<const symbolic::Term> sources);

/// Names of the functions in these terms, each once, in order.
std::vector<std::string> functionsIn(std::span<const symbolic::Term> roots);

/// "(in[0] +f in[16]) +f (in[8] +f in[24])". What stands in it several times is said once, as x1, in lines before it.
std::string treeText(symbolic::Term term);

/// Both trees from where they differ on; what they have in common is `..`.
std::pair<std::string, std::string> cutTrees(symbolic::Term first, symbolic::Term second);

} // namespace warplaw::proofs::kernels
