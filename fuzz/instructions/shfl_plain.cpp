// SHFL a third time, in plain integers (SHFL-1..8).
#include "fuzz/instructions/shfl.h"

namespace warplaw::fuzz {
using spec::kLanes;
using spec::ShflMode;
namespace rows = spec::shfl_rows;

ShflSourcePlain shflSourcePlainly(ShflMode mode, int i, std::uint32_t sb, std::uint32_t sc) {
  const int b = static_cast<int>(sb % 32), clamp = static_cast<int>(sc % 32), seg = static_cast<int>(sc / 256 % 32),
            within = 31 - seg;
  const int minLane = i & seg, maxLane = minLane + (clamp & within);
  switch (mode) {
  case ShflMode::Idx: {
    const int j = minLane + (b & within);
    return {j <= maxLane ? j : i, j <= maxLane};
  }
  case ShflMode::Up:
    return {i - b >= maxLane ? i - b : i, i - b >= maxLane};
  case ShflMode::Down:
    return {i + b <= maxLane ? i + b : i, i + b <= maxLane};
  case ShflMode::Bfly:
    break;
  }
  return {(i ^ b) <= maxLane ? i ^ b : i, (i ^ b) <= maxLane};
}

void Shfl::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands, std::span<std::uint8_t>,
                      spec::Results& results) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    const auto [from, inRange] = shflSourcePlainly(form.mode, static_cast<int>(lane), operands.row[rows::kLane][lane],
                                                   operands.row[rows::kRange][lane]);
    results.row[0][lane] = operands.exec >> from & 1 ? operands.row[rows::kValue][from] : choices.inactive[lane];
    results.predicate = (results.predicate & ~(1u << lane)) | std::uint32_t{inRange} << lane;
  }
  setMasks(results, operands.exec, true);
}

} // namespace warplaw::fuzz
