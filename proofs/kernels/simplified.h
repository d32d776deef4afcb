// Questions made simpler before a solver is asked: sums that share what they add, counts of which one is a part of the
// other, conditions beside which others are known, and inputs of which what is required leaves few values.
#pragma once
#include "symbolic/terms/term.h"
#include <optional>
#include <vector>

namespace warplaw::proofs::kernels {

/// Width 1: it has the value of what is given, whatever its variables are. It is no larger.
symbolic::Term simplified(symbolic::Term condition);

/// Of conjuncts that differ in the names of words alone, one: all hold for all words if these do, and only then. The
/// condition itself, if more than four are left.
symbolic::Term oncePerShape(symbolic::Term condition);

/// How many values from 0 on an input has at most, if a condition compares it with a constant for that: `n <= 32`.
/// Nothing: more than 65, or none does.
std::optional<unsigned> valuesOf(symbolic::Term input, std::span<const symbolic::Term> required);
/// It implies that the statement holds where what is required does: it holds for each of so many values of the input,
/// and no other one fulfils what is required.
symbolic::Term forEachValue(symbolic::Term statement, std::span<const symbolic::Term> required, symbolic::Term input,
                            unsigned count);

} // namespace warplaw::proofs::kernels
