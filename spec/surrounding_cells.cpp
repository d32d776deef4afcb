// Which surroundings a machine can hold (SR-1, SR-3, BAR-1, BAR-2, BAR-4, RED-4, RED-5, SURED-4,
// SURED-8).
#include "spec/surrounding_cells_fields.h"
#include "spec/texture_header.h"
#include <bit>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::uint32_t kMostThreads = 1024, kMostDeep = 64;       ///< of a CTA, and along z
constexpr std::uint32_t kMostWide = 0x7fffffff, kMostHigh = 65535; ///< CTAs of a grid along x; along y and z
constexpr char kAxes[] = "xyz";

std::optional<Rejection> outOfRange(std::string_view rule, std::string_view what, std::uint32_t value,
                                    std::uint32_t least, std::uint32_t greatest) {
  if (value >= least && value <= greatest)
    return {};
  return Rejection{std::string(rule), fmt::format("{} is {}", what, value), fmt::format("{}..{}", least, greatest)};
}

/// The cells of barrier b alone.
std::optional<Rejection> faultOfBarrier(const Barriers& barriers, unsigned b) {
  const std::uint32_t arrived = barriers.arrived[b], expected = barriers.expected[b], use = barriers.use[b],
                      accumulator = barriers.accumulator[b], waiting = barriers.waiting[b];
  const auto fault = [&](std::string_view rule, std::string message, std::string accepted) {
    return Rejection{std::string(rule), fmt::format("barrier {}: {}", b, message), std::move(accepted)};
  };
  if (arrived == 0) {
    if (expected | use | accumulator | waiting)
      return fault("BAR-2", "something stands in it, and nobody has arrived", "all its cells 0");
    return {};
  }
  if (arrived % 32 || expected % 32 || arrived >= expected || expected > kMostBarrierThreads)
    return fault("BAR-1", fmt::format("{} of {} threads have arrived", arrived, expected),
                 fmt::format("multiples of 32, fewer than expected; at most {} expected", kMostBarrierThreads));
  if (use > static_cast<std::uint32_t>(BarrierUse::Or))
    return fault("BAR-4", fmt::format("use {}", use), "0 (SYNC, ARRIVE), 1 (POPC), 2 (AND) or 3 (OR)");
  const std::uint32_t most = use == static_cast<std::uint32_t>(BarrierUse::Sync)   ? 0
                             : use == static_cast<std::uint32_t>(BarrierUse::Popc) ? arrived
                                                                                   : 1;
  if (accumulator > most)
    return fault("BAR-2", fmt::format("the reduction is {}", accumulator), fmt::format("0..{}", most));
  const std::uint32_t threads = 32 * static_cast<std::uint32_t>(std::popcount(waiting));
  if (threads > arrived || (use != static_cast<std::uint32_t>(BarrierUse::Sync) && threads != arrived))
    return fault("BAR-2", fmt::format("{} threads have arrived, and {} wait", arrived, threads),
                 "as many as have arrived; fewer where some came by ARRIVE");
  return {};
}

/// A window of no bytes is none.
std::optional<Rejection> faultOfWindows(const SpecialInputs& inputs) {
  const std::uint64_t shared = inputs.sharedWindowLow, sharedEnd = shared + inputs.sharedWindowSize,
                      local = inputs.localWindowLow, localEnd = local + inputs.localWindowSize;
  constexpr std::uint64_t kBelow = std::uint64_t{1} << 32;
  if (sharedEnd > kBelow || localEnd > kBelow)
    return Rejection{"RED-4", "a window ends above 4 GiB", "windows below"};
  if (inputs.sharedWindowSize && inputs.localWindowSize && shared < localEnd && local < sharedEnd)
    return Rejection{"RED-4", "the Local and the Shared window overlap", "windows apart"};
  return {};
}

} // namespace

std::uint32_t threadsOf(const SpecialInputs& inputs) { return inputs.ntid[0] * inputs.ntid[1] * inputs.ntid[2]; }

std::uint32_t aliveLanes(const SpecialInputs& inputs) {
  const std::uint32_t first = kLanes * inputs.warp, threads = threadsOf(inputs);
  const std::uint32_t alive = threads > first ? threads - first : 0;
  return alive >= kLanes ? ~0u : (1u << alive) - 1;
}

