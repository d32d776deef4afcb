// Which accesses to memory the lanes of one reduction become (RED-10): a model beside the executor, which says what an
// instruction costs and never what it leaves.
#pragma once
#include "spec/world.h"
#include <vector>

namespace warplaw::concrete {

inline constexpr unsigned kLineBytes = 128;

/// One access: lanes with different addresses in one line.
struct LineAccess {
  std::uint64_t line = 0;  ///< its first address
  std::uint32_t lanes = 0; ///< bit i: lane i's element goes with it
  bool operator==(const LineAccess&) const = default;
};

/// The accesses of the performing lanes (bit i: lane i makes one, without an error), in an order in which they may
/// happen. bytes: of a lane's access, 4, 8 or 16; lanes of wider ones go by the half or by the quarter of a warp.
/// Addresses are multiples of bytes. Of lanes at equal addresses the one that comes first in `order`, a permutation of
/// the lanes, goes first.
std::vector<LineAccess> coalesced(std::uint32_t performing, const std::array<std::uint64_t, spec::kLanes>& address,
                                  unsigned bytes, const std::uint8_t* order);

} // namespace warplaw::concrete
