// Barriers of a CTA over terms: who meets, and what is before what because of it (PTX-13, BAR-1 to BAR-4). Which lanes
// of a warp come folds, and which barrier they name, of how many threads. Who meets must not depend on the schedule:
// whoever comes to a barrier has seen all that met there before.
#include "proofs/kernels/machine.h"
#include <algorithm>
#include <utility>

namespace warplaw::proofs::kernels {
using ptx::BarrierKind;
using ptx::FindingKind;
using ptx::Step;
namespace {

bool areSame(const Lanes& a, const Lanes& b) {
  return std::ranges::equal(a, b, [](Term x, Term y) { return x.same(y); });
}
bool isSure(const Lanes& came) {
  return std::ranges::any_of(came, [](Term lane) { return lane.isTrue(); });
}
/// Did whoever came by `b` come by `a`, too?
bool areAmong(const Lanes& b, const Lanes& a) {
  return std::ranges::equal(b, a, [](Term x, Term y) { return x.isFalse() || y.isTrue() || x.same(y); });
}

/// Is whatever `b` says said by `a`?
bool follows(const AnySeen& b, const AnySeen& a) {
  const bool isByThese = a.by == nullptr || a.by == b.by || (b.by && areAmong(*b.by, *a.by));
  return b.until <= a.until && (a.others.isTrue() || a.others.same(b.others)) && isByThese &&
         (a.came == b.came || areAmong(*b.came, *a.came));
}

/// What is seen under a condition. That it may be seen by way of other lanes stays known.
void add(std::vector<AnySeen>& to, AnySeen one, Term condition) {
  const auto stands = [](AnySeen& by, const AnySeen& other) { by.isOfSome |= other.isOfSome || other.by; };
  for (AnySeen& known : to)
    if (follows(one, known))
      return stands(known, one);
  one.others = one.others & condition;
  for (const AnySeen& known : to)
    if (follows(known, one))
      stands(one, known);
  std::erase_if(to, [&](const AnySeen& known) { return follows(known, one); });
  to.push_back(std::move(one));
}

/// Whoever waits has seen it all; of a part of a warp, these lanes.
void add(AnyView& to, const AnyView& view, Term condition, const std::shared_ptr<const Lanes>& by = nullptr) {
  for (std::size_t warp = 0; warp < to.size(); ++warp)
    for (AnySeen one : view[warp]) {
      one.by = by;
      add(to[warp], std::move(one), condition);
    }
}

/// What some lanes of a warp have seen, which is before whatever comes after the barrier that they come to.
AnyView seenBy(const AnyView& view, const Lanes& lanes) {
  AnyView all = view;
  for (std::vector<AnySeen>& seen : all)
    std::erase_if(seen, [&](const AnySeen& one) {
      for (unsigned lane = 0; one.by && lane < 32; ++lane)
        if (lanes[lane].isTrue() && (*one.by)[lane].isTrue())
          return false;
      return one.by != nullptr;
    });
  return all;
}

} // namespace

/// If the lane came to a barrier since, or met another one of its warp that did. One that had left did not come, nor
/// one that was elsewhere.
Term AnyMachine::sees(const AnyCta& cta, const AnyWarp& warp, unsigned other, std::uint32_t time, unsigned lane,
                      Term executes, std::optional<unsigned> by) const {
  std::vector<Term> seen;
  for (const AnySeen& one : warp.seen[other]) {
    const bool isByAll = !one.by || (by && (*one.by)[*by].isTrue());
    if (time > one.until || !isByAll)
      continue;
    const Lanes& came = *one.came;
    std::vector<Term> brought{came[lane]};
    for (const AnyJoin& join : cta.warps[other].joins)
      if (time <= join.time && join.time <= one.until && !came[lane].isTrue())
        for (unsigned with = 0; with < 32; ++with)
          brought.push_back(came[with] & join.group[with].bit(lane));
    seen.push_back((executes & ~came[lane]).isFalse() ? one.others : terms_.any(brought) & one.others);
  }
  return terms_.any(seen);
}

/// May it be before by way of lanes that met at a bar.warp.sync, some of which came to a barrier without the others?
bool AnyMachine::mayBeOrderedByMeeting(const AnyCta& cta, const AnyWarp& warp, unsigned other, std::uint32_t time) {
  return std::ranges::any_of(cta.warps, [](const AnyWarp& one) { return !one.joins.empty(); }) &&
         std::ranges::any_of(warp.seen[other],
                             [&](const AnySeen& one) { return time <= one.until && (one.isOfSome || one.by); });
}

/// A condition that is one term for all lanes is decided first.
void AnyMachine::decideIfOne(const Lanes& lanes) {
  const auto first = std::ranges::find_if(lanes, [](Term lane) { return !lane.isConstant(); });
  if (!mayFork_ || first == lanes.end() ||
      !std::ranges::all_of(lanes, [&](Term lane) { return lane.isFalse() || lane.same(*first); }))
    return;
  ways_ = {{{*first, true}}, {{*first, false}}};
  throw Fork();
}

/// Whether all lanes of a warp come to an aligned barrier, or none: what else happens is an error, which was asked
/// about, and ends the launch.
void AnyMachine::decideIfTogether(const Now& now, const Lanes& missing) {
  const Term part = terms_.any(now.lanes) & terms_.any(missing);
  if (assumed(part).isTrue()) {
    fine_ = no();
    stop(now.index, kAllMeetErrors);
  }
  if (!mayFork_)
    return;
  const auto nobody = [](const Lanes& lanes) {
    Decided all;
    for (const Term one : lanes)
      if (!one.isConstant())
        all.emplace_back(one, false);
    return all;
  };
  ways_ = {nobody(missing), nobody(now.lanes), {{part, true}}};
  throw Fork();
}

void AnyMachine::barrier(const Now& now, std::size_t fragment) {
  const Step& step = now.step;
  const bool waits = barrierKindOf(step) != BarrierKind::Arrive;
  Lanes missing;
  for (unsigned lane = 0; lane < 32; ++lane)
    missing[lane] = decided(live(now.warp, lane) & ~now.lanes[lane]);
  if (step.isAligned)
    ask(FindingKind::DivergentBarrier, now.index, terms_.any(now.lanes) & terms_.any(missing));
  if (waits)
    ask(FindingKind::Deadlock, now.index, no());
  ask(FindingKind::DependsOnSchedule, now.index, no());
  if (isNamedLate(step))
    askWhatIsNamed(now);
  if (isBarrierReduction(step))
    decides(now, step.src[2], now.lanes);
  settle();
  if (fine_.isFalse())
    return;
  const bool isOfSome = !isNobody(missing);
  if (isOfSome && !(areConstant(now.lanes) && areConstant(missing))) {
    decideIfOne(now.lanes);
    if (step.isAligned)
      decideIfTogether(now, missing);
    stop(now.index, "a barrier that some lanes of a warp come to, and which do does not fold");
  }
  if (std::ranges::any_of(now.warp.fragments,
                          [&](const AnyFragment& one) { return isOfSome && !areConstant(one.lanes); }))
    stop(now.index, "a barrier that some lanes of a warp come to, and where the others are does not fold");
  if (!isOfSome && now.warp.fragments.size() > 1)
    stop(now.index, "lanes of a warp wait at several places");
  arrive(now, waits, isOfSome);
  if (fine_.isFalse())
    return;
  if (waits) {
    now.warp.fragments[fragment].state = AnyFragment::State::AtBarrier;
  } else {
    const AnyFragment own = now.warp.fragments[fragment];
    now.warp.fragments.erase(now.warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
    go(now.warp, own, now.index + 1);
  }
  completeBarriers(now.cta);
}

/// What the first executing lane holds, 32 bits.
Term AnyMachine::wordOfFirst(const Now& now, const ptx::Source& source) {
  Term word = valueOf(now, source, 31, 32).word;
  for (unsigned lane = 31; lane-- > 0;)
    word = now.lanes[lane].ite(valueOf(now, source, lane, 32).word, word);
  return word;
}

/// Is there such a barrier, is it a count, and do the threads of the warp name the same (BAR-1, BAR-4)?
void AnyMachine::askWhatIsNamed(const Now& now) {
  const Step& step = now.step;
  for (const ptx::Source& source : {step.src[0], step.src[1]})
    if (isNamedLate(source))
      decides(now, source, now.lanes);
  const bool merelyArrives = barrierKindOf(step) == BarrierKind::Arrive;
  const Term ofFirst = wordOfFirst(now, step.src[0]), countOfFirst = wordOfFirst(now, step.src[1]);
  Lanes wrong, unlike;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const Term id = valueOf(now, step.src[0], lane, 32).word, count = valueOf(now, step.src[1], lane, 32).word;
    const Term isBarrier = id.ult(symbolic::Bits(16)), isCount = count.extract(4, 0).eq(symbolic::Bits(0));
    const Term isSaid = merelyArrives ? count.ne(terms_.constant(32, 0)) : terms_.truth(true);
    wrong[lane] = now.lanes[lane] & ~(isBarrier & isCount & isSaid);
    unlike[lane] = now.lanes[lane] & (id.ne(ofFirst) | count.ne(countOfFirst));
  }
  ask(FindingKind::DivergentBarrier, now.index, terms_.any(wrong));
  if (step.isAligned)
    return ask(FindingKind::DivergentBarrier, now.index, terms_.any(unlike));
  if (!isNobody(unlike))
    stop(now.index, "a barrier that each thread names for itself is not modelled");
}

/// Lanes of a warp come to a barrier: all that have not exited, or some.
void AnyMachine::arrive(const Now& now, bool waits, bool isOfSome) {
  const Term id = wordOfFirst(now, now.step.src[0]), count = wordOfFirst(now, now.step.src[1]);
  if (!id.isConstant() || !count.isConstant())
    stop(now.index, "a barrier whose number or count does not fold");
  const bool countsThreads = kernel_.target >= ptx::kIndependent || !isSure(now.lanes);
  if (count.value() != 0 && countsThreads && !areConstant(now.lanes)) {
    decideIfOne(now.lanes);
    stop(now.index, "a barrier that counts threads, of which some may have left");
  }
  AnyBarrier& barrier = now.cta.barriers[static_cast<std::uint64_t>(id.value())];
  if (!barrier.arrived.empty()) { // BAR-4
    const Step& first = kernel_.steps[barrier.arrived[0].step];
    const auto reductionOf = [](const Step& step) { return isBarrierReduction(step) ? step.operation : 0; };
    if (barrier.count != count.value() || reductionOf(first) != reductionOf(now.step)) {
      ask(FindingKind::DivergentBarrier, now.index, terms_.any(now.lanes) & terms_.any(barrier.arrived[0].lanes),
          "another warp may come last");
      settle();
      if (fine_.isFalse())
        return;
      stop(now.index, "one barrier with several counts or operations");
    }
  }
  barrier.count = static_cast<std::uint64_t>(count.value());
  barrier.seen.resize(now.cta.warps.size());
  barrier.arrived.push_back({now.warp.number, now.index, now.warp.time, now.lanes, waits, isOfSome});
  ++now.warp.meets;
  askWhoMeets(now, barrier);
  add(barrier.seen, seenBy(now.warp.seen, now.lanes), terms_.any(now.lanes));
  add(barrier.seen[now.warp.number],
      {now.warp.time, std::make_shared<const Lanes>(now.lanes), terms_.truth(true), isOfSome}, terms_.truth(true));
  for (unsigned lane = 0; isBarrierReduction(now.step) && lane < 32; ++lane)
    barrier.holding.push_back(now.lanes[lane] & valueOf(now, now.step.src[2], lane, 1).word);
}

/// As many threads as a barrier counts then: below sm_70 a warp comes as a whole.
std::uint64_t AnyMachine::countedOf(const AnyArrival& arrival) const {
  if (kernel_.target < ptx::kIndependent)
    return 32;
  return static_cast<std::uint64_t>(std::ranges::count_if(arrival.lanes, [](Term lane) { return lane.isTrue(); }));
}

/// Whoever has not seen all that met before might have been one of them: each thread that comes, unless all of its warp
/// came together.
void AnyMachine::askWhoMeets(const Now& now, const AnyBarrier& barrier) {
  std::vector<Term> unseen;
  bool mayBeSeen = false;
  for (const AnyArrival& one : barrier.before) {
    const bool isOwn = one.warp == now.warp.number;
    for (unsigned lane = 0; lane < 32 && !(isOwn && kernel_.steps[one.step].isAligned); ++lane) {
      const auto seenBy = [&](std::optional<unsigned> by) {
        return sees(now.cta, now.warp, one.warp, one.time, lane, one.lanes[lane], by);
      };
      if ((one.lanes[lane] & ~seenBy({})).isFalse())
        continue;
      mayBeSeen |= mayBeOrderedByMeeting(now.cta, now.warp, one.warp, one.time);
      for (unsigned by = 0; by < 32; ++by)
        if (!(isOwn && by == lane) && !now.lanes[by].isFalse())
          unseen.push_back(now.lanes[by] & one.lanes[lane] & ~seenBy(by));
    }
  }
  std::uint64_t threads = 0;
  for (const AnyArrival& one : barrier.arrived)
    threads += countedOf(one);
  if (barrier.count != 0 && threads > barrier.count)
    unseen.push_back(terms_.truth(true));
  const Term depends = terms_.any(unseen) & terms_.any(now.lanes);
  if (depends.isFalse())
    return;
  ask(FindingKind::DependsOnSchedule, now.index, depends,
      mayBeSeen ? "what a bar.warp.sync and barriers of some lanes order together is not followed" : "");
  limit("the reference schedule: which warps meet at a barrier");
}

/// Have as many threads come as it counts, or all that have not exited?
bool AnyMachine::isComplete(const AnyCta& cta, const AnyBarrier& barrier) {
  if (barrier.arrived.empty())
    return false;
  std::uint64_t threads = 0;
  std::vector<Lanes> came(cta.warps.size());
  for (Lanes& lanes : came)
    lanes.fill(no());
  for (const AnyArrival& one : barrier.arrived) {
    threads += countedOf(one);
    for (unsigned lane = 0; lane < 32; ++lane)
      came[one.warp][lane] = came[one.warp][lane] | one.lanes[lane];
  }
  if (barrier.count != 0)
    return threads >= barrier.count;
  return std::ranges::all_of(cta.warps, [&](const AnyWarp& warp) {
    for (unsigned lane = 0; lane < 32 && !warp.fragments.empty(); ++lane) // all have left where there is none
      if (!decided(live(warp, lane) & ~came[warp.number][lane]).isFalse())
        return false;
    return true;
  });
}

void AnyMachine::completeBarriers(AnyCta& cta) {
  for (auto& [number, barrier] : cta.barriers)
    if (isComplete(cta, barrier))
      letGo(cta, barrier);
}

void AnyMachine::letGo(AnyCta& cta, AnyBarrier& barrier) {
  Term holding = terms_.constant(32, 0), threads = holding;
  for (const Term one : barrier.holding)
    holding = holding + one.zext(32);
  for (const AnyArrival& one : barrier.arrived)
    for (const Term lane : one.lanes)
      threads = threads + lane.zext(32);
  const AnyBarrier done = std::exchange(barrier, {});
  barrier.before = done.arrived;
  for (const AnyArrival& one : done.arrived) {
    if (!one.waits)
      continue;
    AnyWarp& warp = cta.warps[one.warp];
    add(warp.seen, done.seen, terms_.truth(true), one.isOfSome ? std::make_shared<const Lanes>(one.lanes) : nullptr);
    const Step& step = kernel_.steps[one.step];
    if (isBarrierReduction(step)) {
      const Term result = barrierKindOf(step) == BarrierKind::Popc  ? holding
                          : barrierKindOf(step) == BarrierKind::And ? holding.eq(threads)
                                                                    : terms_.any(done.holding);
      for (unsigned lane = 0; lane < 32; ++lane)
        write({cta, warp, step, one.step, one.lanes}, step.dst[0], lane, {result, no(), no()});
    }
    const auto waiting = std::ranges::find_if(warp.fragments, [&](const AnyFragment& fragment) {
      return fragment.state == AnyFragment::State::AtBarrier && fragment.pc == one.step &&
             areSame(fragment.lanes, one.lanes);
    });
    const AnyFragment own = *waiting;
    warp.fragments.erase(waiting);
    go(warp, own, one.step + 1);
  }
  forgetWhatAllSee(cta);
}

/// What is before whatever comes need not be compared with it.
void AnyMachine::forgetWhatAllSee(AnyCta& cta) {
  const auto forget = [&](AnyRegion& region) {
    const std::vector<AnyAccess> log = std::exchange(region.log, {});
    region.byByte.clear();
    region.anywhere.clear();
    region.compared.clear();
    for (const AnyAccess& one : log)
      if (!std::ranges::all_of(cta.warps, [&](const AnyWarp& warp) {
            return warp.fragments.empty() ||
                   (one.executes & ~sees(cta, warp, one.warp, one.time, one.lane, one.executes, {})).isFalse();
          }))
        enter(region, one);
  };
  forget(cta.shared);
  if (any_.launch.grid == ptx::Dimensions{1, 1, 1})
    std::ranges::for_each(global_, forget);
}

/// Nobody goes on: those that have not ended wait for ever.
void AnyMachine::deadlock(AnyCta& cta) {
  bool isKnown = true; ///< of each thread: has it ended?
  std::uint32_t last = 0;
  const auto areKnown = [&](const Lanes& lanes) {
    return std::ranges::all_of(lanes, [&](Term lane) { return decided(lane).isConstant(); });
  };
  for (const AnyWarp& warp : cta.warps)
    for (const AnyFragment& one : warp.fragments) {
      isKnown &= areKnown(one.lanes) && areKnown(warp.exited);
      if (!isKnown)
        decideIfOne(one.lanes);
      last = one.pc;
    }
  for (const AnyWarp& warp : cta.warps)
    for (const AnyFragment& one : warp.fragments)
      ask(FindingKind::Deadlock, one.pc, terms_.any(one.lanes),
          isKnown ? "" : "it may go on where other threads have left");
  settle();
  if (!isKnown)
    stop(last, "warps wait at barriers that others may have left");
}

} // namespace warplaw::proofs::kernels
