#include "fuzz/planted.h"
#include "fuzz/placement.h"

namespace warplaw::fuzz {

const std::vector<PlantedBug>& plantedBugs() {
  static const std::vector<PlantedBug> kBugs = [] {
    std::vector<PlantedBug> bugs;
    for (const auto& fuzzer : allFuzzers())
      for (const PlantedBug& bug : fuzzer->planted())
        bugs.push_back(bug);
    return bugs;
  }();
  return kBugs;
}

std::optional<Outcome> PlantedJudge::outcome(const spec::Case& c) {
  const auto words = fuzzer_->operandWords(c);
  if (!words)
    return std::nullopt;
  const spec::Plan plan = fuzzer_->planOf(c.instruction.form, c.choices);
  OperandOutcome made = fuzzer_->outcomeOf(bug_.executor, words->words);
  Outcome outcome{c.warp, std::move(made.memory), c.cells};
  writeBackPlainly(outcome.warp, plan, execLanesPlainly(c, plan), made.results);
  return outcome;
}

} // namespace warplaw::fuzz
