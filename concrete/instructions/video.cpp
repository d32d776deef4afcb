// Scalar video but VMAD: the datapath without anything machine-specific, eight lanes at a time (VID-1..7).
#include "concrete/instructions/video.h"
#include "concrete/instructions/video_vector.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_video_portable(const VideoModifiers* modifiers, const Operands* operands,
                                       const VideoChoices* choices, Results* results) {
  const VideoVector<8, struct Portable> onVectors(*modifiers, *choices);
  onVectors.allLanes(operands, results);
}

// Which operands scalar video but VMAD fetches and writes back, and what its datapath is told (VID-1, -4, -5, -7).
extern "C" {
void warplaw_video_plan(const VideoForm* form, const VideoChoices*, Plan* plan) {
  planOfRd(form->rd.reg, plan);
  readsRegister(&plan->source[video_rows::kA], form->ra.reg);
  readsRegister(&plan->source[video_rows::kB], form->rb.reg);
  readsRegister(&plan->source[video_rows::kC], form->rc);
}
void warplaw_video_modifiers(const VideoForm* form, VideoModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->dSigned = form->dtype == VideoType::S32;
  modifiers->aSigned = form->atype == VideoType::S32;
  modifiers->bSigned = form->btype == VideoType::S32;
  modifiers->saturates = form->saturates;
  modifiers->wraps = form->shift == VideoShift::Wrap;
  modifiers->condition = static_cast<std::uint32_t>(form->condition);
  modifiers->second = static_cast<std::uint32_t>(form->second);
  modifiers->dPart = static_cast<std::uint32_t>(form->rd.part);
  modifiers->aPart = static_cast<std::uint32_t>(form->ra.part);
  modifiers->bPart = static_cast<std::uint32_t>(form->rb.part);
}
}
