// Statements about sums, freed of what is summed: which lanes add and how often stays a question, what they add does
// not. Solvers answer the one in no time that did not answer the other.
#pragma once
#include "proofs/engine/sums.h"
#include <optional>

namespace warplaw::proofs::kernels {
using symbolic::Term;

struct ForAllSummands {
  Term holds;                 ///< width 1: the statement holds whatever the summands are
  std::vector<Term> summands; ///< variables
  bool isStronger = false;    ///< some decide as well: it implies the statement, and may fail where that holds
};
/// For a statement whose equalities have summands that nothing else reads, none of `others` either. Nothing: it has no
/// such summands, or two equalities of one alternative share one, so that each alone need not hold for all its values.
std::optional<ForAllSummands> forAllSummands(Term statement, std::span<const Term> others);

} // namespace warplaw::proofs::kernels
