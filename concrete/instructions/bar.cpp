// BAR's datapath: a warp arrives at a barrier (BAR-1..4).
#include "concrete/instructions/bar.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"
#include <bit>

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

std::uint32_t number(BarrierUse use) { return static_cast<std::uint32_t>(use); }
std::uint32_t number(BarOp op) { return static_cast<std::uint32_t>(op); }
std::uint32_t onesIn(std::uint32_t word) { return static_cast<std::uint32_t>(std::popcount(word)); }

/// What the first executing lane holds in a row of operands, and whether others differ from it.
struct Held {
  std::uint32_t word = 0, differs = 0;
};
__attribute__((always_inline)) inline Held heldIn(const std::uint32_t* row, std::uint32_t exec) {
  Held held;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = kLanes; lane-- > 0;) {
    const std::uint32_t own = row[lane];
    held.word = exec >> lane & 1 ? own : held.word;
  }
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t difference = row[lane] ^ held.word;
    held.differs |= exec >> lane & 1 ? difference : 0;
  }
  return held;
}

/// What is no BarOp counts as SYNC.
std::uint32_t useOf(std::uint32_t op) {
  std::uint32_t use = number(BarrierUse::Sync);
  use = op == number(BarOp::RedPopc) ? number(BarrierUse::Popc) : use;
  use = op == number(BarOp::RedAnd) ? number(BarrierUse::And) : use;
  return op == number(BarOp::RedOr) ? number(BarrierUse::Or) : use;
}

/// Threads of all warps of the CTA that are waited for (BAR-1).
std::uint32_t wholeCta(const SpecialInputs* inputs, std::uint32_t notWaitedFor) {
  const std::uint32_t threads = inputs->ntid[0] * inputs->ntid[1] * inputs->ntid[2];
  const std::uint32_t warps = (threads + kLanes - 1) / kLanes;
  const std::uint32_t all = warps >= kCtaWarps ? ~0u : (1u << warps) - 1;
  return kLanes * onesIn(all & ~notWaitedFor);
}

/// The accumulator after a warp whose lanes give these predicates; `before` is 0 at the first (BAR-3).
std::uint32_t reduced(std::uint32_t use, bool isFirst, std::uint32_t before, std::uint32_t predicates) {
  const bool all = predicates == ~0u, any = predicates != 0, wasTrue = before != 0;
  std::uint32_t value = 0;
  value = use == number(BarrierUse::Popc) ? before + onesIn(predicates) : value;
  value = use == number(BarrierUse::And) ? all & (isFirst | wasTrue) : value;
  return use == number(BarrierUse::Or) ? any | wasTrue : value;
}

} // namespace

extern "C" void warplaw_bar_portable(const BarModifiers* modifiers, const Operands* operands, const BarChoices* choices,
                                     const SpecialInputs* inputs, Barriers* barriers, Results* results) {
  const std::uint32_t exec = operands->exec, warp = inputs->warp % kCtaWarps, own = 1u << warp;
  const std::uint32_t use = useOf(modifiers->op);
  const bool stays = modifiers->op != number(BarOp::Arrive);
  const Held id = heldIn(operands->row[bar_rows::kId], exec), said = heldIn(operands->row[bar_rows::kThreads], exec);
  const bool isBarrier = ((id.differs | said.differs) == 0) & (id.word < kBarriers) &
                         (said.word <= kMostBarrierThreads) & (said.word % kLanes == 0) &
                         (stays | (said.word != 0)); // BAR-4
  const std::uint32_t b = isBarrier ? id.word % kBarriers : 0, threads = isBarrier ? said.word : 0;
  const std::uint32_t exited = choices->exitedArrive ? barriers->exited & ~own : 0;
  const std::uint32_t all = wholeCta(inputs, exited), expected = threads ? threads : all;

  const std::uint32_t arrivedBefore = barriers->arrived[b], accumulatorBefore = barriers->accumulator[b],
                      expectedBefore = barriers->expected[b], useBefore = barriers->use[b],
                      waitingBefore = barriers->waiting[b];
  const bool isFirst = arrivedBefore == 0;
  const bool isMisuse = !isBarrier | (!isFirst & ((useBefore != use) | (expectedBefore != expected))); // BAR-4
  const bool arrives = (exec != 0) & !isMisuse;

  const std::uint32_t neutral = use == number(BarrierUse::And) ? ~0u : 0;
  const std::uint32_t outside = choices->outsideIsNeutral ? neutral : choices->outside;
  const std::uint32_t accumulator =
      reduced(use, isFirst, accumulatorBefore, (exec & operands->predicate) | (~exec & outside));
  const std::uint32_t arrived = arrivedBefore + kLanes;
  const std::uint32_t waiting = waitingBefore | (stays ? own : 0);
  const bool ends = arrives & (arrived == expected); // BAR-2

  barriers->arrived[b] = ends ? 0 : arrives ? arrived : arrivedBefore;
  barriers->expected[b] = ends ? 0 : arrives ? expected : expectedBefore;
  barriers->use[b] = ends ? 0 : arrives ? use : useBefore;
  barriers->accumulator[b] = ends ? 0 : arrives ? accumulator : accumulatorBefore;
  barriers->waiting[b] = ends ? 0 : arrives ? waiting : waitingBefore;

  const bool answers = ends & (use != number(BarrierUse::Sync));
  const std::uint32_t answered = answers ? waiting : 0;
#pragma clang loop unroll(full)
  for (std::uint32_t w = 0; w < kCtaWarps; ++w) {
    const std::uint32_t old = barriers->latch[w];
    barriers->latch[w] = answered >> w & 1 ? accumulator : old;
  }
  const std::uint32_t counts = use == number(BarrierUse::Popc) ? answered : 0;
  barriers->latchIsCount = (barriers->latchIsCount & ~answered) | counts;

  writesNothing(results);
  const std::uint32_t inError = isMisuse ? exec : 0;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    results->error[lane] = static_cast<std::uint8_t>(inError >> lane & 1 ? ErrorKind::BarrierMisuse : ErrorKind::None);
}

// BAR reads two registers and one predicate at most and writes none; what its datapath is told (BAR-1, BAR-4).
extern "C" {
void warplaw_bar_plan(const BarForm* form, const BarChoices*, Plan* plan) {
  planOfNothing(plan);
  reads(&plan->source[bar_rows::kId], form->id);
  reads(&plan->source[bar_rows::kThreads], form->threads);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
}
void warplaw_bar_modifiers(const BarForm* form, BarModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
}
}
