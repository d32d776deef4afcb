// Barriers of a CTA, and launches that nobody can go on with (PTX-13, BAR-1 to BAR-4).
#include "ptx/flow/flow.h"
#include "ptx/machine/machine.h"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace warplaw::ptx {
namespace {
constexpr std::uint64_t kBarriers = 16;
unsigned threadsIn(std::uint32_t lanes) { return static_cast<unsigned>(std::popcount(lanes)); }
} // namespace

void BarrierState::restart() {
  threads = count = holding = holders = whole = 0;
  kind = BarrierKind::Sync;
  last.swap(came);
  for (Clocks::Seen* const seen : {&before, &came})
    seen->clear();
  waiting.clear();
}

/// Is what was accessed in shared memory before what all warps do next?
static bool isOfAll(const Cta& cta, const BarrierState& state) {
  if (cta.clocks.areOfThreads())
    return false;
  std::uint32_t waiting = 0;
  for (const BarrierState::Waiting& one : state.waiting)
    waiting |= std::uint32_t{1} << one.warp;
  return std::ranges::all_of(cta.warps, [&](const Warp& warp) {
    const bool waits = (waiting >> warp.number & 1) != 0;
    return waits ? state.before[warp.number] == cta.clocks.now(warp.number)
                 : warp.isDone() && (cta.interval.users() >> warp.number & 1) == 0;
  });
}

/// All that was accessed in shared memory is before what comes, but for what lanes did that have left: then the block
/// has no interval any more.
static void beginInterval(Cta& cta) {
  if (cta.clocks.someLeft())
    cta.interval.handOver(cta.clocks, *cta.shared.accesses);
  else
    cta.interval.restart(*cta.shared.accesses, false);
}

/// Notes for each warp by itself what is noted for all warps that wait as a whole.
static void splitUp(Cta& cta, BarrierState& state) {
  for (std::uint32_t left = std::exchange(state.whole, 0); left != 0; left &= left - 1) {
    const Warp& warp = cta.warps[static_cast<std::size_t>(std::countr_zero(left))];
    cta.clocks.arrive(warp.number, warp.live(), state.before);
    cta.clocks.come(warp.number, warp.live(), state.came);
    state.waiting.push_back({warp.number, warp.fragments[0].pc, warp.fragments[0].lanes});
  }
}

/// From now on each thread comes to barriers by itself.
static void takeThreads(Cta& cta) {
  for (BarrierState& state : cta.barriers) {
    splitUp(cta, state);
    for (Clocks::Seen* const seen : {&state.before, &state.came, &state.last})
      *seen = cta.clocks.ofThreads(*seen);
  }
  cta.clocks.takeThreads();
}

/// Lanes of a warp that have not exited, and have nothing else to do.
static std::uint32_t lanesThatOnlyExit(const Warp& warp, const std::vector<Step>& steps) {
  std::uint32_t lanes = 0;
  for (const Fragment& one : warp.fragments)
    if (one.state == Fragment::State::Runs && onlyExits(steps, one.pc))
      lanes |= one.lanes;
  for (const Meeting& one : warp.meetings)
    if (onlyExits(steps, one.pc))
      lanes |= one.arrived;
  return lanes;
}

/// Would the choice change something that it has not changed yet, and leave nobody who waits?
static bool mayLeaveAtOnce(const Kernel& kernel) {
  Kernel chosen = kernel;
  leaveAtOnce(chosen);
  return !staysForOthers(chosen.steps) && !std::ranges::equal(chosen.steps, kernel.steps, {}, &Step::kind, &Step::kind);
}

/// A warp whose lanes all come to a bar.sync of all threads: what most barriers are.
bool Machine::comesWhole(const Now& now) {
  Cta& cta = now.cta;
  Warp& warp = now.warp;
  const Known& known = known_[now.index];
  BarrierState& state = cta.barriers[known.barrier];
  if (!known.isOfBlock || trace_ || now.lanes != warp.live() || warp.fragments.size() != 1 || !state.last.empty() ||
      cta.clocks.areOfThreads() || (state.threads != 0 && state.whole == 0))
    return false;
  state.count = 0;
  state.kind = BarrierKind::Sync;
  state.threads += threadsIn(now.lanes);
  state.whole |= 1u << warp.number;
  cta.begun |= 1u << known.barrier;
  warp.fragments[0].state = Fragment::State::AtBarrier;
  if (state.threads >= cta.live)
    completeBarriers(cta);
  return true;
}

