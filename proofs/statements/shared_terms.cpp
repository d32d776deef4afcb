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
constexpr unsigned kReplays = 256; ///< of examples, where a witness shows nothing

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

using Replacements = std::vector<std::pair<Term, Term>>; // of the code -> of the encoding

/// For each of the first `wanted` nodes, the first later one that is its zero extension in every example.
std::vector<std::optional<std::size_t>> alike(const std::vector<Term>& nodes, std::size_t wanted,
                                              const std::vector<std::vector<Bits>>& values) {
  std::vector<std::optional<std::size_t>> found(wanted);
  for (std::size_t w = 0; w < wanted; ++w)
    for (std::size_t n = wanted; n < nodes.size() && !found[w]; ++n)
      if (nodes[n].width() >= nodes[w].width() &&
          std::ranges::all_of(values, [&](const std::vector<Bits>& v) { return v[n] == v[w]; }))
        found[w] = n;
  return found;
}

/// What an obligation says of outputs, with terms replaced.
void replace(Obligation& o, const Replacements& shared) {
  const Part part = o.countsAs();
  std::vector<Term> equal; // free of poison all of them are by no-undefined-behaviour
  for (Output& output : o.outputs) {
    output.got = symbolic::substitute(output.got, shared);
    equal.push_back(output.got.eq(output.expected));
  }
  o.query.goal = o.query.goal.terms().all(equal);
  LiftedEvidence::seal(o, part);
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
  Replacements shared;
  std::vector<Obligation> equalities;
  const auto found = alike(nodes, wanted.size(), values);
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    if (!found[w])
      continue;
    const Term ours = nodes[*found[w]], theirs = wanted[w].zext(ours.width());
    if (ours.same(theirs))
      continue;
    Obligation o;
    o.name = fmt::format("{}/shared-{}", prefix, w);
    o.query = {assumptions, symbolic::substitute(ours, shared).eq(theirs)};
    o.outputs = {{o.name, o.query.goal, theirs.terms().truth(true)}};
    std::vector<std::string> own; // what the term is made of
    for (const Term variable : symbolic::variablesOf(std::vector{ours, theirs}))
      own.emplace_back(variable.node()->name);
    // what differs need not matter to what comes after: then, with everything else as in an example
    o.replay = [replay, examples, own](const Assignment& witness) {
      Replay shown = replay(witness);
      std::mt19937_64 random(1);
      for (unsigned attempt = 0; attempt < kReplays && !shown.reproduced; ++attempt) {
        Assignment other = examples(random);
        for (const std::string& name : own)
          if (const auto told = witness.find(name); told != witness.end())
            other[name] = told->second;
        if (Replay again = replay(other); again.reproduced)
          shown = std::move(again);
      }
      return shown;
    };
    equalities.push_back(std::move(o));
    shared.emplace_back(ours, theirs);
  }
  for (Obligation& o : obligations)
    if (!o.outputs.empty())
      replace(o, shared);
  std::ranges::move(equalities, std::back_inserter(obligations));
}

} // namespace warplaw::proofs
