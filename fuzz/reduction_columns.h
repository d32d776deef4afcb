// What the lane tables of RED and SURED show alike: turns that are not in lane order, and which access to memory each
// lane's element goes with (RED-6, RED-10).
#pragma once
#include "fuzz/reduction_plain.h"

namespace warplaw::fuzz {

/// "turn", and "turn of the high half" where there are halves in another order; nothing of lane order.
void addTurns(Explanation& explanation, const LaneOrder& order, const LaneOrder& orderHigh, bool hasHalves);

/// "access, of 3": "2: line 0x100" of each lane that performs. bytes: of a lane's access.
void addAccesses(Explanation& explanation, std::uint32_t performing,
                 const std::array<std::uint64_t, spec::kLanes>& address, unsigned bytes, const LaneOrder& order);

} // namespace warplaw::fuzz