void Machine::barrier(const Now& now, std::size_t fragment) {
  Warp& warp = now.warp;
  const Step& step = now.step;
  if (comesWhole(now))
    return;
  if (step.isAligned && now.lanes != warp.live())
    find(FindingKind::DivergentBarrier, now, now.lanes, [&] {
      const std::uint32_t others = warp.live() & ~now.lanes;
      const bool onlyExit = kernel_.target >= kIndependent && (others & ~lanesThatOnlyExit(warp, kernel_.steps)) == 0;
      return fmt::format("{} of the {} threads of the warp come to it together; {}", threadsIn(now.lanes),
                         threadsIn(warp.live()),
                         onlyExit ? fmt::format("the other {} only {} to exit: PTX forbids it (PTX-13), the CUDA "
                                                "guide allows it since sm_70{}",
                                                threadsIn(others), threadsIn(others) == 1 ? "has" : "have",
                                                mayLeaveAtOnce(kernel_) ? ": --choice returning=left takes it so" : "")
                                  : "all must");
    });
  decides(now, step.src[0], now.lanes, "which barrier it is");
  decides(now, step.src[1], now.lanes, "how many threads a barrier counts");
  if (isBarrierReduction(step))
    decides(now, step.src[2], now.lanes, "what a barrier gives");
  if (trace_)
    traceStep(now);
  const bool waits = barrierKindOf(step) != BarrierKind::Arrive;
  std::uint32_t alike = lanesNamingAlike(now, now.lanes);
  if (waits && (now.lanes != warp.fragments[fragment].lanes || alike != now.lanes))
    warp.splitOff(fragment, now.lanes);
  for (std::uint32_t left = now.lanes;; alike = lanesNamingAlike(now, left)) {
    BarrierState& state = arrive({now.cta, warp, step, now.index, alike});
    left &= ~alike;
    if (waits) {
      const std::size_t own = left != 0 ? warp.part(fragment, alike) : fragment;
      warp.fragments[own].state = Fragment::State::AtBarrier;
      state.waiting.push_back({warp.number, now.index, alike});
    }
    if (left == 0)
      break;
  }
  if (!waits)
    warp.advance(fragment, now.index + 1);
  completeBarriers(now.cta);
}

/// Those of `lanes` that name barrier and count as the first of them does. All lanes of a warp must, where it is
/// aligned; if they do not, the first one's are taken.
std::uint32_t Machine::lanesNamingAlike(const Now& now, std::uint32_t lanes) {
  const Step& step = now.step;
  if (known_[now.index].isUniform)
    return lanes;
  const unsigned first = static_cast<unsigned>(std::countr_zero(lanes));
  std::uint32_t alike = 0;
  for (unsigned lane = first; lane < 32; ++lane)
    if ((lanes >> lane & 1) != 0 && word(now.warp, step.src[0], lane) == word(now.warp, step.src[0], first) &&
        word(now.warp, step.src[1], lane) == word(now.warp, step.src[1], first))
      alike |= 1u << lane;
  if (!step.isAligned || alike == lanes)
    return alike;
  find(FindingKind::DivergentBarrier, now, lanes & ~alike,
       "the threads of the warp name several barriers or counts (BAR-4)");
  return lanes;
}

