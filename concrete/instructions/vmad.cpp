// VMAD's datapath (VID-1, VID-8). The product of two 33-bit numbers, and what is added to it, take 67 bits.
#include "concrete/instructions/vmad.h"
#include "concrete/lane.h"
#include "concrete/video.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

/// What is no VmadShift counts as none.
std::uint32_t distanceOf(std::uint32_t shift) {
  const bool by7 = shift == static_cast<std::uint32_t>(VmadShift::Shr7);
  const bool by15 = shift == static_cast<std::uint32_t>(VmadShift::Shr15);
  return by7 ? 7 : by15 ? 15 : 0;
}

std::uint32_t vmadLane(const VmadModifiers* modifiers, const VmadChoices* choices, std::uint32_t lane,
                       const Operands* operands) {
  const bool typesSigned = (modifiers->aSigned | modifiers->bSigned) != 0;
  const bool negates = (modifiers->negatesProduct | modifiers->negatesC) != 0;
  const bool finalSigned = typesSigned | negates;
  const bool cUnsigned = choices->unsignedC && !typesSigned && modifiers->negatesC;

  const std::int64_t a = extended(operands->row[video_rows::kA][lane], modifiers->aPart, modifiers->aSigned);
  const std::int64_t b = extended(operands->row[video_rows::kB][lane], modifiers->bPart, modifiers->bSigned);
  const std::int64_t c = extended(operands->row[video_rows::kC][lane], 0, finalSigned & !cUnsigned);
  const __int128 product = static_cast<__int128>(a) * b;
  const __int128 sum =
      (modifiers->negatesProduct ? -product : product) + (modifiers->negatesC ? -c : c) + (modifiers->plusOne ? 1 : 0);
  const __int128 exact = sum >> distanceOf(modifiers->shift);
  const std::int64_t low64 = static_cast<std::int64_t>(exact);
  const __int128 wrapped = finalSigned ? low64 : static_cast<__int128>(static_cast<std::uint64_t>(low64));
  const __int128 saturated = clamped(choices->saturates64 ? wrapped : exact, ~0u, finalSigned);
  return static_cast<std::uint32_t>(modifiers->saturates ? saturated : exact);
}

} // namespace

WARPLAW_LANE_DATAPATH(Vmad, vmad, portable, vmadLane)

// Which operands VMAD fetches and writes back, and what its datapath is told (VID-8).
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
