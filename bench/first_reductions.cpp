// The first loops of reductions, RED and SURED on images of two dimensions (RED-2..7, SURED-3..9): see first_loops.h.
#include "bench/first_loops.h"
#include "spec/texture_header.h"
#include <algorithm>
#include <cstring>

namespace warplaw::bench {
namespace {
using namespace spec;

/// RED-5: where an access of 4 bytes lies; the number of all bytes if it lies nowhere.
std::uint32_t placeOf(const GenericRegions& regions, std::uint64_t address, std::uint32_t allocated) {
  std::uint32_t start = 0;
  for (unsigned r = 0; r < kGenericRegions; ++r) {
    const std::uint64_t base = std::uint64_t{regions.baseHigh[r]} << 32 | regions.baseLow[r];
    if (address >= base && address + 4 <= base + (regions.end[r] - start))
      return start + static_cast<std::uint32_t>(address - base);
    start = regions.end[r];
  }
  return allocated;
}

std::uint32_t flushed(std::uint32_t bits) { return bits & 0x7f800000 ? bits : bits & 0x80000000; }

/// RED-6, -7: ADD of words and of numbers.
std::uint32_t sum(bool isNumber, std::uint32_t memory, std::uint32_t operand) {
  if (!isNumber)
    return memory + operand;
  float m, b;
  memory = flushed(memory), operand = flushed(operand);
  std::memcpy(&m, &memory, 4), std::memcpy(&b, &operand, 4);
  const float result = m + b;
  std::uint32_t bits;
  std::memcpy(&bits, &result, 4);
  return result != result ? 0x7fffffff : flushed(bits);
}

/// The executing lanes, one after the other. address(lane, error): where it goes, unless it sets its error; operand:
/// Rb's row.
template <class Address>
void firstReduction(const Operands* operands, const std::array<std::uint8_t, kLanes>& order, unsigned operand,
                    GenericBytes memory, const GenericRegions* regions, Results* results, bool isNumber,
                    Address address) {
  results->written[0] = results->written[1] = results->predicateWritten = 0;
  for (const std::uint8_t lane : order) {
    ErrorKind error = ErrorKind::None;
    results->error[lane] = 0;
    if (!(operands->exec >> lane & 1))
      continue;
    const std::uint64_t at = address(lane, error);
    const std::uint32_t place = placeOf(*regions, at, memory.allocated);
    if (error == ErrorKind::None && at % 4)
      error = ErrorKind::MisalignedAddress;
    if (error == ErrorKind::None && place == memory.allocated)
      error = ErrorKind::AddressOutOfRange;
    results->error[lane] = static_cast<std::uint8_t>(error);
    if (error != ErrorKind::None)
      continue;
    std::uint32_t cell;
    std::memcpy(&cell, memory.bytes + place, 4);
    cell = sum(isNumber, cell, operands->row[operand][lane]);
    std::memcpy(memory.bytes + place, &cell, 4);
  }
}

std::uint64_t blockLinear(const TextureHeader& h, std::uint64_t x, std::uint32_t y) {
  const std::uint64_t width = (h.lastX + std::uint64_t{1}) * 4, height = h.lastY + 1;
  unsigned bh = h.blockHeight;
  while (bh > 0 && (8u << bh) >= 2 * height)
    --bh;
  const std::uint64_t block = 512u << bh, rowOfBlocks = (width + 63) / 64 * block;
  const std::uint64_t inGob = x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
  return h.address + (y / 8 >> bh) * rowOfBlocks + y / 8 % (1u << bh) * 512 + x / 64 * block + inGob;
}
} // namespace

void firstRedLoop(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                  GenericBytes memory, const GenericRegions* regions, const SpecialInputs* inputs, Results* results) {
  const auto isIn = [](std::uint64_t address, std::uint32_t low, std::uint32_t size) {
    return address >= low && address < std::uint64_t{low} + size;
  };
  firstReduction(operands, choices->order, red_rows::kOperand, memory, regions, results,
                 modifiers->size == static_cast<std::uint32_t>(RedSize::F32), [&](unsigned lane, ErrorKind& error) {
                   const std::uint32_t offset =
                       static_cast<std::uint32_t>(static_cast<std::int32_t>(modifiers->imm20 << 12) >> 12);
                   const std::uint64_t low = operands->row[red_rows::kBase][lane],
                                       high = operands->row[red_rows::kBaseHigh][lane];
                   const std::uint64_t address = modifiers->extended
                                                     ? (low | high << 32) + static_cast<std::int32_t>(offset)
                                                     : static_cast<std::uint32_t>(low + offset);
                   if (isIn(address, inputs->sharedWindowLow, inputs->sharedWindowSize) ||
                       isIn(address, inputs->localWindowLow, inputs->localWindowSize))
                     error = address % 4 ? ErrorKind::MisalignedAddress : ErrorKind::InvalidAddressSpace;
                   return address;
                 });
}

void firstSuredLoop(const SuredModifiers* modifiers, const Operands* operands, const SuredChoices* choices,
                    GenericBytes memory, const GenericRegions* regions, const Surfaces* surfaces, Results* results) {
  firstReduction(operands, choices->order, sured_rows::kOperand, memory, regions, results,
                 modifiers->size == static_cast<std::uint32_t>(SuredSize::F32), [&](unsigned lane, ErrorKind& error) {
                   const std::uint32_t index = operands->row[sured_rows::kHandle][lane] & 0xfffff;
                   if (index > surfaces->lastHeader) {
                     error = ErrorKind::InvalidTexture;
                     return std::uint64_t{0};
                   }
                   const TextureHeader h = read(headerIn(*surfaces, index));
                   if ((h.version != 2 && h.version != 3) || (h.texture != 1 && h.texture != 7)) {
                     error = ErrorKind::InvalidTexture;
                     return std::uint64_t{0};
                   }
                   const auto at = [&](unsigned row) { return static_cast<std::int32_t>(operands->row[row][lane]); };
                   const std::int64_t x = std::clamp<std::int64_t>(at(0), 0, h.lastX),
                                      y = std::clamp<std::int64_t>(at(1), 0, h.lastY);
                   const std::uint64_t bytes = 4 * static_cast<std::uint64_t>(x);
                   return h.version == 2 ? h.address + static_cast<std::uint64_t>(y) * h.pitch + bytes
                                         : blockLinear(h, bytes, static_cast<std::uint32_t>(y));
                 });
}

} // namespace warplaw::bench
