// Shared terms: see shared_terms.h.
#include "proofs/statements/shared_terms.h"
#include "proofs/statements/evidence.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

constexpr std::size_t kSamples = 384, kTries = 4000;
constexpr unsigned kReplays = 1280; ///< of examples, where a witness shows nothing
constexpr unsigned kShares = 4;     ///< in steps of one of which more and more of an example is taken

/// A legal example, and what the nodes are in it.
struct Sample {
  Assignment input;
  std::vector<Bits> values;
};
/// Fewer than kSamples where legal ones are too rare.
std::vector<Sample> simulated(const std::vector<Term>& nodes, const Examples& examples,
                              const std::vector<Term>& assumptions) {
  std::vector<Term> all = assumptions;
  all.insert(all.end(), nodes.begin(), nodes.end());
  const std::vector<Term> variables = symbolic::variablesOf(all);
  const symbolic::Evaluator evaluate(all);
  std::mt19937_64 random(1); // its numbers are the same everywhere
  std::vector<Sample> samples;
  for (std::size_t attempt = 0; attempt < kTries && samples.size() < kSamples; ++attempt) {
    Assignment example = examples(random);
    const auto any = [&](Term v) { return (Bits(random()) << 64 | random()) & symbolic::onesOf(v.width()); };
    for (const Term v : variables)
      example.try_emplace(std::string(v.node()->name), any(v));
    const std::vector<Bits> now = evaluate(example);
    const auto ours = now.begin() + static_cast<std::ptrdiff_t>(assumptions.size());
    if (std::find(now.begin(), ours, Bits(0)) == ours)
      samples.push_back({std::move(example), {ours, now.end()}});
  }
  return samples;
}

/// An example may refute one of them: a twin's goal, or that of code which is wrong. Goals share most of their terms,
/// so that all of them are evaluated at once.
void suggest(const std::vector<Obligation*>& obligations, const std::vector<Sample>& samples) {
  std::vector<Term> goals;
  for (const Obligation* o : obligations)
    goals.push_back(o->query.goal);
  const symbolic::Evaluator evaluate(goals);
  const auto isInput = [](Term goal, const Assignment& input) {
    return std::ranges::all_of(symbolic::variablesOf(std::array{goal}),
                               [&](Term v) { return input.contains(std::string_view(v.node()->name)); });
  };
  for (const Sample& sample : samples) {
    const std::vector<Bits> holds = evaluate(sample.input);
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (holds[i] == 0 && !obligations[i]->asking().near && isInput(goals[i], sample.input))
        obligations[i]->ask([&](Obligation::Asking& asking) { asking.near = sample.input; });
  }
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
                                              const std::vector<Sample>& samples) {
  std::vector<std::optional<std::size_t>> found(wanted);
  for (std::size_t w = 0; w < wanted; ++w)
    for (std::size_t n = wanted; n < nodes.size() && !found[w]; ++n)
      if (nodes[n].width() >= nodes[w].width() &&
          std::ranges::all_of(samples, [&](const Sample& s) { return s.values[n] == s.values[w]; }))
        found[w] = n;
  return found;
}

/// What an obligation says of outputs, with terms replaced. steps: what says that each pair is equal, or nothing where
/// it is so by folding.
void replace(Obligation& o, const Replacements& shared, const std::vector<std::string>& steps) {
  std::vector<Term> equal, code;
  std::vector<Output> outputs = o.outputs;
  for (Output& output : outputs) {
    code.push_back(output.got);
    output.got = symbolic::substitute(output.got, shared);
    equal.push_back(output.got.eq(output.expected));
  }
  std::vector<std::string> needed;
  const symbolic::Walk walk(code);
  const std::set<const symbolic::Node*> below(walk.nodes().begin(), walk.nodes().end());
  for (std::size_t i = 0; i < shared.size(); ++i)
    if (below.contains(shared[i].first.node()))
      needed.push_back(steps[i]);
  // free of poison all of them are by no-undefined-behaviour
  LiftedEvidence::restate(o, {o.query.assumptions, o.query.goal.terms().all(equal)}, std::move(outputs), needed);
}

/// A variable for a shared term, and its lowest and highest bits for those that are wanted as well: folding may have
/// said them without the term itself.
void addAnyValue(Replacements& anyValue, const std::vector<Term>& wanted, std::size_t which) {
  const Term term = wanted[which], any = term.terms().variable(term.width(), fmt::format("any-{}", which));
  const unsigned width = term.width();
  for (const Term part : wanted)
    for (const unsigned last : {part.width() - 1, width - 1})
      if (part.width() < width && part.same(term.extract(last, last + 1 - part.width())))
        anyValue.emplace_back(part, any.extract(last, last + 1 - part.width()));
  anyValue.emplace_back(term, any);
}

} // namespace

