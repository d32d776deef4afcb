// Legal special inputs, barriers and generic regions, threads and warps of a CTA, windows: see surroundings.h.
#include "symbolic/encodings/surroundings.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::BarrierUse;

constexpr Bits kMostThreads = 1024, kMostDeep = 64;        // of a CTA, and along z (SR-3)
constexpr Bits kMostWide = 0x7fffffff, kMostHigh = 0xffff; // CTAs of a grid along x; along y and z
constexpr unsigned kThreadBits = 5;                        // of a warp
constexpr Bits kFourGiB = Bits{1} << 32;                   // no window reaches beyond (RED-4)
constexpr Bits kAddressesEnd = Bits{spec::kGenericAddressesHigh} << 32;

Term between(Term value, Bits least, Bits greatest) { return ~value.ult(least) & atMost(value, greatest); }
Term isWarps(Term threads) { return threads.extract(kThreadBits - 1, 0).eq(Bits(0)); }

/// The cells of one barrier (BAR-1, -2, -4): all 0, or a generation that some threads have joined and some have not.
Term isLegalBarrier(const BarrierTerms& all, unsigned b) {
  const Term arrived = all.arrived[b], expected = all.expected[b], use = all.use[b], accumulator = all.accumulator[b],
             waiting = all.waiting[b];
  const Term closed = (arrived | expected | use | accumulator | waiting).eq(Bits(0));
  const Term counts = isSet(arrived) & isWarps(arrived) & isWarps(expected) & arrived.ult(expected) &
                      atMost(expected, spec::kMostBarrierThreads);
  const Term reduction =
      is(use, BarrierUse::Sync)
          .ite(~isSet(accumulator), is(use, BarrierUse::Popc).ite(accumulator.ule(arrived), atMost(accumulator, 1)));
  const Term waits = populationOf(waiting) * waiting.terms().constant(32, spec::kLanes);
  const Term waiters = is(use, BarrierUse::Sync).ite(waits.ule(arrived), waits.eq(arrived));
  return closed | (counts & atMost(use, static_cast<Bits>(BarrierUse::Or)) & reduction & waiters);
}

/// The addresses from `first` on, up to and without `end`, 64 bits each: a window, which is none without bytes.
struct Window {
  Term first, end;
  Term holds(Term address) const { return first.ule(address) & address.ult(end); }
};
Window windowOf(Term low, Term size) { return {low.zext(64), low.zext(64) + size.zext(64)}; }
Window sharedWindow(const SpecialInputTerms& inputs) {
  return windowOf(inputs.sharedWindowLow, inputs.sharedWindowSize);
}
Window localWindow(const SpecialInputTerms& inputs) { return windowOf(inputs.localWindowLow, inputs.localWindowSize); }

/// Both end at 4 GiB at most, and they are apart where both have bytes (RED-4).
Term areLegalWindows(const SpecialInputTerms& inputs) {
  const Window shared = sharedWindow(inputs), local = localWindow(inputs);
  const Term both = isSet(inputs.sharedWindowSize) & isSet(inputs.localWindowSize);
  const Term apart = shared.end.ule(local.first) | local.end.ule(shared.first);
  return atMost(shared.end, kFourGiB) & atMost(local.end, kFourGiB) & both.implies(apart);
}

/// A region beside the one before it: bytes are shared out in order, and a region of none ends them (RED-5).
Term follows(const GenericRegion& before, const GenericRegion& region) {
  return isSet(region.bytes).implies(isSet(before.bytes) & (before.base + before.bytes.zext(64)).ule(region.base));
}

} // namespace

Term populationOf(Term mask) {
  std::vector<Term> sums;
  sums.reserve(mask.width());
  for (unsigned bit = 0; bit < mask.width(); ++bit)
    sums.push_back(mask.bit(bit).zext(mask.width()));
  while (sums.size() > 1) {
    std::vector<Term> pairs;
    pairs.reserve(sums.size() / 2 + 1);
    for (std::size_t i = 0; i + 1 < sums.size(); i += 2)
      pairs.push_back(sums[i] + sums[i + 1]);
    if (sums.size() % 2)
      pairs.push_back(sums.back());
    sums = std::move(pairs);
  }
  return sums.front();
}

Term threadsOf(const SpecialInputTerms& inputs) { return inputs.ntid[0] * inputs.ntid[1] * inputs.ntid[2]; }

Term warpsOf(const SpecialInputTerms& inputs) {
  const Term threads = threadsOf(inputs) + Bits(spec::kLanes - 1);
  return threads.lshr(threads.terms().constant(32, kThreadBits));
}

Term isLegal(const SpecialInputTerms& inputs) {
  std::vector<Term> all;
  for (unsigned axis = 0; axis < spec::kDimensions; ++axis) {
    all.push_back(between(inputs.ntid[axis], 1, axis == 2 ? kMostDeep : kMostThreads));
    all.push_back(between(inputs.nctaid[axis], 1, axis == 0 ? kMostWide : kMostHigh));
    all.push_back(inputs.ctaid[axis].ult(inputs.nctaid[axis]));
  }
  all.push_back(between(threadsOf(inputs), 1, kMostThreads));
  all.push_back(inputs.warp.ult(warpsOf(inputs)));
  all.push_back(areLegalWindows(inputs));
  return inputs.warp.terms().all(all);
}

Term isLegal(const CounterTerms& counters) { return counters.count[0].terms().truth(true); }

Term isLegal(const ExitedLaneTerms& exited) { return exited.lanes.terms().truth(true); }

Term isLegal(const BarrierTerms& barriers) {
  std::vector<Term> all;
  Term elsewhere = barriers.exited; // whoever is there waits at one barrier at most
  for (unsigned b = 0; b < spec::kBarriers; ++b) {
    all.push_back(isLegalBarrier(barriers, b));
    all.push_back((elsewhere & barriers.waiting[b]).eq(Bits(0)));
    elsewhere = elsewhere | barriers.waiting[b];
  }
  for (unsigned warp = 0; warp < spec::kCtaWarps; ++warp)
    all.push_back(barriers.latchIsCount.bit(warp).ite(atMost(barriers.latch[warp], spec::kMostBarrierThreads),
                                                      atMost(barriers.latch[warp], 1)));
  return elsewhere.terms().all(all);
}

Term isLegal(const GenericRegionTerms& regions) {
  std::vector<Term> all;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const GenericRegion region = regionOf(regions, r);
    const Term bytes = region.bytes.zext(64), end = region.bytes.terms().constant(64, kAddressesEnd);
    all.push_back(region.first.ule(regions.end[r]) & atMost(regions.end[r], spec::kMaxGenericBytes));
    all.push_back(region.base.ule(end - bytes)); // bytes <= 2^24: no difference that could wrap
    all.push_back(isSet(region.bytes) | region.base.eq(Bits(0)));
    if (r > 0)
      all.push_back(follows(regionOf(regions, r - 1), region));
  }
  return regions.end[0].terms().all(all);
}

GenericRegion regionOf(const GenericRegionTerms& regions, unsigned r) {
  const Term end = regions.end[r];
  const Term first = r == 0 ? end.terms().constant(32, 0) : regions.end[r - 1];
  return {regions.baseHigh[r].concat(regions.baseLow[r]), first, end - first};
}

Term isInWindow(const SpecialInputTerms& inputs, Term address) {
  return sharedWindow(inputs).holds(address) | localWindow(inputs).holds(address);
}

} // namespace warplaw::symbolic
