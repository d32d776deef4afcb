// Memory of a launch: arrays and variables in global memory, each CTA's shared memory, each thread's own (PTX-14,
// PTX-16). An access outside is an error of its lane.
#pragma once
#include "ptx/machine/kernel.h"
#include "ptx/machine/launch.h"
#include "ptx/machine/order.h"
#include <cstring>
#include <optional>

namespace warplaw::ptx {

/// Bytes with a name, of which some may be anything.
struct Region {
  std::string name;
  std::uint64_t address = 0; ///< generic
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> isDefined; ///< a byte each, 0 or 1; empty: none was ever undefined
  bool isReadOnly = false;
  std::optional<Accesses> accesses; ///< of what several threads reach
  std::size_t undefinedBytes = 0;   ///< how many may be anything
  /// Which bits of the bytes that may be anything are undefined; empty: all of them.
  std::vector<std::uint8_t> partial;

  std::uint64_t load(std::size_t offset, unsigned size) const;
  void store(std::size_t offset, unsigned size, std::uint64_t value);
  bool areDefined(std::size_t offset, std::size_t size) const {
    if (undefinedBytes == 0)
      return true;
    if (size != 4)
      return std::memchr(isDefined.data() + offset, 0, size) == nullptr;
    std::uint32_t word = 0;
    std::memcpy(&word, isDefined.data() + offset, sizeof word);
    return word == 0x01010101;
  }
  void define(std::size_t offset, std::size_t size, bool areDefined) {
    if (undefinedBytes != 0 || !areDefined)
      redefine(offset, size, areDefined);
  }
  std::uint64_t undefinedBits(std::size_t offset, unsigned size) const; ///< of a word
  void defineBits(std::size_t offset, unsigned size, std::uint64_t undefined);
  void countUndefined(); ///< where isDefined was written by itself

  void redefine(std::size_t offset, std::size_t size, bool areDefined);
};

/// A loaded word, with zeros above it, as a register of 64 bits has it.
inline std::uint64_t extended(std::uint64_t value, const spec::scalar::Type& type) {
  if (!type.isSigned() || type.width() >= 64)
    return value;
  const std::uint64_t sign = std::uint64_t{1} << (type.width() - 1);
  return (value ^ sign) - sign;
}

/// Where an address leads: a region and a place in it, or nowhere and why.
struct Target {
  Region* region = nullptr;
  std::size_t offset = 0;
  bool isShared = false, isGlobal = false;
};

/// "%lu bytes at ADDRESS": where that is, as people say it: "in + 800, which has 800 bytes".
std::string placeOf(const std::vector<Region>& global, std::uint64_t address);

/// Regions of the launch in global memory: its arrays, then the kernel's variables.
std::vector<Region> globalRegions(const Kernel& kernel, const Launch& launch);
/// Shared memory of one CTA.
Region sharedRegion(const Kernel& kernel, const Launch& launch);

} // namespace warplaw::ptx
