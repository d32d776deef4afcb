#include "tools/expectation.h"
#include "fuzz/placement.h"
#include <algorithm>

namespace warplaw::tools {
namespace {

std::optional<std::uint32_t> valueAt(const fuzz::Outcome& outcome, const fuzz::Difference& place) {
  switch (place.kind) {
  case fuzz::Kind::Register:
    return outcome.warp.registers[place.index][place.lane];
  case fuzz::Kind::Predicate:
    return outcome.warp.predicates[place.index] >> place.lane & 1;
  case fuzz::Kind::Error:
    return outcome.warp.errors[place.lane];
  case fuzz::Kind::Memory: {
    if (place.index >= outcome.memory.size())
      return std::nullopt;
    std::uint32_t word = 0;
    for (unsigned byte = 0; byte < 4 && place.index + byte < outcome.memory.size(); ++byte)
      word |= static_cast<std::uint32_t>(outcome.memory[place.index + byte]) << (8 * byte);
    return word;
  }
  case fuzz::Kind::Cell:
    return spec::wordsOf(outcome.cells).at(place.index);
  default:
    return std::nullopt;
  }
}

/// Does the instruction write there? Otherwise any state in which nothing happens would show the same difference.
bool isWritten(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& outcome, const fuzz::Difference& place) {
  if (place.kind == fuzz::Kind::Memory || place.kind == fuzz::Kind::Cell)
    return valueAt({c.warp, c.memory, c.cells}, place) != valueAt(outcome, place);
  const spec::Plan plan = oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  const bool executes = fuzz::execLanesPlainly(c, plan) >> place.lane & 1;
  switch (place.kind) {
  case fuzz::Kind::Register:
    return executes && std::ranges::find(plan.destination, place.index) != std::end(plan.destination);
  case fuzz::Kind::Predicate:
    return executes && plan.destinationPredicate == place.index;
  default:
    return executes;
  }
}

} // namespace

void apply(fuzz::Outcome& outcome, const fuzz::Difference& d) {
  switch (d.kind) {
  case fuzz::Kind::Register:
    outcome.warp.registers[d.index][d.lane] = d.expected;
    break;
  case fuzz::Kind::Predicate:
    outcome.warp.predicates[d.index] = (outcome.warp.predicates[d.index] & ~(1u << d.lane)) | (d.expected & 1)
                                                                                                  << d.lane;
    break;
  case fuzz::Kind::Error:
    outcome.warp.errors[d.lane] = static_cast<std::uint8_t>(d.expected);
    break;
  case fuzz::Kind::Memory:
    for (unsigned byte = 0; byte < 4 && d.index + byte < outcome.memory.size(); ++byte)
      outcome.memory[d.index + byte] = static_cast<std::uint8_t>(d.expected >> (8 * byte));
    break;
  case fuzz::Kind::Cell:
    spec::setCell(outcome.cells, d.index, d.expected);
    break;
  default:
    break;
  }
}

spec::Expected expectedBut(const spec::Case& c, const fuzz::Outcome& outcome, const fuzz::Difference& d) {
  fuzz::Outcome claimed = outcome;
  apply(claimed, d);
  return fuzz::expectedOf(c, claimed); // a place that does not change is expected to by the frame
}

fuzz::Difference leading(const std::vector<fuzz::Difference>& differences) {
  return *std::ranges::min_element(differences, {}, &fuzz::Difference::kind);
}

fuzz::CaseJudge stillDiffers(fuzz::Oracle& oracle, const spec::Case& start, const fuzz::Difference& difference) {
  const auto outcome = oracle.encode(start);
  const bool written = outcome && isWritten(oracle, start, *outcome, difference);
  return [&oracle, difference, written](const spec::Case& c) -> fuzz::Kinds {
    const auto now = oracle.encode(c);
    const bool still =
        now && valueAt(*now, difference) == difference.got && isWritten(oracle, c, *now, difference) == written;
    return still ? fuzz::setOf(difference.kind) : 0;
  };
}

} // namespace warplaw::tools
