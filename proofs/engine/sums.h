// Equalities of sums for all values of what is added: the values are eliminated, and what is left speaks of whatever
// decides how often each of them is added. So "for which masks does this hold for all registers" is a question about
// masks alone.
#pragma once
#include "symbolic/terms/term.h"
#include <span>
#include <vector>

namespace warplaw::proofs {
using symbolic::Term;

/// Two words of one width, of which it is asked whether they are equal.
struct Equality {
  Term left, right;
};

/// Variables that sums add and that nothing else depends on: no condition, product of two unknowns, comparison or other
/// operation reads them, and none of `others` does.
std::vector<Term> summandsOf(std::span<const Equality> equalities, std::span<const Term> others);

/// Sums with a variable of its own wherever one is added that decides as well: what is so for all values of these is so
/// for what they stand for.
std::vector<Equality> apart(std::span<const Equality> equalities, std::span<const Term> others);

/// For each equality: does it hold whatever these summands are (width 1)? Two sums are equal for all summands exactly
/// if each is added equally often, modulo 2^width, and what else is added is equal.
std::vector<Term> holdForAll(std::span<const Equality> equalities, std::span<const Term> summands);

} // namespace warplaw::proofs
