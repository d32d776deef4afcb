// Statements about counts: ranks, places and sizes are sums of conditions. If every condition that one sum counts
// implies one that the other counts, the first sum is not greater; no solver finds that out by itself.
#pragma once
#include "symbolic/terms/term.h"
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace warplaw::proofs::kernels {
using symbolic::Term;

/// A sum of conditions and a constant that never wraps.
struct Count {
  std::vector<Term> conditions;
  symbolic::Bits constant = 0;
  explicit Count(symbolic::Bits number = 0) : constant(number) {}
  symbolic::Bits most() const { return constant + conditions.size(); }
  bool add(Term word); ///< false: it is another sum

private:
  std::size_t looks_ = 0; ///< at parts, of which one may stand in many places
  bool addExact(Term word);
  bool addDifference(Term word);
  bool addChoice(Term word);
};

struct ByCounts {
  Term holds;                                ///< width 1: the statement holds if this does
  std::vector<std::pair<Term, Term>> counts; ///< variables, and the sums that they stand for
};
/// Sums of conditions become any numbers that compare as these sums must. Nothing: there are none. The statement is
/// withoutSelects(): how deep it is, is measured here.
std::optional<ByCounts> byCounts(Term statement);

/// Does it contain a sum of more conditions than `Cases` makes a tree of?
bool isRank(Term word);

/// What elements are called that may be anything, and do not have to do with each other.
inline constexpr std::string_view kAnything = "anything in ";

/// Width as given: what an index chooses, as choices between words under conditions. Freely: of elements that may be
/// anything it is not said which one it is; then what holds of the term holds of the given one, but not the other way.
Term withoutSelects(Term term, bool isFree = false);

} // namespace warplaw::proofs::kernels
