// Barriers of a CTA, and launches that nobody can go on with (PTX-13, BAR-1 to BAR-4).
#include "ptx/machine/machine.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
BarrierKind kindOf(const Step& step) { return static_cast<BarrierKind>(step.operation); }
bool isReduction(const Step& step) { return kindOf(step) >= BarrierKind::Popc; }
unsigned threadsIn(std::uint32_t lanes) { return static_cast<unsigned>(std::popcount(lanes)); }
} // namespace

/// Threads of a CTA that have not exited.
static std::uint32_t liveThreads(const Cta& cta) {
  std::uint32_t threads = 0;
  for (const Warp& warp : cta.warps)
    threads += threadsIn(warp.live());
  return threads;
}

void Machine::barrier(const Now& now, std::size_t fragment) {
  Warp& warp = now.warp;
  const Step& step = now.step;
  const unsigned first = static_cast<unsigned>(std::countr_zero(now.lanes));
  if (step.isAligned && now.lanes != warp.live())
    find(FindingKind::DivergentBarrier, now, now.lanes, [&] {
      return fmt::format("{} of the {} threads of the warp come to it together; all must", threadsIn(now.lanes),
                         threadsIn(warp.live()));
    });
  const std::uint64_t id = word(warp, step.src[0], first) & 15;
  const auto count = static_cast<std::uint32_t>(word(warp, step.src[1], first)); // 0: none
  BarrierState& state = now.cta.barriers[id];
  if (state.threads != 0 && (state.count != count || isReduction(step) != (state.holders != 0)))
    find(FindingKind::DivergentBarrier, now, now.lanes,
         [&] { return fmt::format("barrier {} is begun with another count or operation (BAR-4)", id); });
  state.count = count;
  now.cta.clocks.arrive(warp.number, state.before);
  state.threads += threadsIn(now.lanes);
  if (isReduction(step)) {
    for (unsigned lane = 0; lane < 32; ++lane)
      state.holding += (now.lanes >> lane & 1) != 0 && (word(warp, step.src[2], lane) & 1) != 0 ? 1 : 0;
    state.holders += threadsIn(now.lanes);
    decides(now, step.src[2], now.lanes, "what a barrier gives");
  }
  if (trace_)
    traceStep(now);
  if (kindOf(step) == BarrierKind::Arrive)
    return warp.advance(fragment, now.index + 1);
  if (now.lanes != warp.fragments[fragment].lanes)
    warp.splitOff(fragment, now.lanes);
  warp.fragments[fragment].state = Fragment::State::AtBarrier;
  state.waiting.push_back({warp.number, now.index, now.lanes});
  completeBarriers(now.cta);
}

void Machine::completeBarriers(Cta& cta) {
  for (BarrierState& state : cta.barriers) {
    if (state.waiting.empty())
      continue;
    if (state.threads < (state.count != 0 ? state.count : liveThreads(cta)))
      continue;
    const BarrierState done = std::move(state);
    state = {};
    for (const BarrierState::Waiting& one : done.waiting) {
      Warp& warp = cta.warps[one.warp];
      cta.clocks.pass(one.warp, done.before);
      const Step& step = steps_[one.pc];
      if (isReduction(step)) {
        Row result;
        result.fill(kindOf(step) == BarrierKind::Popc  ? done.holding
                    : kindOf(step) == BarrierKind::And ? done.holding == done.holders
                                                       : done.holding != 0);
        write({cta, warp, step, one.pc, one.lanes}, step.dst[0], result, 0, 0);
      }
      const auto found = std::ranges::find_if(warp.fragments, [&](const Fragment& fragment) {
        return fragment.state == Fragment::State::AtBarrier && fragment.pc == one.pc && fragment.lanes == one.lanes;
      });
      if (found != warp.fragments.end())
        warp.advance(static_cast<std::size_t>(found - warp.fragments.begin()), one.pc + 1);
    }
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
    }
}

} // namespace warplaw::ptx
