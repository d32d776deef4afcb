// Which surroundings a machine can hold (SR-1, SR-3, BAR-1, BAR-2, BAR-4, RED-4, RED-5, SURED-4, SURED-7), said once
// for every world whose words can be compared (spec/watched.h): rejections are made of it, and proofs read it.
//
// A part is rejected for the first of its pieces that is: so a machine can hold it exactly if it can hold each piece.
// Proofs read one piece after the other, for there are too many ways through all of them together.
#pragma once
#include "spec/surrounding_cells_fields.h"
#include "spec/texture_header_legal.h"
#include "spec/watched.h"
#include <bit>

namespace warplaw::spec {

namespace surroundings_legal {
inline constexpr std::uint32_t kMostThreads = 1024, kMostDeep = 64;       ///< of a CTA, and along z
inline constexpr std::uint32_t kMostWide = 0x7fffffff, kMostHigh = 65535; ///< CTAs of a grid along x; along y and z
inline constexpr char kAxes[] = "xyz";

template <class Value, class Least, class Greatest>
std::optional<Rejection> outOfRange(std::string_view rule, std::string_view what, const Value& value,
                                    const Least& least, const Greatest& greatest) {
  if (value >= least && value <= greatest)
    return {};
  return Rejection{std::string(rule), fmt::format("{} is {}", what, value), fmt::format("{}..{}", least, greatest)};
}

/// How many bits are set.
template <class Word> Word populationOf(const Word& mask) {
  std::array<Word, 32> sums;
  for (unsigned bit = 0; bit < sums.size(); ++bit)
    sums[bit] = mask >> bit & 1u;
  for (std::size_t count = sums.size(); count > 1; count /= 2)
    for (std::size_t i = 0; i < count / 2; ++i)
      sums[i] = sums[2 * i] + sums[2 * i + 1];
  return sums[0];
}

/// For messages: the lowest bit that is set. Nobody reads a message about watched words.
inline int lowestOf(std::uint32_t mask) { return std::countr_zero(mask); }
inline int lowestOf(const Watched<std::uint32_t>&) { return 0; }

/// The cells of barrier b alone.
template <class In> std::optional<Rejection> faultOfBarrier(const BarriersIn<In>& barriers, unsigned b) {
  const Word32<In> arrived = barriers.arrived[b], expected = barriers.expected[b], use = barriers.use[b],
                   accumulator = barriers.accumulator[b], waiting = barriers.waiting[b];
  const auto fault = [&](std::string_view rule, std::string message, std::string accepted) {
    return Rejection{std::string(rule), fmt::format("barrier {}: {}", b, message), std::move(accepted)};
  };
  if (arrived == 0u) {
    if ((expected | use | accumulator | waiting) != 0u)
      return fault("BAR-2", "something stands in it, and nobody has arrived", "all its cells 0");
    return {};
  }
  if (arrived % 32u != 0u || expected % 32u != 0u || arrived >= expected || expected > kMostBarrierThreads)
    return fault("BAR-1", fmt::format("{} of {} threads have arrived", arrived, expected),
                 fmt::format("multiples of 32, fewer than expected; at most {} expected", kMostBarrierThreads));
  const auto isUse = [&](BarrierUse kind) { return use == static_cast<std::uint32_t>(kind); };
  if (use > static_cast<std::uint32_t>(BarrierUse::Or))
    return fault("BAR-4", fmt::format("use {}", use), "0 (SYNC, ARRIVE), 1 (POPC), 2 (AND) or 3 (OR)");
  Word32<In> most = 1u;
  if (isUse(BarrierUse::Sync))
    most = 0u;
  else if (isUse(BarrierUse::Popc))
    most = arrived;
  if (accumulator > most)
    return fault("BAR-2", fmt::format("the reduction is {}", accumulator), fmt::format("0..{}", most));
  const Word32<In> threads = populationOf(waiting) * 32u;
  if (threads > arrived || (!isUse(BarrierUse::Sync) && threads != arrived))
    return fault("BAR-2", fmt::format("{} threads have arrived, and {} wait", arrived, threads),
                 "as many as have arrived; fewer where some came by ARRIVE");
  return {};
}

/// A window of no bytes is none.
template <class In> std::optional<Rejection> faultOfWindows(const SpecialInputsIn<In>& inputs) {
  const auto shared = numberOf(inputs.sharedWindowLow), sharedEnd = shared + numberOf(inputs.sharedWindowSize),
             local = numberOf(inputs.localWindowLow), localEnd = local + numberOf(inputs.localWindowSize);
  constexpr std::uint64_t kBelow = std::uint64_t{1} << 32;
  if (sharedEnd > kBelow || localEnd > kBelow)
    return Rejection{"RED-4", "a window ends above 4 GiB", "windows below"};
  if (inputs.sharedWindowSize != 0u && inputs.localWindowSize != 0u && shared < localEnd && local < sharedEnd)
    return Rejection{"RED-4", "the Local and the Shared window overlap", "windows apart"};
  return {};
}

} // namespace surroundings_legal

template <class In> Word32<In> threadsIn(const SpecialInputsIn<In>& inputs) {
  return inputs.ntid[0] * inputs.ntid[1] * inputs.ntid[2];
}

// --- Pieces: how many there are, and what is wrong with one.

template <class In> constexpr unsigned piecesOf(const SpecialInputsIn<In>&) { return 1; }
template <class In> std::optional<Rejection> faultOfPiece(const SpecialInputsIn<In>& inputs, unsigned) {
  using namespace surroundings_legal;
  for (unsigned axis = 0; axis < kDimensions; ++axis) {
    if (auto fault = outOfRange("SR-3", fmt::format("ntid.{}", kAxes[axis]), inputs.ntid[axis], 1u,
                                axis == 2 ? kMostDeep : kMostThreads))
      return fault;
    if (auto fault = outOfRange("SR-1", fmt::format("nctaid.{}", kAxes[axis]), inputs.nctaid[axis], 1u,
                                axis == 0 ? kMostWide : kMostHigh))
      return fault;
    if (auto fault =
            outOfRange("SR-1", fmt::format("ctaid.{}", kAxes[axis]), inputs.ctaid[axis], 0u, inputs.nctaid[axis] - 1u))
      return fault;
  }
  const Word32<In> threads = threadsIn(inputs);
  if (auto fault = outOfRange("SR-3", "the number of threads of the CTA", threads, 1u, kMostThreads))
    return fault;
  if (auto fault = outOfRange("SR-3", "the warp's number", inputs.warp, 0u, (threads - 1u) / kLanes))
    return fault;
  return faultOfWindows(inputs);
}

/// Each barrier, with the warps that wait there and at one before it; then the latch of each warp.
template <class In> constexpr unsigned piecesOf(const BarriersIn<In>&) { return kBarriers + kCtaWarps; }
template <class In> std::optional<Rejection> faultOfPiece(const BarriersIn<In>& barriers, unsigned piece) {
  using namespace surroundings_legal;
  if (piece >= kBarriers) {
    const unsigned w = piece - kBarriers;
    const bool isCount = (barriers.latchIsCount >> w & 1u) != 0u;
    return outOfRange("BAR-2", fmt::format("the latch of warp {}", w), barriers.latch[w], 0u,
                      isCount ? kMostBarrierThreads : 1u);
  }
  if (auto fault = faultOfBarrier(barriers, piece))
    return fault;
  Word32<In> elsewhere = barriers.exited;
  for (unsigned b = 0; b < piece; ++b)
    elsewhere = elsewhere | barriers.waiting[b];
  const Word32<In> twice = elsewhere & barriers.waiting[piece];
  if (twice != 0u)
    return Rejection{
        "BAR-2", fmt::format("warp {} waits at barrier {}, and waits elsewhere or has exited", lowestOf(twice), piece),
        "a warp that is there waits at one barrier at most"};
  return {};
}

/// Each region beside the one before it: those without a byte come last, so that it lies right behind.
template <class In> constexpr unsigned piecesOf(const GenericRegionsIn<In>&) { return kGenericRegions; }
template <class In> std::optional<Rejection> faultOfPiece(const GenericRegionsIn<In>& regions, unsigned r) {
  constexpr std::uint64_t kAddressesEnd = std::uint64_t{kGenericAddressesHigh} << 32;
  const auto fault = [&](std::string message, std::string accepted) {
    return Rejection{"RED-5", fmt::format("generic region {}: {}", r, message), std::move(accepted)};
  };
  const auto baseOf = [&](unsigned region) -> Cell<In, std::uint64_t> {
    return numberOf(regions.baseHigh[region]) << 32u | numberOf(regions.baseLow[region]);
  };
  const auto endBefore = [&](unsigned region) -> Word32<In> {
    if (region == 0)
      return 0u;
    return regions.end[region - 1];
  };
  const Cell<In, std::uint64_t> base = baseOf(r);
  const Word32<In> end = regions.end[r], before = endBefore(r);
  if (end < before || end > kMaxGenericBytes)
    return fault(fmt::format("its bytes end at {}, after {}", end, before), "no less, at most 2^24 bytes together");
  const bool hasBytes = end != before;
  if (!hasBytes && (base != std::uint64_t{0} || regions.end[kGenericRegions - 1] != end))
    return fault("it has no byte", "a base of 0, and no region after it");
  if (base >= kAddressesEnd)
    return fault(fmt::format("its base {:#x} has more than 40 bits", base), "40 bits of address");
  Cell<In, std::uint64_t> taken = std::uint64_t{0}; // addresses below it
  if (r > 0)
    taken = baseOf(r - 1) + (before - endBefore(r - 1));
  if (hasBytes && base < taken)
    return fault(fmt::format("its base {:#x} lies before the end of the one before", base), "sorted regions, apart");
  if (hasBytes && base + (end - before) > kAddressesEnd)
    return fault("it leaves the generic address space", "40 bits of address");
  return {};
}

/// All numbers; then each header.
template <class In> constexpr unsigned piecesOf(const SurfacesIn<In>&) { return 1 + kTextureHeaders; }
template <class In> std::optional<Rejection> faultOfPiece(const SurfacesIn<In>& surfaces, unsigned piece) {
  using namespace surroundings_legal;
  if (piece > 0) {
    const unsigned i = piece - 1;
    HeaderWordsIn<In> header;
    for (unsigned word = 0; word < kTextureHeaderWords; ++word)
      header[word] = surfaces.header[kTextureHeaderWords * i + word];
    if (auto fault = faultOfHeader<In>(header))
      return Rejection{fault->rule, fmt::format("texture header {}: {}", i, fault->message), fault->accepted};
    return {};
  }
  if (auto fault = outOfRange("SURED-4", "the pool's last header", surfaces.lastHeader, 0u, kTextureHeaders - 1))
    return fault;
  if (auto fault = outOfRange("SURED-7", "disabled", surfaces.disabled, 0u, 1u))
    return fault;
  for (unsigned i = 0; i < kBoundHandles; ++i) {
    Word32<In> least = 0u;
    if (i > 0)
      least = surfaces.boundAt[i - 1] + 1u;
    if (auto fault = outOfRange("SURED-4", fmt::format("the number of bound word {}", i), surfaces.boundAt[i], least,
                                kBankWords - kBoundHandles + i))
      return fault;
  }
  return {};
}

/// What no machine holds of a part: the first piece that is wrong.
template <class Part> std::optional<Rejection> faultOfPieces(const Part& part) {
  for (unsigned piece = 0; piece < piecesOf(part); ++piece)
    if (auto fault = faultOfPiece(part, piece))
      return fault;
  return {};
}

} // namespace warplaw::spec
