// RED a third time, in plain integers and over plain bytes: address and errors (RED-2..5, MACH-8); steps and orders are
// SURED's, too (fuzz/reduction_plain.h).
#include "fuzz/instructions/red.h"

namespace warplaw::fuzz {
using spec::ErrorKind;
using spec::kLanes;
using spec::RedSize;
namespace rows = spec::red_rows;

namespace {

constexpr std::uint64_t kAddresses = std::uint64_t{1} << 40; ///< there are so many

/// RED-2.
std::uint64_t addressOf(const spec::RedModifiers& modifiers, std::uint32_t low, std::uint32_t high) {
  const std::int64_t offset = std::int64_t{modifiers.imm20} - (modifiers.imm20 >= 0x80000 ? 0x100000 : 0);
  if (modifiers.extended)
    return low + (std::uint64_t{high} << 32) + static_cast<std::uint64_t>(offset);
  return static_cast<std::uint32_t>(low + offset);
}

bool isInWindow(std::uint64_t address, std::uint32_t low, std::uint32_t size) {
  return address >= low && address < std::uint64_t{low} + size;
}

} // namespace

RedAccess redAccessPlainly(const spec::RedModifiers& modifiers, const spec::RedChoices& choices, unsigned lane,
                           const spec::Operands& operands, const PlainRegions& regions,
                           const spec::SpecialInputs& inputs) {
  const unsigned bytes = spec::bytesOf(static_cast<RedSize>(modifiers.size));
  std::uint64_t address = addressOf(modifiers, operands.row[rows::kBase][lane], operands.row[rows::kBaseHigh][lane]);
  if (!choices.highBitsCount)
    address %= kAddresses;
  const auto place = regions.placeOf(address, bytes); // none above the 40 bits
  const std::pair<bool, ErrorKind> wrong[] = {{address % bytes != 0, ErrorKind::MisalignedAddress},
                                              {isInWindow(address, inputs.sharedWindowLow, inputs.sharedWindowSize) ||
                                                   isInWindow(address, inputs.localWindowLow, inputs.localWindowSize),
                                               ErrorKind::InvalidAddressSpace},
                                              {!place, ErrorKind::AddressOutOfRange}};
  for (unsigned k = 0; k < std::size(wrong); ++k) // MACH-8: the first in the chosen turn
    if (const auto& [holds, error] = wrong[(choices.reported[lane] + k) % std::size(wrong)]; holds)
      return {address, 0, error};
  return {address, *place, ErrorKind::None};
}

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