/// Threads that name the same barrier and the same count come to it.
BarrierState& Machine::arrive(const Now& now) {
  const Step& step = now.step;
  const unsigned first = static_cast<unsigned>(std::countr_zero(now.lanes));
  const std::uint64_t id = word(now.warp, step.src[0], first);
  const auto count = static_cast<std::uint32_t>(word(now.warp, step.src[1], first)); // 0: none
  const auto misuse = [&](const auto& what) { find(FindingKind::DivergentBarrier, now, now.lanes, what); };
  if (id >= kBarriers)
    misuse([&] { return fmt::format("there is no barrier {} (BAR-4)", id); });
  if (count % 32 != 0)
    misuse([&] { return fmt::format("a barrier of {} threads, which is no multiple of 32 (BAR-4)", count); });
  if (count == 0 && barrierKindOf(step) == BarrierKind::Arrive)
    misuse([&] { return fmt::format("barrier {}: who merely arrives must say of how many threads (BAR-1)", id); });
  BarrierState& state = now.cta.barriers[id % kBarriers];
  now.cta.begun |= 1u << id % kBarriers;
  splitUp(now.cta, state);
  const BarrierKind kind = isBarrierReduction(step) ? barrierKindOf(step) : BarrierKind::Sync;
  if (state.threads != 0 && (state.count != count || state.kind != kind))
    misuse([&] { return fmt::format("barrier {} is begun with another count or operation (BAR-4)", id); });
  state.count = count;
  state.kind = kind;
  const unsigned own = now.warp.number;
  Clocks& clocks = now.cta.clocks;
  if (now.lanes != now.warp.live() && !clocks.areOfThreads())
    takeThreads(now.cta);
  if (const auto who = clocks.unseen(state.last, own, now.lanes, step.isAligned))
    find(FindingKind::DependsOnSchedule, now, now.lanes, [&] {
      return fmt::format("barrier {}: {}warp {} came the time before, and nothing orders that: this one may come first",
                         id, who->lane ? fmt::format("lane {} of ", *who->lane) : "", who->warp);
    });
  clocks.arrive(own, now.lanes, state.before);
  clocks.come(own, now.lanes, state.came);
  // below sm_70 a warp comes as a whole, whatever lanes of it there are
  state.threads += count != 0 && kernel_.target < kIndependent ? 32 : threadsIn(now.lanes);
  if (count != 0 && state.threads > count)
    find(FindingKind::DependsOnSchedule, now, now.lanes,
         [&] { return fmt::format("barrier {} counts {} threads, and more come", id, count); });
  if (isBarrierReduction(step)) {
    for (unsigned lane = 0; lane < 32; ++lane)
      state.holding += (now.lanes >> lane & 1) != 0 && (word(now.warp, step.src[2], lane) & 1) != 0 ? 1 : 0;
    state.holders += threadsIn(now.lanes);
  }
  return state;
}

void Machine::completeBarriers(Cta& cta) {
  for (std::uint32_t begun = cta.begun; begun != 0; begun &= begun - 1) {
    BarrierState& state = cta.barriers[static_cast<std::size_t>(std::countr_zero(begun))];
    if (state.threads < (state.count != 0 ? state.count : cta.live))
      continue;
    if (static_cast<std::size_t>(std::popcount(state.whole)) == cta.warps.size()) {
      beginInterval(cta);
      cta.clocks.passAll();
      state.threads = state.whole = 0;
      cta.begun ^= begun & (~begun + 1);
      for (Warp& warp : cta.warps)
        warp.advance(0, warp.fragments[0].pc + 1);
      continue;
    }
    splitUp(cta, state);
    if (isOfAll(cta, state))
      beginInterval(cta);
    else
      cta.interval.beforeClocksChange(cta.clocks, *cta.shared.accesses);
    for (const BarrierState::Waiting& one : state.waiting) {
      Warp& warp = cta.warps[one.warp];
      cta.clocks.pass(one.warp, one.lanes, state.before);
      const Step& step = steps_[one.pc];
      if (isBarrierReduction(step)) {
        Row result;
        result.fill(barrierKindOf(step) == BarrierKind::Popc  ? state.holding
                    : barrierKindOf(step) == BarrierKind::And ? state.holding == state.holders
                                                              : state.holding != 0);
        write({cta, warp, step, one.pc, one.lanes}, step.dst[0], result, 0, 0);
      }
      const auto found = std::ranges::find_if(warp.fragments, [&](const Fragment& fragment) {
        return fragment.state == Fragment::State::AtBarrier && fragment.pc == one.pc && fragment.lanes == one.lanes;
      });
      if (found != warp.fragments.end())
        warp.advance(static_cast<std::size_t>(found - warp.fragments.begin()), one.pc + 1);
    }
    state.restart();
    cta.begun ^= begun & (~begun + 1);
  }
}

void Machine::deadlock(Cta& cta) {
  for (Warp& warp : cta.warps)
    for (const Fragment& one : warp.fragments) {
      const Now now{cta, warp, steps_[one.pc], one.pc, one.lanes};
      std::string others;
      for (const Fragment& other : warp.fragments)
        if (&other != &one)
          others += fmt::format("; lanes {:#010x} wait at line {}", other.lanes, steps_[other.pc].place.line);
      find(FindingKind::Deadlock, now, one.lanes, [&] {
        return fmt::format("lanes {:#010x} of warp {} wait for ever{}{}", one.lanes, warp.number, others,
                           warp.exited != 0 ? fmt::format("; lanes {:#010x} have exited", warp.exited) : "");
      });
      if (trace_)
        traceStep(now);
    }
}

} // namespace warplaw::ptx
