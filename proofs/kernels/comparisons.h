// Words that are compared with each other, as truth values: which of two is less.
#pragma once
#include "proofs/kernels/cases.h"
#include <map>
#include <vector>

namespace warplaw::proofs::kernels {

/// Truth values for which of two words is less, whatever the words are: of those that are in order it is known what
/// follows from one for the next. What holds whatever these are holds for all words.
class Comparisons {
public:
  /// Nothing is known of `numbers` but what is said: the comparisons that are asked of them are in compared().
  Comparisons(Terms& terms, const std::vector<Term>& words, bool asSigned, const std::vector<Term>& numbers = {});
  Term of(Term term);
  /// As numbers: widths may differ.
  Term less(Term a, Term b, bool isSigned);
  /// Unsigned numbers of which it was asked whether the first is less, in the order in which that was.
  const std::vector<std::pair<Term, Term>>& compared() const { return compared_; }
  /// It holds of words that are in this order.
  Term known(const std::vector<std::pair<Term, Term>>& inOrder, bool isSigned);
  /// It holds of all words: what is known of two of them follows for a third one.
  Term ofAnyThree();

private:
  enum class Kind { None, Word, Number };
  Kind kindOf(const symbolic::Node* node);

  Terms& terms_;
  const std::vector<Term> words_;
  const bool asSigned_;
  Cases cases_;
  std::unordered_map<const symbolic::Node*, Kind> kinds_;
  std::unordered_map<const symbolic::Node*, Term> made_;
  std::map<std::tuple<const symbolic::Node*, const symbolic::Node*, bool>, Term> less_;
  std::vector<std::pair<Term, Term>> compared_;
};

} // namespace warplaw::proofs::kernels
