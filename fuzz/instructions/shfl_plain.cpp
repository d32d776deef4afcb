// SHFL a third time, in plain integers (SHFL-1..8).
#include "fuzz/instructions/shfl.h"

namespace warplaw::fuzz {
using spec::kLanes;
namespace rows = spec::shfl_rows;

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
