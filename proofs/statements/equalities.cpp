// Equalities of words as a relation: see equalities.h.
#include "proofs/statements/equalities.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::proofs {
namespace {
using symbolic::Node;
using symbolic::Op;

constexpr unsigned kWidth = 32;   ///< of words
constexpr std::size_t kMany = 16; ///< equalities; of fewer the words themselves are no burden

Term isTransitive(Term ab, Term bc, Term ac) { return (ab & bc).implies(ac); }

/// Equalities of two variables, by the two: each once for either order.
using Compared = std::map<const Node*, std::map<const Node*, Term>>;

Compared comparedIn(const Query& query, std::vector<Term>& equalities) {
  std::vector<Term> roots = query.assumptions;
  roots.push_back(query.goal);
  const symbolic::Walk walk(roots);
  Compared compared;
  for (const Node* node : walk.nodes()) {
    const Term equality(node);
    if (node->op != Op::Eq || equality.arg(0).op() != Op::Variable || equality.arg(1).op() != Op::Variable ||
        equality.arg(0).width() != kWidth)
      continue;
    const Node *const a = equality.arg(0).node(), *const b = equality.arg(1).node();
    compared[a][b] = compared[b][a] = equality;
    equalities.push_back(equality);
  }
  return compared;
}

/// The word that a goal compares with others again and again, in each of the conditions that it is made of; null: there
/// is none. Where one lane is compared with several, what one needs of transitivity is what goes through that lane.
const Node* inTheMiddle(const Query& query) {
  std::map<const Node*, std::size_t> times;
  for (const Term condition : symbolic::conjunctsOf(std::span(&query.goal, 1))) {
    std::vector<Term> equalities;
    for (const auto& [word, others] : comparedIn({{}, condition}, equalities))
      times[word] += others.size();
  }
  const auto most = std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
  if (most == times.end())
    return nullptr;
  const bool isAlone =
      std::ranges::count_if(times, [&](const auto& one) { return 2 * one.second > most->second; }) == 1;
  return isAlone ? most->first : nullptr;
}

/// False where it compares few words, and nothing was done.
bool askOfRelation(Obligation& obligation) {
  Query& query = obligation.query;
  std::vector<Term> equalities;
  const Compared compared = comparedIn(query, equalities);
  if (equalities.size() < kMany)
    return false;
  const Node* const middle = inTheMiddle(query);
  for (const auto& [a, others] : compared)
    for (const auto& [b, ab] : others)
      for (const auto& [c, bc] : compared.at(b))
        if (a->id < c->id && // with the two exchanged it is the same
            (middle == nullptr || a == middle || b == middle || c == middle))
          if (const auto ac = others.find(c); ac != others.end())
            query.assumptions.push_back(isTransitive(ab, bc, ac->second));
  for (std::size_t i = 0; i < equalities.size(); ++i)
    obligation.anyValues.emplace_back(equalities[i], query.goal.terms().variable(1, fmt::format("alike-{}", i)));
  return true;
}

} // namespace

void askOfRelations(Terms& terms, const std::string& theorem, std::vector<Obligation>& obligations) {
  bool areAny = false;
  for (Obligation& obligation : obligations)
    areAny = askOfRelation(obligation) || areAny;
  if (!areAny)
    return;
  const Term a = terms.variable(kWidth, "a"), b = terms.variable(kWidth, "b"), c = terms.variable(kWidth, "c");
  Obligation transitive;
  transitive.name = theorem + "/equality-is-transitive";
  transitive.query.goal = isTransitive(a.eq(b), b.eq(c), a.eq(c));
  obligations.push_back(std::move(transitive));
}

} // namespace warplaw::proofs
