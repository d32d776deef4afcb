// RED a third time, in plain integers and over plain bytes: address, errors, orders, operations, sums rounded once from
// exact ones (RED-2..7, MACH-4, MACH-8).
#include "fuzz/float_sum.h"
#include "fuzz/instructions/red.h"
#include "fuzz/plain_memory.h"
#include <algorithm>

namespace warplaw::fuzz {
using spec::ErrorKind;
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;

PlainRegions::PlainRegions(const spec::GenericRegions& regions) {
  std::uint32_t first = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; first = regions.end[r++])
    if (regions.end[r] > first)
      all_.push_back({regions.baseLow[r] + (std::uint64_t{regions.baseHigh[r]} << 32), first, regions.end[r] - first});
}

const PlainRegions::Region* PlainRegions::at(std::uint64_t address) const {
  for (const Region& region : all_)
    if (address >= region.base && address - region.base < region.bytes)
      return &region;
  return nullptr;
}

std::optional<std::uint32_t> PlainRegions::placeOf(std::uint64_t address, unsigned bytes) const {
  const Region* const region = at(address);
  if (!region || address + (bytes - 1) < address || at(address + (bytes - 1)) != region)
    return std::nullopt;
  return region->first + static_cast<std::uint32_t>(address - region->base);
}

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

namespace {

std::int64_t asSigned(std::uint64_t word, RedSize size) {
  return size == RedSize::S32 ? std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(word))}
                              : static_cast<std::int64_t>(word);
}

/// Integers (RED-6), of which the caller keeps as many bits as there are.
std::uint64_t integerAfter(RedOp op, RedSize size, std::uint64_t m, std::uint64_t b) {
  const bool isSigned = size == RedSize::S32 || size == RedSize::S64;
  const bool less = isSigned ? asSigned(m, size) < asSigned(b, size) : m < b;
  switch (op) {
  case RedOp::Add:
    return m + b;
  case RedOp::Min:
    return less ? m : b;
  case RedOp::Max:
    return less ? b : m;
  case RedOp::Inc:
    return m >= b ? 0 : m + 1;
  case RedOp::Dec:
    return m == 0 || m > b ? b : m - 1;
  case RedOp::And:
    return m & b;
  case RedOp::Or:
    return m | b;
  default:
    return m ^ b;
  }
}

/// The lesser or greater of two halves (RED-7).
std::uint16_t halfAfter(RedOp op, std::uint16_t m, std::uint16_t b, std::uint32_t unlikeZeros) {
  using Half = NumberFormat<std::uint16_t>;
  const auto sizeOf = [](std::uint16_t half) { return static_cast<int>(half & Half::kNan); };
  const auto isNumber = [&](std::uint16_t half) { return sizeOf(half) <= static_cast<int>(Half::kInfinity); };
  const auto valueOf = [&](std::uint16_t half) {
    return half & Half::kSign ? -sizeOf(half) : sizeOf(half);
  }; // in order
  if (!isNumber(m) || !isNumber(b))
    return isNumber(m) ? m : isNumber(b) ? b : static_cast<std::uint16_t>(Half::kNan);
  if (valueOf(m) == valueOf(b) && m != b) { // zeros of unlike sign
    const std::uint16_t lesser = Half::kSign, greater = 0;
    return unlikeZeros == 1 ? m : unlikeZeros == 2 ? b : op == RedOp::Min ? lesser : greater;
  }
  return (valueOf(m) < valueOf(b)) == (op == RedOp::Min) ? m : b;
}

/// A subnormal is zero of its sign.
std::uint32_t flushed(std::uint32_t number) {
  using Single = NumberFormat<std::uint32_t>;
  const std::uint32_t sign = number & static_cast<std::uint32_t>(Single::kSign);
  return (number ^ sign) < Single::kHidden ? sign : number;
}

} // namespace

std::uint64_t redStoredPlainly(RedOp op, RedSize size, std::uint64_t m, std::uint64_t b,
                               const spec::RedChoices& choices, unsigned lane) {
  const auto m16 = static_cast<std::uint16_t>(m), b16 = static_cast<std::uint16_t>(b);
  const auto m32 = static_cast<std::uint32_t>(m), b32 = static_cast<std::uint32_t>(b);
  switch (size) {
  case RedSize::F16x2:
    return op == RedOp::Add ? sumOfNumbers(m16, b16) : halfAfter(op, m16, b16, choices.unlikeZeros);
  case RedSize::F32:
    return flushed(sumOfNumbers(flushed(m32), flushed(b32)));
  case RedSize::F64: {
    const std::uint64_t sum = sumOfNumbers(m, b);
    return sum == NumberFormat<std::uint64_t>::kNan
               ? choices.nanLow[lane] + (std::uint64_t{choices.nanHigh[lane]} << 32)
               : sum;
  }
  case RedSize::U64:
  case RedSize::S64:
    return integerAfter(op, size, m, b);
  default:
    return static_cast<std::uint32_t>(integerAfter(op, size, m32, b32));
  }
}

void Red::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                     std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) {
  const Modifiers modifiers{static_cast<std::uint32_t>(form.op), static_cast<std::uint32_t>(form.size), form.extended,
                            form.address.offset};
  const PlainRegions regions(cells.regions);
  setMasks(results, 0, false);
  std::array<RedAccess, kLanes> access;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    access[lane] = redAccessPlainly(modifiers, choices, lane, operands, regions, cells.inputs);
    if (operands.exec >> lane & 1)
      results.error[lane] = static_cast<std::uint8_t>(access[lane].error);
  }
  const bool halves = form.size == RedSize::F16x2;
  const unsigned bytes = halves ? 2 : spec::bytesOf(form.size);
  for (unsigned element = 0; element < (halves ? 2 : 1); ++element) // RED-6: each with its own order
    for (const unsigned lane : element ? choices.orderHigh : choices.order) {
      if (!(operands.exec >> lane & 1) || access[lane].error != ErrorKind::None)
        continue;
      const std::uint32_t place = access[lane].place + element * bytes, low = operands.row[rows::kOperand][lane];
      const std::uint64_t given = bytes == 2   ? low >> 16 * element & 0xffff
                                  : bytes == 4 ? low
                                               : low + (std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32);
      writePlainly(memory, place, bytes,
                   redStoredPlainly(form.op, form.size, readPlainly(memory, place, bytes), given, choices, lane));
    }
}

} // namespace warplaw::fuzz
