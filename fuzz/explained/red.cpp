#include "fuzz/explained/red.h"
#include "fuzz/reduction_columns.h"
#include <fmt/format.h>

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

Explanation explained(const spec::RedModifiers& modifiers, const spec::Operands& operands,
                      const spec::RedChoices& choices, std::uint32_t, const spec::SurroundingCells& cells) {
  const PlainRegions regions(cells.regions);
  LaneColumn address{"address", {}};
  std::array<std::uint64_t, kLanes> addresses{};
  std::uint32_t performing = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const RedAccess access = redAccessPlainly(modifiers, choices, lane, operands, regions, cells.inputs);
    addresses[lane] = access.address;
    performing |= std::uint32_t{access.error == spec::ErrorKind::None} << lane;
    address.text[lane] = fmt::format("{:#x}", access.address);
  }
  Explanation explanation{{address}, 0};
  const auto size = static_cast<RedSize>(modifiers.size);
  addTurns(explanation, choices.order, choices.orderHigh, size == RedSize::F16x2);
  addAccesses(explanation, performing & operands.exec, addresses, spec::bytesOf(size), choices.order);
  return explanation;
}

} // namespace warplaw::fuzz
