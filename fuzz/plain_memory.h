// Words in bytes of memory as third statements have them: the least significant byte first, by sums and remainders
// (MACH-4).
#pragma once
#include <cstdint>
#include <span>

namespace warplaw::fuzz {

inline std::uint64_t readPlainly(std::span<const std::uint8_t> memory, std::uint32_t address, unsigned size) {
  std::uint64_t value = 0, place = 1;
  for (unsigned byte = 0; byte < size; ++byte, place *= 256)
    value += memory[address + byte] * place;
  return value;
}

inline void writePlainly(std::span<std::uint8_t> memory, std::uint32_t address, unsigned size, std::uint64_t value) {
  for (unsigned byte = 0; byte < size; ++byte, value /= 256)
    memory[address + byte] = static_cast<std::uint8_t>(value % 256);
}

} // namespace warplaw::fuzz
