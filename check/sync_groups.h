// Groups of the .sync forms' lanes as they cross the border (SYNC-1): which masks are defined, masks made from a word a
// lane that says in which group it is, and back. Made so, every smaller case is a case of the domain again.
#pragma once
#include "check/domain.h"
#include "fuzz/record.h"

namespace warplaw::check {

/// Who executes, who has exited (none of the first), and each lane's membermask.
struct SyncLanes {
  std::uint32_t exec, exited;
  std::uint32_t* mask; ///< 32 of them
};
/// What a domain asks of masks.
struct MaskDomain {
  Groups groups;
  bool uniform;     ///< one mask for all 32 lanes
  bool namesExited; ///< false: elect.sync, of which no mask may name a lane that has exited (SYNC-7)
};

/// Does the domain's executor promise values? Under Groups::Any where every implementation has to, else in every case.
bool arePromised(const SyncLanes& lanes, const MaskDomain& domain);
bool contains(const SyncLanes& lanes, const MaskDomain& domain);

/// One group often, two and many at least as often; of lanes that are off the mask of a group that they might be in.
void drawGroups(const SyncLanes& lanes, const MaskDomain& domain, fuzz::Dice& dice);

/// Masks to the minimiser's words, in place: 0 in all lanes is one group of all that execute, which no exited lane is
/// in. What masks of lanes that are off say besides is lost.
void reduceMasks(const SyncLanes& lanes, const MaskDomain& domain);
void expandMasks(const SyncLanes& lanes, const MaskDomain& domain);
/// Bits of such a word.
std::uint32_t bitsOfMaskWord(const MaskDomain& domain);

/// Do executing lanes name more than one mask?
bool areSeveral(const SyncLanes& lanes);

} // namespace warplaw::check
