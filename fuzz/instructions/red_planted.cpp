// Bugs planted into RED.
#include "fuzz/float_sum.h"
#include "fuzz/instructions/red.h"
#include "fuzz/reported.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedSize;
namespace rows = spec::red_rows;

constexpr auto on = [](auto change) { return onChanged<Red>(change); };

/// What an executor sees that keeps one address and one size for bytes that follow one another.
void joinAdjacentRegions(RedTrial& trial) {
  const PlainRegions regions(trial.regions());
  spec::GenericRegions joined;
  unsigned count = 0;
  std::uint64_t after = ~std::uint64_t{0}; // where the region before ends
  for (const auto& region : regions.all()) {
    if (region.base != after) {
      joined.baseLow[count] = static_cast<std::uint32_t>(region.base);
      joined.baseHigh[count++] = static_cast<std::uint32_t>(region.base >> 32);
    }
    after = region.base + region.bytes;
    std::fill(joined.end + (count - 1), std::end(joined.end), region.first + region.bytes);
  }
  trial.regions() = joined;
}

/// The lanes take their turns until one is in error; errors are reported as they are.
void stopAtAnError(RedTrial& trial, spec::Results& results) {
  RedTrial asIs = trial, stopped = trial;
  RedFuzzer::execute(asIs, results);
  const auto error = std::ranges::find_if(trial.choices.order, [&](unsigned lane) { return results.error[lane] != 0; });
  std::for_each(error, trial.choices.order.end(), [&](unsigned lane) { stopped.operands.exec &= ~(1u << lane); });
  trial.memory = RedFuzzer::executed(stopped).after.memory;
}

/// F32 sums as they come, lane after lane.
void keepSubnormals(RedTrial& trial, spec::Results& results) {
  RedTrial flushing = trial;
  RedFuzzer::execute(flushing, results);
  if (trial.size() != RedSize::F32) {
    trial.memory = flushing.memory;
    return;
  }
  for (const std::uint8_t lane : trial.choices.order) {
    if (!(trial.operands.exec >> lane & 1) || results.error[lane])
      continue;
    const std::uint32_t place = trial.accessOf(lane).place,
                        before = static_cast<std::uint32_t>(readPlainly(trial.memory, place, sizeof before));
    writePlainly(trial.memory, place, sizeof before, sumOfNumbers(before, trial.operands.row[rows::kOperand][lane]));
  }
}

} // namespace

std::vector<PlantedBug> Red::planted() {
  using Meets = PlantedBug::Meets;
  return {
      plantedIn<Red>("red-offset-zero-extended", "a negative offset is not sign-extended", Meets::No,
                     on([](RedTrial& t) {
                       if (t.modifiers.imm20 >> 19)
                         for (std::uint32_t& base : t.operands.row[rows::kBase])
                           base += 0x100000;
                     })),
      plantedIn<Red>("red-windows-ignored", "an access in the Local or the Shared window is made", Meets::InOne,
                     on([](RedTrial& t) { t.inputs().sharedWindowSize = t.inputs().localWindowSize = 0; })),
      plantedIn<Red>("red-across-two-regions", "an access that leaves its region for the next one is made", Meets::No,
                     on(joinAdjacentRegions)),
      plantedIn<Red>("red-halves-in-one-order", "the high halves of F16x2 take the order of the low ones", Meets::No,
                     on([](RedTrial& t) { t.choices.orderHigh = t.choices.order; })),
      plantedIn<Red>("red-subnormals-kept", "F32 does not flush", Meets::InOne, keepSubnormals),
      plantedIn<Red>("red-stops-at-an-error", "lanes after one in error make no access", Meets::No, stopAtAnError),
      plantedIn<Red>("red-other-error-first", "where several errors hold, the next one is reported", Meets::InOne,
                     on([](RedTrial& t) {
                       for (std::uint8_t& reported : t.choices.reported)
                         reported = static_cast<std::uint8_t>((reported + 1) % 3);
                     })),
  };
}

} // namespace warplaw::fuzz
