// B2R's datapath: the warp's latch, as a count or as an answer (BAR-2).
#include "concrete/instructions/b2r.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_b2r_portable(const B2rModifiers*, const Operands* operands, const B2rChoices* choices,
                                     const SpecialInputs* inputs, const Barriers* barriers, Results* results) {
  const std::uint32_t exec = operands->exec, warp = inputs->warp % kCtaWarps;
  const std::uint32_t latch = barriers->latch[warp];
  const bool isCount = barriers->latchIsCount >> warp & 1;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t old = results->row[0][lane], unknown = choices->wordOfAnswer[lane];
    results->row[0][lane] = exec >> lane & 1 ? isCount ? latch : unknown : old;
  }
  const std::uint32_t answer = latch ? ~0u : 0, unknown = choices->predicateOfCount;
  writesRdOnly(exec, results);
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (exec & (isCount ? unknown : answer));
}

// What B2R writes back; its datapath is told nothing (BAR-2).
extern "C" {
void warplaw_b2r_plan(const B2rForm* form, const B2rChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  plan->destinationPredicate = form->pu.index;
}
void warplaw_b2r_modifiers(const B2rForm*, B2rModifiers*) {}
}
