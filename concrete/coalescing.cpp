// The coalescing model of RED-10.
#include "concrete/coalescing.h"
#include <algorithm>

namespace warplaw::concrete {

std::vector<LineAccess> coalesced(std::uint32_t performing, const std::array<std::uint64_t, spec::kLanes>& address,
                                  unsigned bytes, const std::uint8_t* order) {
  const unsigned together = spec::kLanes * 4 / bytes; // lanes that one access may serve
  std::vector<LineAccess> all;
  for (unsigned first = 0; first < spec::kLanes; first += together) {
    const std::size_t begin = all.size(); // accesses of other parts of the warp take nobody in
    for (unsigned turn = 0; turn < spec::kLanes; ++turn) {
      const unsigned lane = order[turn];
      if (lane < first || lane >= first + together || !(performing >> lane & 1))
        continue;
      const std::uint64_t line = address[lane] / kLineBytes * kLineBytes;
      const auto takes = [&](const LineAccess& access) {
        if (access.line != line)
          return false;
        for (unsigned other = 0; other < spec::kLanes; ++other)
          if (access.lanes >> other & 1 && address[other] == address[lane])
            return false;
        return true;
      };
      auto access = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(), takes);
      if (access == all.end())
        access = all.insert(all.end(), {line, 0});
      access->lanes |= 1u << lane;
    }
  }
  return all;
}

} // namespace warplaw::concrete
