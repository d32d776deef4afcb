// Legal surroundings from a record: CTAs of all shapes, clocks, barriers that are open (SR-1, SR-3, BAR-1, BAR-2,
// RED-4, RED-5).
#include "fuzz/around.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {

constexpr std::uint32_t kMostThreads = 1024;

std::uint32_t word(Dice& dice) { return static_cast<std::uint32_t>(dice.next()); }
std::uint32_t smallOrAny(Dice& dice) { return dice.oneIn(2) ? dice.below(4) - 1 : word(dice); }

/// None, or some that end below 4 GiB and lie apart (RED-4).
void drawWindows(spec::SpecialInputs& inputs, Dice& dice) {
  constexpr std::uint32_t kUsual = 1u << 24;
  const auto size = [&] { return dice.oneIn(4) ? 0 : dice.oneIn(2) ? kUsual : 1 + dice.below(512); };
  const std::uint32_t first = size(), second = size();
  const std::uint64_t room = (std::uint64_t{1} << 32) - first - second;
  const std::uint64_t gap = dice.oneIn(2) ? dice.below(64) : dice.below(static_cast<std::uint32_t>(room / 2));
  const auto low = static_cast<std::uint32_t>(gap),
             high = static_cast<std::uint32_t>(gap + first +
                                               (dice.oneIn(2) ? 0 : dice.below(static_cast<std::uint32_t>(room / 2))));
  const bool sharedFirst = dice.oneIn(2);
  inputs.sharedWindowLow = sharedFirst ? low : high;
  inputs.sharedWindowSize = sharedFirst ? first : second;
  inputs.localWindowLow = sharedFirst ? high : low;
  inputs.localWindowSize = sharedFirst ? second : first;
}

} // namespace

void draw(spec::SpecialInputs& inputs, Dice& dice) {
  std::uint32_t left = kMostThreads;
  for (unsigned axis = 0; axis < spec::kDimensions; ++axis) { // flat ones, lines, boxes with odd sides
    const std::uint32_t most = axis == 2 ? std::min(left, 64u) : left;
    inputs.ntid[axis] = 1 + dice.below(dice.oneIn(2) ? most : std::min(most, 12u));
    left /= inputs.ntid[axis];
    inputs.nctaid[axis] = 1 + dice.below(axis == 0 ? 0x7fffffff : 0xffff);
    inputs.ctaid[axis] = dice.below(inputs.nctaid[axis]);
  }
  inputs.warp = dice.below((spec::threadsOf(inputs) + spec::kLanes - 1) / spec::kLanes);
  for (std::uint32_t* cell : {&inputs.clockLow, &inputs.clockHigh, &inputs.smemSize})
    *cell = smallOrAny(dice);
  drawWindows(inputs, dice);
}

void draw(spec::GenericRegions& regions, Dice& dice) {
  regions = {};
  constexpr std::uint32_t kMostBytes = 480; ///< of all together
  const std::uint32_t count = dice.below(dice.oneIn(4) ? spec::kGenericRegions + 1 : 4),
                      most = kMostBytes / std::max(3u, count);
  std::uint64_t from = dice.oneIn(2) ? 0 : std::uint64_t{dice.below(0x10000)} << 8;
  std::uint32_t end = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    if (r < count) {
      from += dice.oneIn(3) ? 0 : dice.oneIn(3) ? std::uint64_t{dice.below(128)} << 32 : 1 + dice.below(64);
      const std::uint32_t bytes = 1 + dice.below(dice.oneIn(4) ? 17 : most);
      regions.baseLow[r] = static_cast<std::uint32_t>(from);
      regions.baseHigh[r] = static_cast<std::uint32_t>(from >> 32) % (spec::kGenericAddressesHigh - 1);
      from = (std::uint64_t{regions.baseHigh[r]} << 32 | regions.baseLow[r]) + bytes;
      end += bytes;
    }
    regions.end[r] = end;
  }
  if (spec::faultOf(regions)) // a base that started again from 0
    draw(regions, dice);
}

void draw(spec::Counters& counters, Dice& dice) {
  for (std::uint32_t& count : counters.count)
    count = smallOrAny(dice);
}

void draw(spec::ExitedLanes& exited, Dice& dice) { exited.lanes = dice.oneIn(2) ? 0 : word(dice) & word(dice); }

void openBarrier(spec::Barriers& barriers, unsigned id, spec::BarrierUse use, Dice& dice, std::uint32_t warp) {
  std::uint32_t taken = barriers.exited | 1u << warp;
  for (unsigned other = 0; other < spec::kBarriers; ++other)
    taken |= other == id ? 0 : barriers.waiting[other];
  const std::uint32_t waiting = word(dice) & (dice.oneIn(2) ? ~0u : word(dice)) & ~taken;
  std::uint32_t warps = static_cast<std::uint32_t>(std::popcount(waiting));
  const bool sync = use == spec::BarrierUse::Sync;
  if (sync)
    warps += dice.below(3); // some merely arrived
  if (warps == 0)
    return;
  barriers.waiting[id] = waiting;
  barriers.arrived[id] = spec::kLanes * warps;
  barriers.expected[id] = spec::kLanes * (warps + 1 + (dice.oneIn(2) ? 0 : dice.below(5)));
  barriers.use[id] = static_cast<std::uint32_t>(use);
  barriers.accumulator[id] = sync                            ? 0
                             : use == spec::BarrierUse::Popc ? dice.below(barriers.arrived[id] + 1)
                                                             : dice.below(2);
}

void draw(spec::Barriers& barriers, Dice& dice, std::uint32_t warp) {
  barriers = {};
  barriers.exited = word(dice) & word(dice) & word(dice) & ~(1u << warp);
  for (unsigned few = dice.below(3); few > 0; --few) {
    const unsigned id = dice.below(spec::kBarriers);
    if (barriers.arrived[id] == 0)
      openBarrier(barriers, id, static_cast<spec::BarrierUse>(dice.below(4)), dice, warp);
  }
  barriers.latchIsCount = word(dice);
  for (unsigned w = 0; w < spec::kCtaWarps; ++w)
    barriers.latch[w] = dice.below(barriers.latchIsCount >> w & 1 ? spec::kMostBarrierThreads + 1 : 2);
}

template <class Part> const PartKind& partKind() {
  static_assert(std::has_unique_object_representations_v<Part>, "parts are compared byte for byte");
  static const PartKind kKind = {.name = spec::partName<Part>(),
                                 .layout = &spec::layoutOf<Part>(),
                                 .bytes = sizeof(Part),
                                 .cellsAt = spec::partAt<Part>(),
                                 .isLegal = [](const void* part, std::uint32_t exec) {
                                   const Part& cells = *static_cast<const Part*>(part);
                                   bool legal = !spec::faultOf(cells);
                                   if constexpr (std::same_as<Part, spec::SpecialInputs>)
                                     legal = legal && !(exec & ~spec::aliveLanes(cells));
                                   return legal;
                                 }};
  return kKind;
}
template const PartKind& partKind<spec::SpecialInputs>();
template const PartKind& partKind<spec::Counters>();
template const PartKind& partKind<spec::ExitedLanes>();
template const PartKind& partKind<spec::GenericRegions>();
template const PartKind& partKind<spec::Barriers>();
template const PartKind& partKind<spec::Surfaces>();

} // namespace warplaw::fuzz
