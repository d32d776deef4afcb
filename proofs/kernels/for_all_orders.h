// Statements about the order of words, of narrower words: where words are only compared and chosen, as in a sort, n of
// them show all that they can with n values; and least and greatest of words are equal if those of bits are.
#pragma once
#include "symbolic/terms/evaluate.h"
#include <functional>
#include <optional>

namespace warplaw::proofs::kernels {
using symbolic::Term;

struct ForAllOrders {
  Term holds; ///< width 1: the statement holds for all values of its words if this holds for all values of its own
  /// Words for which the statement fails, of a model for which that fails; of constants between words perhaps others.
  std::function<symbolic::Assignment(symbolic::Assignment)> widened;
  bool isOfBits = false; ///< its words are bits
  /// It implies the statement, and may fail where that holds: computed words may be any, or a number at the end of the
  /// signed or unsigned order is any word.
  bool isStronger = false;
};
/// Nothing: its words are computed with, or it has none. `takesAny`: of words that are computed, least and greatest are
/// taken as of any words.
std::optional<ForAllOrders> forAllOrders(Term statement, bool takesAny = false);

} // namespace warplaw::proofs::kernels
