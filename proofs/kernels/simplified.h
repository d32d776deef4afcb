// Questions made simpler before a solver is asked: sums that share what they add, counts of which one is a part of the
// other, conditions beside which others are known, and inputs of which what is required leaves few values.
#pragma once
#include "symbolic/terms/term.h"
#include <optional>
#include <vector>

namespace warplaw::proofs::kernels {

/// Width 1: it has the value of what is given, whatever its variables are. It is no larger.
symbolic::Term simplified(symbolic::Term condition);

/// An input and its values, of which no other fulfils what is required, if it is less than 65.
struct FewValues {
  symbolic::Term input;
  std::vector<symbolic::Bits> values;
};
/// The first that the statement reads. Nothing: there is none.
std::optional<FewValues> fewValuesIn(symbolic::Term statement, std::span<const symbolic::Term> required);
/// It implies that the statement holds where what is required does: it holds for each of these values, and the input
/// has no other one.
symbolic::Term forEachValue(symbolic::Term statement, std::span<const symbolic::Term> required, const FewValues& few);

} // namespace warplaw::proofs::kernels
