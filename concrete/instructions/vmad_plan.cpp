// Which operands VMAD fetches and writes back, and what its datapath is told (VID-8).
#include "concrete/instructions/vmad.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_vmad_plan(const VmadForm* form, const VmadChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[video_rows::kA], form->ra.part.reg);
  readsRegister(&plan->source[video_rows::kB], form->rb.part.reg);
  readsRegister(&plan->source[video_rows::kC], form->rc.reg);
}
void warplaw_vmad_modifiers(const VmadForm* form, VmadModifiers* modifiers) {
  modifiers->aSigned = form->atype == VideoType::S32;
  modifiers->bSigned = form->btype == VideoType::S32;
  modifiers->aPart = static_cast<std::uint32_t>(form->ra.part.part);
  modifiers->bPart = static_cast<std::uint32_t>(form->rb.part.part);
  modifiers->negatesProduct = form->ra.negated != form->rb.negated;
  modifiers->negatesC = form->rc.negated;
  modifiers->plusOne = form->plusOne;
  modifiers->saturates = form->saturates;
  modifiers->shift = static_cast<std::uint32_t>(form->shift);
}
}
