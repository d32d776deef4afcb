#include "check/sync_groups.h"
#include "check/faults.h"
#include <algorithm>
#include <array>
#include <bit>

namespace warplaw::check {
namespace {
using spec::kLanes;

// A lane's word: a lane that executes has its group's number; another lane has 0, or a group's number and 1: it holds
// that group's mask, which names the lane if it has exited.
constexpr std::uint32_t kGroups = 64, kNamedByAll = kGroups - 1;

template <class F> void eachLane(std::uint32_t lanes, F&& f) {
  for (; lanes; lanes &= lanes - 1)
    f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Nothing is promised unless each group's members are the lanes that name it; where masks may not meet, nor if they
/// do.
bool areDefined(const SyncLanes& lanes, bool mayMeet, bool namesExited) {
  std::uint32_t seen = 0, left = lanes.exec;
  while (left) {
    const std::uint32_t mask = lanes.mask[std::countr_zero(left)], members = mask & ~lanes.exited;
    if (members & ~left || !(members & (left & (0u - left))))
      return false; // a member that is off or of another group, or the lane itself is none
    bool agree = true;
    eachLane(members, [&](unsigned lane) { agree = agree && lanes.mask[lane] == mask; });
    if (!agree || (!mayMeet && (mask & seen)) || (!namesExited && (mask & lanes.exited)))
      return false;
    seen |= mask;
    left &= ~members;
  }
  return true;
}

/// One lane, or all that name the same, do otherwise than they should.
void spoil(const SyncLanes& lanes, bool uniform, fuzz::Dice& dice) {
  const std::uint32_t bit = 1u << dice.below(kLanes);
  const unsigned one = dice.below(kLanes), style = dice.below(4);
  const std::uint32_t named = lanes.mask[one];
  if (uniform || style == 0)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes.mask[lane] ^= uniform || lanes.mask[lane] == named ? bit : 0;
  else if (style == 1)
    lanes.mask[one] ^= bit;
  else if (style == 2)
    lanes.mask[one] = lanes.mask[dice.below(kLanes)];
  else
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes.mask[lane] = static_cast<std::uint32_t>(dice.next());
}

} // namespace

bool arePromised(const SyncLanes& lanes, const MaskDomain& domain) {
  return domain.groups != Groups::Any || areDefined(lanes, false, domain.namesExited);
}

bool contains(const SyncLanes& lanes, const MaskDomain& domain) {
  if (lanes.exec & lanes.exited)
    return false;
  return domain.groups == Groups::Any || areDefined(lanes, domain.groups == Groups::Overlapping, domain.namesExited);
}

void drawGroups(const SyncLanes& lanes, const MaskDomain& domain, fuzz::Dice& dice) {
  MaskDomain before = domain; // some of it is spoilt
  if (domain.groups == Groups::Any) {
    before.groups = Groups::Overlapping;
    before.namesExited = true;
  }
  const std::uint64_t first = dice.next(), second = dice.next();
  const unsigned style = dice.below(8), k = dice.below(5);
  const auto bitOf = [](std::uint64_t word, unsigned at) { return static_cast<std::uint32_t>(word >> at & 1); };
  const auto groupOf = [&](unsigned lane) -> std::uint32_t {
    switch (style) {
    case 0:
    case 1:
      return 0;
    case 2:
    case 3:
      return bitOf(first, lane);
    case 4:
      return bitOf(first, lane) | bitOf(first, lane + 32) << 1 | bitOf(second, lane) << 2;
    case 5: // tiles
      return lane >> k;
    case 6:
      return lane & ((1u << k) - 1);
    default:
      return lane;
    }
  };
  const bool namesMany = dice.oneIn(4); // lanes that have exited
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes.mask[lane] = lanes.exec >> lane & 1          ? groupOf(lane)
                       : !bitOf(second, lane + 32)     ? 0
                       : namesMany && bitOf(second, 0) ? kNamedByAll
                                                       : groupOf(lane) + 1;
  if (domain.uniform)
    std::fill_n(lanes.mask, kLanes, static_cast<std::uint32_t>(first));
  expandMasks(lanes, before);
  if (WARPLAW_CHECK_FAULT(masks_spoilt, domain.groups == Groups::Any, true) && dice.oneIn(2))
    spoil(lanes, domain.uniform, dice);
}

std::uint32_t bitsOfMaskWord(const MaskDomain& domain) {
  return domain.uniform || domain.groups == Groups::Any ? ~0u : kGroups - 1;
}

void reduceMasks(const SyncLanes& lanes, const MaskDomain& domain) {
  if (domain.groups == Groups::Any || domain.uniform) {
    const std::uint32_t kept = domain.groups == Groups::Any ? ~0u : lanes.exited;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes.mask[lane] = (lanes.mask[lane] ^ lanes.exec) & kept;
    return;
  }
  std::array<std::uint32_t, kLanes> group;
  unsigned count = 0;
  eachLane(lanes.exec, [&](unsigned lane) {
    const std::uint32_t mask = lanes.mask[lane];
    if (std::find(group.begin(), group.begin() + count, mask) == group.begin() + count)
      group[count++] = mask;
  });
  const auto groups = std::span(group).first(count);
  const auto numberOf = [&](std::uint32_t mask) {
    return static_cast<std::uint32_t>(std::ranges::find(groups, mask) - groups.begin());
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint32_t& word = lanes.mask[lane];
    const auto names = [&](std::uint32_t mask) { return (mask >> lane & 1) != 0; };
    if (lanes.exec >> lane & 1) {
      word = numberOf(word);
    } else if (lanes.exited >> lane & 1) {
      const auto naming = std::ranges::count_if(groups, names);
      const auto one = static_cast<std::uint32_t>(std::ranges::find_if(groups, names) - groups.begin());
      word = naming == 0 ? 0 : naming == 1 ? one + 1 : kNamedByAll;
    } else {
      const std::uint32_t number = numberOf(word);
      word = number < count ? number + 1 : 0;
    }
  }
}

void expandMasks(const SyncLanes& lanes, const MaskDomain& domain) {
  const std::uint32_t named = domain.namesExited ? lanes.exited : 0;
  if (domain.groups == Groups::Any) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes.mask[lane] ^= lanes.exec;
    return;
  }
  if (domain.uniform) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes.mask[lane] = lanes.exec | (lanes.mask[lane] & named);
    return;
  }
  std::uint32_t group[kGroups + 1] = {}; // [number]
  eachLane(lanes.exec, [&](unsigned lane) { group[lanes.mask[lane]] |= 1u << lane; });
  const bool mayMeet = domain.groups == Groups::Overlapping;
  std::uint32_t namedByAll = 0;
  eachLane(named, [&](unsigned lane) {
    const std::uint32_t word = lanes.mask[lane];
    if (word == kNamedByAll && mayMeet)
      namedByAll |= 1u << lane;
    else if (word && group[word - 1])
      group[word - 1] |= 1u << lane;
  });
  for (unsigned number = 0; number < kGroups && namedByAll; ++number)
    if (group[number])
      group[number] |= namedByAll;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t word = lanes.mask[lane];
    lanes.mask[lane] = lanes.exec >> lane & 1 ? group[word] : word ? group[word - 1] : 0;
  }
}

bool areSeveral(const SyncLanes& lanes) {
  if (!lanes.exec)
    return false;
  const std::uint32_t first = lanes.mask[std::countr_zero(lanes.exec)];
  bool several = false;
  eachLane(lanes.exec, [&](unsigned lane) { several = several || lanes.mask[lane] != first; });
  return several;
}

} // namespace warplaw::check
