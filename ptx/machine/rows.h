// Work on the 32 lanes of a register at once, compiled for each kind of processor.
#pragma once
#include <cstdint>

namespace warplaw::ptx {

/// What 32 addresses have in common.
struct Span {
  std::uint64_t least, most; ///< of them
  std::uint64_t bits;        ///< that any of them has
  bool isConsecutive;        ///< each is `size` behind the one of the lane before
};

struct RowFunctions {
  bool (*isSupported)();
  std::uint32_t (*bitsOf)(const std::uint64_t* row);                                ///< bit 0 of each lane
  std::uint32_t (*zerosOf)(const std::uint64_t* row, std::uint64_t bits);           ///< lanes that have none of these
  void (*blend)(std::uint32_t lanes, const std::uint64_t* from, std::uint64_t* to); ///< into these lanes alone
  void (*mask)(std::uint64_t bits, std::uint64_t* row);
  void (*invert)(const std::uint64_t* from, std::uint64_t* to); ///< bit 0
  /// These bits of base + offset, of lanes that are not there the first one's; `first`: that lane.
  Span (*addresses)(const std::uint64_t* base, std::uint64_t offset, std::uint64_t kept, std::uint64_t size,
                    std::uint32_t lanes, unsigned first, std::uint64_t* to);
  std::uint32_t (*banksOf)(const std::uint64_t* addresses); ///< those of words of 4 bytes
  /// Sectors of 32 bytes that addresses touch which do not decrease; 0: they do.
  unsigned (*sectorsOf)(const std::uint64_t* addresses);
  void (*load4)(const std::uint8_t* bytes, std::uint64_t* row); ///< consecutive words
  void (*store4)(const std::uint64_t* row, std::uint8_t* bytes);
};

/// For this processor.
const RowFunctions& rowFunctions();

} // namespace warplaw::ptx
