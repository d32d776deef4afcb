// SIMD video's datapath without anything machine-specific, four threads at a time (VID-9..11).
#include "concrete/instructions/vsimd.h"
#include "concrete/instructions/vsimd_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vsimd_portable(const VsimdModifiers* modifiers, const Operands* operands, const VsimdChoices*,
                                       Results* results) {
  const VsimdVector<4> onVectors(*modifiers);
  onVectors.allThreads(operands, results);
}

// Which operands SIMD video fetches and writes back, and what its datapath is told (VID-4, -9..11).
extern "C" {
void warplaw_vsimd_plan(const VsimdForm* form, const VsimdChoices*, Plan* plan) {
  planOfRd(form->rd.reg, plan);
  readsRegister(&plan->source[video_rows::kA], form->ra.reg);
  readsRegister(&plan->source[video_rows::kB], form->rb.reg);
  readsRegister(&plan->source[video_rows::kC], form->rc);
}
void warplaw_vsimd_modifiers(const VsimdForm* form, VsimdModifiers* modifiers) {
  const std::uint32_t op = static_cast<std::uint32_t>(form->op), first = static_cast<std::uint32_t>(VsimdOp::Add4);
  modifiers->fourLanes = op >= first;
  modifiers->op = op >= first ? op - first : op; // VideoOp has the same order
  modifiers->dSigned = form->dtype == VideoType::S32;
  modifiers->aSigned = form->atype == VideoType::S32;
  modifiers->bSigned = form->btype == VideoType::S32;
  modifiers->saturates = form->saturates;
  modifiers->condition = static_cast<std::uint32_t>(form->condition);
  modifiers->adds = form->adds;
  modifiers->mask = form->rd.mask;
  modifiers->aLanes = form->ra.lanes;
  modifiers->bLanes = form->rb.lanes;
}
}
