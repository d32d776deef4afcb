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
  Comparisons(Terms& terms, const std::vector<Term>& words, bool asSigned);
  Term of(Term term);
  /// It holds of words that are in this order.
  Term known(const std::vector<std::pair<Term, Term>>& inOrder, bool isSigned);
  /// It holds of all words: what is known of two of them follows for a third one.
  Term ofAnyThree();

private:
  bool isWord(const symbolic::Node* node);
  Term less(Term a, Term b, bool isSigned);

  Terms& terms_;
  const std::vector<Term> words_;
  const bool asSigned_;
  Cases cases_;
  std::unordered_map<const symbolic::Node*, bool> isWord_;
  std::unordered_map<const symbolic::Node*, Term> made_;
  std::map<std::tuple<const symbolic::Node*, const symbolic::Node*, bool>, Term> less_;
};

} // namespace warplaw::proofs::kernels
