// RED a third time, in plain integers and over plain bytes: address and errors (RED-2..5, MACH-8); steps and orders are
// SURED's, too (fuzz/reduction_plain.h).
#include "fuzz/instructions/red.h"

namespace warplaw::fuzz {
using spec::ErrorKind;
using spec::kLanes;
namespace rows = spec::red_rows;

void Red::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                     std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) {
  const Modifiers modifiers{static_cast<std::uint32_t>(form.op), static_cast<std::uint32_t>(form.size), form.extended,
                            form.address.offset};
  const PlainRegions regions(cells.regions);
  setMasks(results, 0, false);
  PlainTurns turns;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    const RedAccess access = redAccessPlainly(modifiers, choices, lane, operands, regions, cells.inputs);
    results.error[lane] = static_cast<std::uint8_t>(access.error);
    turns[lane] = {access.error == ErrorKind::None, form.size, access.place,
                   operands.row[rows::kOperand][lane] + (std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32),
                   stepChoicesOf(choices, lane).nan};
  }
  takeTurnsPlainly(form.op, turns, choices.order, choices.orderHigh, choices.unlikeZeros, memory);
}

} // namespace warplaw::fuzz
