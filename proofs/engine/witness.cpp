#include "proofs/engine/witness.h"
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace warplaw::proofs {
namespace {

using symbolic::Bits;
using symbolic::Functions;

struct Evaluated {
  std::vector<Bits> assumptions;
  Bits goal = 0;
  Functions functions;
};

// evaluate() meets applications in the order in which smtLib() numbered them: the roots are the same.
Evaluated evaluateQuery(const Query& query, const Assignment& model) {
  using Table = std::map<std::pair<std::string, std::vector<Bits>>, Bits, std::less<>>;
  const auto table = std::make_shared<Table>();
  std::map<std::string, unsigned, std::less<>> met;
  std::vector<Term> roots = query.assumptions;
  roots.push_back(query.goal);
  const auto values = symbolic::evaluate(roots, model, [&](std::string_view name, std::span<const Bits> args) {
    const unsigned number = met[std::string(name)]++;
    const auto found = model.find(fmt::format("${}.{}", name, number));
    const Bits value = found == model.end() ? 0 : found->second;
    // the first application decides; a model that contradicts itself then fails to evaluate
    return table->try_emplace({std::string(name), {args.begin(), args.end()}}, value).first->second;
  });
  Evaluated evaluated{{values.begin(), values.end() - 1}, values.back(), {}};
  evaluated.functions = [table](std::string_view name, std::span<const Bits> args) -> Bits {
    const auto found = table->find({std::string(name), {args.begin(), args.end()}});
    return found == table->end() ? 0 : found->second;
  };
  return evaluated;
}

std::string brokenAssumption(const Evaluated& evaluated) {
  for (std::size_t i = 0; i < evaluated.assumptions.size(); ++i)
    if (evaluated.assumptions[i] == 0)
      return fmt::format("the model breaks assumption {}", i);
  return {};
}

// Names of the outputs that differ under the model.
std::vector<std::string> differing(const Obligation& obligation, const Assignment& model, const Functions& functions) {
  std::vector<Term> terms;
  for (const Output& output : obligation.outputs) {
    terms.push_back(output.got);
    terms.push_back(output.expected);
  }
  const auto values = symbolic::evaluate(terms, model, functions);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < obligation.outputs.size(); ++i)
    if (values[2 * i] != values[2 * i + 1])
      names.push_back(obligation.outputs[i].name);
  return names;
}

// Reasons stand in one line of a report.
std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos;)
    text.replace(at, 1, "; ");
  return text;
}

std::string outputProblem(const Obligation& obligation, const Assignment& model, const Functions& functions) {
  if (obligation.outputs.empty() && obligation.mustDiffer.empty())
    return {};
  const auto names = differing(obligation, model, functions);
  if (names.empty())
    return "the model breaks the goal, but no output differs";
  if (obligation.mustDiffer.empty())
    return {};
  for (const std::string& name : names)
    if (name == obligation.mustDiffer)
      return {};
  return fmt::format("refuted, but not at {}: {} differ(s)", obligation.mustDiffer, fmt::join(names, ", "));
}

} // namespace

Functions functionsOf(const Query& query, const Assignment& model) { return evaluateQuery(query, model).functions; }

std::string judgeSatisfied(const Query& query, std::string_view modelText) {
  const auto model = modelText.empty() ? Assignment{} : symbolic::parseModel(modelText);
  if (!model)
    return "the solver's model cannot be read";
  return brokenAssumption(evaluateQuery({query.assumptions, {}}, *model));
}

Judgement judgeRefutation(const Obligation& obligation, std::string_view modelText, const CounterexampleHook& hook) {
  const auto error = [](std::string reason) { return Judgement{Verdict::Error, std::move(reason), {}}; };
  const auto showsNothing = [&](std::string reason) {
    const std::string& anyOf = obligation.asking().anyOf;
    if (anyOf.empty() || obligation.expected == Verdict::Refuted)
      return Judgement{Verdict::Error, std::move(reason), {}, true};
    return Judgement{Verdict::Unknown, fmt::format("refuted for any {}: {}", anyOf, reason), {}, true};
  };
  // no variables, no answer to get-value
  const auto model = modelText.empty() ? Assignment{} : symbolic::parseModel(modelText);
  if (!model)
    return error("the solver's model cannot be read");
  const Evaluated evaluated = evaluateQuery(obligation.query, *model);
  if (std::string broken = brokenAssumption(evaluated); !broken.empty())
    return error(std::move(broken));
  if (evaluated.goal != 0)
    return error("the goal holds under the solver's model");
  const std::string problem = outputProblem(obligation, *model, evaluated.functions);
  // a goal may be broken by poison alone, which may be any value to the terms; what the code leaves is one
  const bool machineCodeDecides =
      obligation.expected == Verdict::Proved && obligation.mustDiffer.empty() && obligation.replay;
  if (!problem.empty() && !machineCodeDecides)
    return error(problem);
  const bool required = obligation.expected == Verdict::Refuted || !obligation.outputs.empty();
  if (!obligation.replay && required)
    return error("refuted, but there is no replay to confirm it");
  if (!obligation.replay && (obligation.asking().isGuess || obligation.asking().stated))
    return showsNothing("refuted, and there is no replay");
  Replay replay;
  if (obligation.replay) {
    try {
      replay = obligation.replay(*model);
    } catch (const Inconclusive& end) {
      return {Verdict::Unknown, end.what(), {}};
    }
    if (!replay.reproduced)
      return showsNothing(fmt::format("{}{}the witness does not replay: {}", problem, problem.empty() ? "" : ", and ",
                                      oneLine(replay.report)));
  } else {
    replay.report = "(evaluated only: this obligation has no replay)";
  }
  Judgement judgement{Verdict::Refuted, {}, {}};
  if (obligation.expected == Verdict::Refuted)
    judgement.reason = oneLine(replay.report);
  else
    judgement.counterexample = hook ? hook(obligation, *model, replay) : replay.report;
  return judgement;
}

} // namespace warplaw::proofs
