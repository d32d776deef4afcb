// Equalities of sums for all values of the summands: the summands are eliminated, and the result is about the
// conditions that decide how often each summand is added. So "for which masks does this hold for all registers" becomes
// a question about masks alone.
#pragma once
#include "symbolic/terms/term.h"
#include <span>
#include <vector>

namespace warplaw::proofs {
using symbolic::Term;

/// Two words of one width: are they equal?
struct Equality {
  Term left, right;
};

/// Variables that sums add and that nothing else depends on: no condition, product of two unknowns, comparison or other
/// operation reads them, and none of `others` does.
std::vector<Term> summandsOf(std::span<const Equality> equalities, std::span<const Term> others);

/// Sums in which each summand that also decides something is replaced by a variable of its own: a fact for all values
/// of these variables holds for the summands, too.
std::vector<Equality> apart(std::span<const Equality> equalities, std::span<const Term> others);

/// For each equality: does it hold for all values of these summands (width 1)? Two sums are equal for all summands
/// exactly if each summand is added equally often in both, modulo 2^width, and the rests of the sums are equal.
std::vector<Term> holdForAll(std::span<const Equality> equalities, std::span<const Term> summands);

} // namespace warplaw::proofs
