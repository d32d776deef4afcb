#include "fuzz/explained/shfl.h"

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

Explanation explained(const spec::ShflModifiers& modifiers, const spec::Operands& operands, const spec::ShflChoices&,
                      std::uint32_t, const spec::SurroundingCells&) {
  Explanation explanation{{{"reads lane", {}}}, 0};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const ShflSourcePlain source = shflSourcePlainly(static_cast<ShflMode>(modifiers.mode), static_cast<int>(lane),
                                                     operands.row[rows::kLane][lane], operands.row[rows::kRange][lane]);
    const auto from = static_cast<unsigned>(source.lane);
    const bool executes = operands.exec >> from & 1;
    explanation.columns[0].text[lane] = !source.inRange ? "out of range" // SHFL-6: its own
                                        : from == lane  ? "own"
                                        : executes      ? std::to_string(from)
                                                        : std::to_string(from) + " (off)";
    if (operands.exec >> lane & 1)
      explanation.lanesRead |= 1u << from;
  }
  return explanation;
}

} // namespace warplaw::fuzz