void shareTerms(const std::vector<Term>& wanted, const Examples& examples, const std::vector<Term>& assumptions,
                std::vector<Obligation>& obligations, const std::string& prefix,
                const std::function<Replay(const Assignment&)>& replay, const std::vector<Term>& general) {
  std::vector<Term> nodes = wanted;
  for (const Term node : codeBelow(obligations))
    nodes.push_back(node);
  const std::vector<Sample> samples = simulated(nodes, examples, assumptions);
  if (samples.size() < kSamples)
    return;
  Replacements shared, anyValue;
  std::vector<std::string> steps; // of shared
  std::vector<Obligation> equalities;
  const auto found = alike(nodes, wanted.size(), samples);
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    if (!found[w])
      continue;
    const Term ours = nodes[*found[w]], theirs = wanted[w].zext(ours.width());
    const bool isGeneral = std::ranges::any_of(general, [&](Term any) { return any.same(wanted[w]); });
    if (ours.same(theirs)) {
      if (isGeneral)
        addAnyValue(anyValue, wanted, w);
      continue;
    }
    Obligation o;
    o.name = fmt::format("{}/shared-{}", prefix, w);
    o.ask([](Obligation::Asking& asking) { asking.isGuess = true; });
    o.query = {assumptions, symbolic::substitute(ours, shared).eq(theirs)};
    o.anyValues = anyValue;
    o.outputs = {{o.name, o.query.goal, theirs.terms().truth(true)}};
    std::vector<std::string> own; // what the term is made of
    for (const Term variable : symbolic::variablesOf(std::vector{ours, theirs}))
      own.emplace_back(variable.node()->name);
    // what differs need not matter to what comes after: then, with everything else as in an example, or more and more
    // of it, up to all, since who executes, say, is what the term is made of and makes that nothing is seen
    o.replay = [replay, examples, own](const Assignment& witness) {
      Replay shown = replay(witness);
      std::mt19937_64 random(1);
      for (unsigned attempt = 0; attempt < kReplays && !shown.reproduced; ++attempt) {
        Assignment other = examples(random);
        for (const std::string& name : own)
          if (const auto told = witness.find(name);
              told != witness.end() && random() % kShares >= attempt % (kShares + 1))
            other[name] = told->second;
        if (Replay again = replay(other); again.reproduced)
          shown = std::move(again);
      }
      return shown;
    };
    equalities.push_back(std::move(o));
    shared.emplace_back(ours, theirs);
    steps.push_back(equalities.back().name);
    if (isGeneral)
      addAnyValue(anyValue, wanted, w);
  }
  std::vector<Obligation*> twins, others;
  for (Obligation& o : obligations)
    if (!o.outputs.empty())
      (o.expected == Verdict::Refuted ? twins : others).push_back(&o);
  suggest(others, samples);
  for (Obligation* o : others)
    if (!o->asking().near) { // else the code is wrong: it stays as it is stated, and the example shows it
      replace(*o, shared, steps);
      o->anyValues = anyValue;
    }
  for (Obligation* twin : twins)
    if (!twin->asking().near)
      replace(*twin, shared, steps);
  suggest(twins, samples);
  // where the code is wrong, what stays as it is stated has no steps
  std::set<std::string> needed;
  for (const Obligation& o : obligations)
    if (const auto& stated = o.asking().stated)
      needed.insert(stated->steps.begin(), stated->steps.end());
  std::ranges::copy_if(equalities, std::back_inserter(obligations),
                       [&](const Obligation& o) { return needed.contains(o.name); });
}

void askKnowing(Obligation& obligation, const std::vector<Term>& known, const std::vector<Obligation>& laws) {
  Query query = obligation.query;
  // not among the assumptions, of which would be asked whether they can hold: what holds wherever laws do always can
  query.goal = query.goal.terms().all(known).implies(query.goal);
  std::vector<std::string> steps;
  for (const Obligation& law : laws)
    steps.push_back(law.name);
  LiftedEvidence::restate(obligation, std::move(query), obligation.outputs, steps);
}

Term sameOfSame(Term term, Term variable, Term one, Term other) {
  const auto of = [&](Term value) { return symbolic::substitute(term, std::vector{std::pair{variable, value}}); };
  return one.eq(other).implies(of(one).eq(of(other)));
}

} // namespace warplaw::proofs
