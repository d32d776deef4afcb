// `warplaw litmus`: what may the threads of a small program read (RED-8, RED-9, SURED-9)? Each outcome is allowed, with
// an interleaving that shows it, or forbidden.
#include "linearize/litmus_text.h"
#include "tools/command.h"
#include "tools/input.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <set>

namespace warplaw::tools {
namespace {
namespace json = boost::json;
namespace litmus = linearize::litmus;
using litmus::Found;
using litmus::Outcome;
using litmus::Statement;
using Says = litmus::Statement::Says;

struct LitmusOptions {
  std::string file;
  std::uint64_t states = litmus::kMostStates;
  bool oneStep = false, quiet = false, json = false;
};

enum class LitmusAnswer { Allowed, Forbidden, Unknown };
constexpr const char* textOf(LitmusAnswer answer) {
  return answer == LitmusAnswer::Allowed ? "allowed" : answer == LitmusAnswer::Forbidden ? "forbidden" : "unknown";
}

/// What no interleaving gives is forbidden only if all of them have been seen.
LitmusAnswer answerOf(const Found& found, bool isReached) {
  return isReached ? LitmusAnswer::Allowed : found.isComplete ? LitmusAnswer::Forbidden : LitmusAnswer::Unknown;
}

struct Answered {
  LitmusAnswer answer = LitmusAnswer::Unknown;
  std::string outcome, way; ///< of the first outcome that fits
  bool isAsSaid = true, isOpen = false;
};
Answered answered(const litmus::Test& test, const Found& found, const Statement& statement) {
  Answered result;
  const auto fitting = std::ranges::find_if(found.outcomes, [&](const auto& one) { return statement.fits(one.first); });
  result.answer = answerOf(found, fitting != found.outcomes.end());
  if (fitting != found.outcomes.end()) {
    result.outcome = litmus::textOf(test, fitting->first);
    result.way = fitting->second;
  }
  result.isOpen = result.answer == LitmusAnswer::Unknown;
  result.isAsSaid = statement.says == Says::Nothing || result.isOpen ||
                    (statement.says == Says::Allowed) == (result.answer == LitmusAnswer::Allowed);
  return result;
}

/// Outcomes that no interleaving gives, though each of their words is one that some interleaving gives: of how many
/// there are, none where these are more than `most`.
std::optional<std::vector<Outcome>> forbidden(const Found& found, std::size_t most) {
  std::vector<std::set<std::uint32_t>> words;
  for (const auto& [outcome, way] : found.outcomes)
    for (std::size_t i = 0; i < outcome.size(); ++i) {
      words.resize(outcome.size());
      words[i].insert(outcome[i]);
    }
  std::vector<Outcome> all = {{}};
  for (const auto& values : words) {
    std::vector<Outcome> longer;
    for (const Outcome& outcome : all)
      for (const std::uint32_t value : values) {
        longer.push_back(outcome);
        longer.back().push_back(value);
      }
    all = std::move(longer);
    if (all.size() > most + found.outcomes.size())
      return std::nullopt;
  }
  std::erase_if(all, [&](const Outcome& outcome) { return found.outcomes.contains(outcome); });
  return all;
}
constexpr std::size_t kMostForbidden = 64;

json::object toJson(std::string outcome, LitmusAnswer answer, const std::string& way) {
  json::object one{{"outcome", std::move(outcome)}, {"answer", textOf(answer)}};
  if (!way.empty())
    one["way"] = way;
  return one;
}

void printJson(const litmus::Test& test, const Found& found) {
  json::array all, statements;
  for (const auto& [outcome, way] : found.outcomes)
    all.push_back(toJson(litmus::textOf(test, outcome), LitmusAnswer::Allowed, way));
  const auto others = found.isComplete ? forbidden(found, kMostForbidden) : std::nullopt;
  if (others)
    for (const Outcome& outcome : *others)
      all.push_back(toJson(litmus::textOf(test, outcome), LitmusAnswer::Forbidden, ""));
  for (const Statement& statement : test.statements) {
    const Answered result = answered(test, found, statement);
    json::object one = toJson(statement.text, result.answer, result.way);
    one["line"] = statement.line;
    one["asSaid"] = result.isAsSaid;
    statements.push_back(std::move(one));
  }
  fmt::print("{}\n", json::serialize(json::object{{"outcomes", std::move(all)},
                                                  {"statements", std::move(statements)},
                                                  {"states", found.states},
                                                  {"complete", found.isComplete}}));
}

void printText(const litmus::Test& test, const Found& found, const LitmusOptions& options) {
  if (!options.quiet) {
    for (const auto& [outcome, way] : found.outcomes)
      fmt::print("allowed    {}\n             {}\n", litmus::textOf(test, outcome), way);
    if (found.isComplete) {
      if (const auto others = forbidden(found, kMostForbidden))
        for (const Outcome& outcome : *others)
          fmt::print("forbidden  {}\n", litmus::textOf(test, outcome));
      fmt::print("Every other outcome is forbidden: all interleavings are in {} states.\n", found.states);
    } else {
      fmt::print("Other outcomes are unknown: more than {} states.\n", found.states);
    }
  }
  for (const Statement& statement : test.statements) {
    const Answered result = answered(test, found, statement);
    const char* const said = statement.says == Says::Nothing   ? ""
                             : result.isOpen                   ? ""
                             : result.isAsSaid                 ? ", as said"
                             : statement.says == Says::Allowed ? ", but the test says allowed"
                                                               : ", but the test says forbidden";
    fmt::print("line {}: {}: {}{}\n", statement.line, statement.text, textOf(result.answer), said);
    if (!result.way.empty())
      fmt::print("             {}: {}\n", result.outcome, result.way);
  }
}

int go(const LitmusOptions& options) {
  const auto text = readText(options.file, litmus::kMostText);
  if (!text)
    return badInput("", text.error());
  const auto test = litmus::readTest(*text);
  if (!test)
    return badInput(placeIn(options.file, *text, test.error().position), test.error());
  std::vector<std::string> names;
  for (const std::string& word : test->words)
    names.push_back(word);
  litmus::Rules rules;
  rules.discardsInTwoSteps = !options.oneStep;
  const Found found = outcomes(test->program, rules, names, options.states);
  if (options.json)
    printJson(*test, found);
  else
    printText(*test, found, options);
  bool isAsSaid = true, isOpen = !found.isComplete && test->statements.empty();
  for (const Statement& statement : test->statements) {
    const Answered result = answered(*test, found, statement);
    isAsSaid = isAsSaid && result.isAsSaid;
    isOpen = isOpen || result.isOpen;
  }
  return codeOf(!isAsSaid ? ExitCode::Counterexample : isOpen ? ExitCode::Inconclusive : ExitCode::AsExpected);
}

Action setupLitmus(Subcommand& command) {
  const auto options = std::make_shared<LitmusOptions>();
  command.options({
      {"TEST", options->file, "a litmus test (docs/litmus.md); - is standard input", kText.required()},
      {"--one-step", options->oneStep,
       "let RED discard its line and change memory in one step instead of two (RED-8; it is not known which is so)"},
      {"--quiet", options->quiet, "answer what the test asks, and list no other outcomes"},
      {"--json", options->json, "print a JSON object"},
      {"--states", options->states, "how many states the search may see (default 1000000)",
       wholeNumberIn(1, std::uint64_t{1} << 31)},
  });
  command.footer(
      "Examples:\n  warplaw litmus examples/stale.litmus\n  warplaw litmus examples/stale.litmus --one-step # exit 1\n"
      "Exit codes: 0 every answer is what the test says, 1 some answer is not, 2 bad input, 3 more states than the "
      "limit.");
  return [options] { return go(*options); };
}

} // namespace

const Command kLitmus{"litmus", "show what the threads of a small program may read from memory and L1", setupLitmus};

} // namespace warplaw::tools
