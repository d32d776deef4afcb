// Litmus tests as evidence: all outcomes of a program, by search.
#include "proofs/statements/litmus.h"
#include "linearize/litmus_text.h"
#include "proofs/statements/instruction_table.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::proofs {
namespace {
namespace litmus = linearize::litmus;
using Words = std::vector<std::uint32_t>;

Obligation::Evidence compare(const Litmus& stated, bool litmus::Rules::* without) {
  const auto test = litmus::readTest(stated.program);
  if (!test)
    return {Verdict::Error, "", describe(test.error(), stated.program)};
  litmus::Rules rules;
  for (const auto rule : {stated.without, without})
    if (rule)
      rules.*rule = false;
  const litmus::Found found = outcomes(test->program, rules, test->words);
  if (!found.isComplete)
    return {Verdict::Unknown, "", fmt::format("more than {} states", found.states)};
  std::set<Words> loaded;
  std::string ways;
  for (const auto& [outcome, way] : found.outcomes) {
    const Words words(outcome.begin(), outcome.begin() + static_cast<std::ptrdiff_t>(test->registers.size()));
    if (loaded.insert(words).second)
      ways += fmt::format("loads give {}: {}\n", fmt::join(words, ", "), way);
    if (!stated.loaded.contains(words))
      return {Verdict::Refuted, "", fmt::format("loads give {}: {}", fmt::join(words, ", "), way)};
  }
  if (loaded != stated.loaded)
    return {Verdict::Refuted, "", "some words are not reached; what is:\n" + ways};
  return {Verdict::Checked, fmt::format("all outcomes of the program: {}", found.outcomes.size()), ways};
}

} // namespace

Theorem litmusTheorem(const std::string& name, const char* instruction, std::vector<std::string> rules,
                      std::string statement, std::vector<Litmus> programs, std::vector<LitmusTwin> twins) {
  const auto build = [=](Terms&) -> Obligations {
    std::vector<Obligation> all;
    const auto add = [&](const char* what, Verdict expected, const Litmus& stated, bool litmus::Rules::* without) {
      all.push_back(byEvidence(name + "/" + what, expected, [=] { return compare(stated, without); }));
    };
    for (const Litmus& stated : programs)
      add(stated.name, Verdict::Checked, stated, nullptr);
    for (const LitmusTwin& twin : twins) {
      const auto stated =
          std::ranges::find_if(programs, [&](const Litmus& p) { return std::string_view(p.name) == twin.of; });
      assert(stated != programs.end() && "the twin of a program that is stated");
      add(twin.name, Verdict::Refuted, *stated, twin.without);
    }
    return all;
  };
  return instructionTheorem(name, instruction, "", std::move(rules), std::move(statement), "", build);
}

} // namespace warplaw::proofs