std::optional<Rejection> faultOf(const SpecialInputs& inputs) {
  for (unsigned axis = 0; axis < kDimensions; ++axis) {
    if (auto fault = outOfRange("SR-3", fmt::format("ntid.{}", kAxes[axis]), inputs.ntid[axis], 1,
                                axis == 2 ? kMostDeep : kMostThreads))
      return fault;
    if (auto fault = outOfRange("SR-1", fmt::format("nctaid.{}", kAxes[axis]), inputs.nctaid[axis], 1,
                                axis == 0 ? kMostWide : kMostHigh))
      return fault;
    if (auto fault =
            outOfRange("SR-1", fmt::format("ctaid.{}", kAxes[axis]), inputs.ctaid[axis], 0, inputs.nctaid[axis] - 1))
      return fault;
  }
  const std::uint32_t threads = threadsOf(inputs);
  if (auto fault = outOfRange("SR-3", "the number of threads of the CTA", threads, 1, kMostThreads))
    return fault;
  if (auto fault = outOfRange("SR-3", "the warp's number", inputs.warp, 0, (threads - 1) / kLanes))
    return fault;
  return faultOfWindows(inputs);
}

std::optional<Rejection> faultOf(const Counters&) { return {}; }
std::optional<Rejection> faultOf(const ExitedLanes&) { return {}; }

std::optional<Rejection> faultOf(const Barriers& barriers) {
  std::uint32_t waiting = barriers.exited;
  for (unsigned b = 0; b < kBarriers; ++b) {
    if (auto fault = faultOfBarrier(barriers, b))
      return fault;
    if (waiting & barriers.waiting[b])
      return Rejection{"BAR-2",
                       fmt::format("warp {} waits at barrier {}, and waits elsewhere or has exited",
                                   std::countr_zero(waiting & barriers.waiting[b]), b),
                       "a warp that is there waits at one barrier at most"};
    waiting |= barriers.waiting[b];
  }
  for (unsigned w = 0; w < kCtaWarps; ++w)
    if (auto fault = outOfRange("BAR-2", fmt::format("the latch of warp {}", w), barriers.latch[w], 0,
                                barriers.latchIsCount >> w & 1 ? kMostBarrierThreads : 1))
      return fault;
  return {};
}

std::optional<Rejection> faultOf(const GenericRegions& regions) {
  constexpr std::uint64_t kAddressesEnd = std::uint64_t{kGenericAddressesHigh} << 32;
  std::uint64_t from = 0; // addresses below it are taken
  std::uint32_t before = 0;
  for (unsigned r = 0; r < kGenericRegions; ++r) {
    const auto fault = [&](std::string message, std::string accepted) {
      return Rejection{"RED-5", fmt::format("generic region {}: {}", r, message), std::move(accepted)};
    };
    const std::uint64_t base = std::uint64_t{regions.baseHigh[r]} << 32 | regions.baseLow[r];
    const std::uint32_t end = regions.end[r];
    if (end < before || end > kMaxGenericBytes)
      return fault(fmt::format("its bytes end at {}, after {}", end, before), "no less, at most 2^24 bytes together");
    if (end == before && (base != 0 || regions.end[kGenericRegions - 1] != end))
      return fault("it has no byte", "a base of 0, and no region after it");
    if (base >= kAddressesEnd)
      return fault(fmt::format("its base {:#x} has more than 40 bits", base), "40 bits of address");
    if (end != before && base < from)
      return fault(fmt::format("its base {:#x} lies before the end of the one before", base), "sorted regions, apart");
    from = end == before ? from : base + (end - before);
    if (from > kAddressesEnd)
      return fault("it leaves the generic address space", "40 bits of address");
    before = end;
  }
  return {};
}

std::optional<Rejection> faultOf(const Surfaces& surfaces) {
  if (auto fault = outOfRange("SURED-4", "the pool's last header", surfaces.lastHeader, 0, kTextureHeaders - 1))
    return fault;
  if (auto fault = outOfRange("SURED-7", "disabled", surfaces.disabled, 0, 1))
    return fault;
  for (unsigned i = 0; i < kBoundHandles; ++i) {
    const std::string what = fmt::format("the number of bound word {}", i);
    const std::uint32_t least = i ? surfaces.boundAt[i - 1] + 1 : 0;
    if (auto fault = outOfRange("SURED-4", what, surfaces.boundAt[i], least, kBankWords - kBoundHandles + i))
      return fault;
  }
  for (unsigned i = 0; i < kTextureHeaders; ++i)
    if (auto fault = faultOf(headerIn(surfaces, i)))
      return Rejection{fault->rule, fmt::format("texture header {}: {}", i, fault->message), fault->accepted};
  return {};
}

std::optional<Rejection> faultOfStorage(const GenericRegions& regions, std::size_t bytes) {
  const std::uint32_t end = regions.end[kGenericRegions - 1];
  if (bytes == end)
    return {};
  return Rejection{"RED-5", fmt::format("{} bytes of generic memory in regions of {}", bytes, end),
                   "as many bytes as the last region ends at"};
}

} // namespace warplaw::spec
