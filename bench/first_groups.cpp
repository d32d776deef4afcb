// The .sync forms' first loops (SYNC-1, -3..5): see first_loops.h.
#include "bench/first_loops.h"

namespace warplaw::bench {
namespace {
using namespace spec;

/// SYNC-1, lane by lane: what each executing lane's group gives, or any value.
template <class Choices, class Of>
void firstGroupLoop(const Operands* operands, const Choices* choices, const ExitedLanes* exited, Results* results,
                    Of&& of) {
  const std::uint32_t exec = operands->exec, live = exec | ~exited->lanes;
  const std::uint32_t* mask = operands->row[sync_rows::kMask];
  bool isDefined = true;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(exec >> lane & 1))
      continue;
    for (int other = 0; other < 32; ++other) {
      const bool isMember = mask[lane] & live & 1u << other;
      const bool isHere = exec >> other & 1 && mask[other] == mask[lane];
      isDefined = isDefined && isMember == isHere;
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    results->error[lane] = 0;
    if (exec >> lane & 1)
      results->row[0][lane] = isDefined ? of(lane, mask[lane] & live) : choices->any[lane];
  }
  results->written[0] = exec;
  results->written[1] = results->predicateWritten = 0;
}
} // namespace

void firstMatchLoop(const MatchsyncModifiers*, const Operands* operands, const MatchsyncChoices* choices,
                    const ExitedLanes* exited, Results* results) {
  const std::uint32_t* value = operands->row[sync_rows::kValue];
  firstGroupLoop(operands, choices, exited, results, [&](int lane, std::uint32_t part) {
    std::uint32_t equal = 0;
    for (int other = 0; other < 32; ++other)
      if (part >> other & 1 && value[other] == value[lane])
        equal |= 1u << other;
    return equal;
  });
}

void firstReduxLoop(const ReduxsyncModifiers* modifiers, const Operands* operands, const ReduxsyncChoices* choices,
                    const ExitedLanes* exited, Results* results) {
  const std::uint32_t* value = operands->row[sync_rows::kValue];
  firstGroupLoop(operands, choices, exited, results, [&](int lane, std::uint32_t part) {
    std::uint32_t all = value[lane];
    for (int other = 0; other < 32; ++other) {
      if (other == lane || !(part >> other & 1))
        continue;
      const std::uint32_t next = value[other];
      const bool isSigned = modifiers->type == static_cast<std::uint32_t>(ReduxsyncType::S32);
      const bool isLess = isSigned ? static_cast<std::int32_t>(next) < static_cast<std::int32_t>(all) : next < all;
      switch (static_cast<ReduxsyncOp>(modifiers->op)) {
      case ReduxsyncOp::Add:
        all += next;
        break;
      case ReduxsyncOp::Min:
        all = isLess ? next : all;
        break;
      case ReduxsyncOp::Max:
        all = isLess ? all : next;
        break;
      case ReduxsyncOp::And:
        all &= next;
        break;
      case ReduxsyncOp::Or:
        all |= next;
        break;
      case ReduxsyncOp::Xor:
        all ^= next;
        break;
      }
    }
    return all;
  });
}

} // namespace warplaw::bench
