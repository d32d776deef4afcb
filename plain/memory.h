// Memory of a launch: regions of bytes (PTX-14), little-endian (MACH-4).
#pragma once
#include "plain/machine.h"

namespace warplaw::plain {

using Word = spec::scalar::Word;

/// A word, and which of its bits may be anything: it has some for them.
struct Held {
  Held(Word word = 0, Word undefined = 0) : word(word), undefined(undefined) {}
  Word word, undefined;
};

/// Bytes that lie together, and which of their bits may be anything.
struct Region {
  std::uint64_t base = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> undefined; ///< as many
  bool isReadOnly = false;

  Region() = default;
  Region(std::uint64_t where, std::uint64_t size, std::uint8_t unwritten)
      : base(where), bytes(size, unwritten), undefined(size, 0xff) {}
  void fill(std::uint64_t from, const std::vector<std::uint8_t>& these);
};

/// A part of a region.
struct Found {
  Region* region = nullptr; ///< nowhere: none
  std::uint64_t offset = 0;

  Held load(unsigned count) const;
  void store(Held value, unsigned count) const;
};

/// What all CTAs share: variables in .global and .const, the arrays of the launch.
class GlobalMemory {
public:
  GlobalMemory(const ptx::Kernel& kernel, const ptx::Launch& launch, std::uint8_t unwritten);
  Found find(std::uint64_t address, std::uint64_t count);
  std::uint64_t addressOf(int array) const { return regions_[firstArray_ + static_cast<std::size_t>(array)].base; }
  std::vector<ptx::Array> arrays(const ptx::Launch& launch) const; ///< as they are now

private:
  void placeArrays(const ptx::Launch& launch, std::uint64_t next, std::uint8_t unwritten);
  std::vector<Region> regions_;
  std::size_t firstArray_ = 0;
};

/// Within one region; `address` counts as the region's base does.
Found within(Region& region, std::uint64_t address, std::uint64_t count);

/// Shared memory of a CTA as it begins.
Region sharedMemory(const ptx::Kernel& kernel, const ptx::Launch& launch, std::uint8_t unwritten);
/// Parameter memory of a thread as it begins.
Region parameters(const ptx::Kernel& kernel, const ptx::Launch& launch, const GlobalMemory& memory,
                  std::uint8_t unwritten);

} // namespace warplaw::plain
