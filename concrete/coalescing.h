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
/// happen. bytes: the size of a lane's access, 4, 8 or 16; a warp makes accesses of 8 by halves, of 16 by quarters.
/// Addresses are multiples of bytes. Lanes at equal addresses go in the sequence of `order`, a permutation of the
/// lanes.
std::vector<LineAccess> coalesced(std::uint32_t performing, const std::array<std::uint64_t, spec::kLanes>& address,
                                  unsigned bytes, const std::uint8_t* order);

} // namespace warplaw::concrete
