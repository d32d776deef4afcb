#include "proofs/kernels/for_all_summands.h"
#include <algorithm>
#include <unordered_set>

namespace warplaw::proofs::kernels {
namespace {
using symbolic::Node;
using symbolic::Op;

bool isJoined(Term term) { return term.width() == 1 && (term.op() == Op::And || term.op() == Op::Or); }

/// A statement as conditions that are joined, and equalities among them that help it where they hold.
class Statement {
public:
  Statement(Term statement, std::span<const Term> others, bool isStronger) : others_(others.begin(), others.end()) {
    look(statement, true);
    asked_ = isStronger ? apart(equalities_, others_) : equalities_;
    summands_ = summandsOf(asked_, others_);
    for (const Term& summand : summands_)
      isSummand_.insert(summand.node());
    if (!summands_.empty())
      forAll_ = holdForAll(asked_, summands_);
  }
  const std::vector<Term>& summands() const { return summands_; }

  struct Freed {
    Term term;
    bool hadSummands = false;
  };
  /// Nothing: alternatives share summands.
  std::optional<Freed> freed(Term term, bool helps) {
    if (term.op() == Op::Not) {
      const auto inner = freed(term.arg(0), !helps);
      return inner ? std::optional(Freed{~inner->term, inner->hadSummands}) : std::nullopt;
    }
    if (isJoined(term)) {
      const auto a = freed(term.arg(0), helps), b = freed(term.arg(1), helps);
      const bool areAlternatives = (term.op() == Op::Or) == helps;
      if (!a || !b || (areAlternatives && a->hadSummands && b->hadSummands))
        return std::nullopt;
      return Freed{term.op() == Op::Or ? a->term | b->term : a->term & b->term, a->hadSummands || b->hadSummands};
    }
    if (isEquality(term) && helps) {
      const auto found = std::ranges::find_if(
          equalities_, [&](const Equality& one) { return one.left.same(term.arg(0)) && one.right.same(term.arg(1)); });
      const auto at = static_cast<std::size_t>(found - equalities_.begin());
      const auto variables = symbolic::variablesOf(std::vector{asked_[at].left, asked_[at].right});
      if (std::ranges::any_of(variables, [&](Term one) { return isSummand_.contains(one.node()); }))
        return Freed{forAll_[at], true};
    }
    return Freed{term};
  }

private:
  static bool isEquality(Term term) { return term.op() == Op::Eq && term.arg(0).width() > 1; }

  void look(Term term, bool helps) {
    if (term.op() == Op::Not) {
      look(term.arg(0), !helps);
    } else if (isJoined(term)) {
      look(term.arg(0), helps);
      look(term.arg(1), helps);
    } else if (isEquality(term) && helps) {
      equalities_.push_back({term.arg(0), term.arg(1)});
    } else {
      others_.push_back(term);
    }
  }

  std::vector<Term> others_, summands_, forAll_;
  std::vector<Equality> equalities_, asked_;
  std::unordered_set<const Node*> isSummand_;
};

} // namespace

std::optional<ForAllSummands> forAllSummands(Term term, std::span<const Term> others) {
  for (const bool isStronger : {false, true})
    if (Statement statement(term, others, isStronger); !statement.summands().empty())
      if (const auto freed = statement.freed(term, true))
        return ForAllSummands{freed->term, statement.summands(), isStronger};
  return std::nullopt;
}

} // namespace warplaw::proofs::kernels
