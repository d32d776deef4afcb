// Shared terms: see shared_terms.h.
#include "proofs/statements/shared_terms.h"
#include "proofs/statements/evidence.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

constexpr std::size_t kSamples = 384, kTries = 4000;

/// What the nodes are in legal examples, by example; fewer than kSamples where those are too rare.
std::vector<std::vector<Bits>> simulated(const std::vector<Term>& nodes, const Examples& examples,
                                         const std::vector<Term>& assumptions) {
  std::vector<Term> all = assumptions;
  all.insert(all.end(), nodes.begin(), nodes.end());
  const std::vector<Term> variables = symbolic::variablesOf(all);
  std::mt19937_64 random(1); // its numbers are the same everywhere
  std::vector<std::vector<Bits>> values;
  for (std::size_t attempt = 0; attempt < kTries && values.size() < kSamples; ++attempt) {
    Assignment example = examples(random);
    for (const Term v : variables)
      example.try_emplace(std::string(v.node()->name), (Bits(random()) << 64 | random()) & symbolic::onesOf(v.width()));
    const std::vector<Bits> now = symbolic::evaluate(all, example);
    const auto ours = now.begin() + static_cast<std::ptrdiff_t>(assumptions.size());
    if (std::find(now.begin(), ours, Bits(0)) == ours)
      values.emplace_back(ours, now.end());
  }
  return values;
}

std::vector<Term> codeBelow(const std::vector<Obligation>& obligations) {
  std::vector<Term> roots, nodes;
  for (const Obligation& o : obligations)
    for (const Output& output : o.outputs)
      roots.push_back(output.got);
  const symbolic::Walk walk(roots);
  for (const symbolic::Node* node : walk.nodes())
    if (node->argCount != 0)
      nodes.emplace_back(node);
  return nodes;
}

} // namespace

void shareTerms(const std::vector<Term>& wanted, const Examples& examples, const std::vector<Term>& assumptions,
                std::vector<Obligation>& obligations, const std::string& prefix,
                const std::function<Replay(const Assignment&)>& replay) {
  std::vector<Term> nodes = wanted;
  for (const Term node : codeBelow(obligations))
    nodes.push_back(node);
  const std::vector<std::vector<Bits>> values = simulated(nodes, examples, assumptions);
  if (values.size() < kSamples)
    return;
  std::vector<std::pair<Term, Term>> shared; // of the code -> of the encoding
  std::vector<Obligation> equalities;
  for (std::size_t w = 0; w < wanted.size(); ++w)
    for (std::size_t n = wanted.size(); n < nodes.size(); ++n) {
      const unsigned width = nodes[n].width();
      if (width < wanted[w].width() ||
          !std::ranges::all_of(values, [&](const std::vector<Bits>& v) { return v[n] == v[w]; }))
        continue;
      const Term theirs = wanted[w].zext(width);
      if (!nodes[n].same(theirs)) {
        Obligation o;
        o.name = fmt::format("{}/shared-{}", prefix, w);
        o.query = {assumptions, symbolic::substitute(nodes[n], shared).eq(theirs)};
        o.outputs = {{o.name, o.query.goal, theirs.terms().truth(true)}};
        o.replay = replay;
        equalities.push_back(std::move(o));
        shared.emplace_back(nodes[n], theirs);
      }
      break;
    }
  for (Obligation& o : obligations)
    if (!o.outputs.empty()) {
      const Part part = o.countsAs();
      std::vector<Term> equal; // free of poison all of them are by no-undefined-behaviour
      for (Output& output : o.outputs) {
        output.got = symbolic::substitute(output.got, shared);
        equal.push_back(output.got.eq(output.expected));
      }
      o.query.goal = wanted[0].terms().all(equal);
      LiftedEvidence::seal(o, part);
    }
  std::ranges::move(equalities, std::back_inserter(obligations));
}

} // namespace warplaw::proofs
