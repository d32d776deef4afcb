// A plain interpreter of terms: slow, obvious, the judge of the solver's models and of compiled terms.
#pragma once
#include "symbolic/terms/term.h"
#include <functional>
#include <map>
#include <string>

namespace warplaw::symbolic {

using Assignment = std::map<std::string, Bits, std::less<>>; ///< variable name -> value; absent variables are 0

/// Meaning of uninterpreted functions: name, argument values -> value. The default gives 0.
using Functions = std::function<Bits(std::string_view, std::span<const Bits>)>;

std::vector<Bits> evaluate(std::span<const Term> roots, const Assignment& assignment, const Functions& functions = {});

} // namespace warplaw::symbolic
