// Legal special inputs and barriers, threads and warps of a CTA: see surroundings.h.
#include "symbolic/encodings/surroundings.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::BarrierUse;

constexpr Bits kMostThreads = 1024, kMostDeep = 64;        // of a CTA, and along z (SR-3)
constexpr Bits kMostWide = 0x7fffffff, kMostHigh = 0xffff; // CTAs of a grid along x; along y and z
constexpr unsigned kThreadBits = 5;                        // of a warp

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
  return inputs.warp.terms().all(all);
}

Term isLegal(const CounterTerms& counters) { return counters.count[0].terms().truth(true); }

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

} // namespace warplaw::symbolic
