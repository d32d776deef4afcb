// The datapath of scalar video but VMAD (VID-1..7).
#include "concrete/instructions/video.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"
#include "concrete/video.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

/// a and b compared as the condition says (VID-4); a number that is no VideoCondition counts as GE.
bool holds(std::uint32_t condition, std::int64_t a, std::int64_t b) {
  const auto is = [condition](VideoCondition wanted) { return condition == static_cast<std::uint32_t>(wanted); };
  const bool less = a < b, equal = a == b;
  bool truth = !less;
  truth = is(VideoCondition::Gt) ? !(less | equal) : truth;
  truth = is(VideoCondition::Le) ? less | equal : truth;
  truth = is(VideoCondition::Lt) ? less : truth;
  truth = is(VideoCondition::Ne) ? !equal : truth;
  return is(VideoCondition::Eq) ? equal : truth;
}

/// a, of 33 bits, shifted left by 0..32, of which 34 bits are kept, or all (VID-5). Only a number that takes more than
/// 32 bits, shifted by 32, leaves 64; all that is still asked of such a one is its low 33 bits, its sign, and that it
/// is large.
std::int64_t shiftedLeft(std::int64_t a, std::uint32_t distance, bool keepsAll) {
  const std::uint64_t low64 = static_cast<std::uint64_t>(a) << distance;
  const bool fits = distance < 32 || static_cast<std::int32_t>(a) == a;
  const std::uint64_t large = (low64 & 0x1FFFFFFFF) | std::uint64_t{1} << (a < 0 ? 63 : 62);
  const std::int64_t low34 = static_cast<std::int64_t>(low64 << 30) >> 30;
  return keepsAll ? static_cast<std::int64_t>(fits ? low64 : large) : low34;
}

/// The operation itself (VID-2..5); a number that is no VideoOp counts as MAX.
std::int64_t primary(const VideoModifiers& told, bool keepsAll, std::int64_t a, std::int64_t b) {
  const auto is = [&told](VideoOp wanted) { return told.op == static_cast<std::uint32_t>(wanted); };
  const std::uint32_t distance = static_cast<std::uint32_t>(told.wraps                           ? b & 31
                                                            : static_cast<std::uint64_t>(b) > 32 ? 32
                                                                                                 : b);
  const std::int64_t sum = a + b, difference = a - b;
  const bool less = difference < 0;
  std::int64_t value = less ? b : a;
  value = is(VideoOp::Min) ? (less ? a : b) : value;
  value = is(VideoOp::AbsDiff) ? (less ? -difference : difference) : value;
  value = is(VideoOp::Sub) ? difference : value;
  value = is(VideoOp::Add) ? sum : value;
  value = is(VideoOp::Avrg) ? (sum + (sum >= 0)) >> 1 : value;
  value = is(VideoOp::Set) ? holds(told.condition, a, b) : value;
  value = is(VideoOp::Shr) ? a >> distance : value;
  return is(VideoOp::Shl) ? shiftedLeft(a, distance, keepsAll) : value;
}

/// The value that the second operation sees (VID-7). After .SAT has clamped it, all three choices give the same.
std::int64_t seen(std::uint32_t choice, std::int64_t value, bool isSigned) {
  const std::int64_t low33 = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << 31) >> 31;
  const std::int64_t low32 = extended(static_cast<std::uint32_t>(value), 0, isSigned);
  return choice == 1 ? low33 : choice == 2 ? low32 : value;
}

/// The low word of the second operation (VID-7); a number that is no VideoSecond counts as none.
std::uint32_t secondary(std::uint32_t second, std::int64_t value, std::int64_t seen, std::int64_t c) {
  const auto is = [second](VideoSecond wanted) { return second == static_cast<std::uint32_t>(wanted); };
  value = is(VideoSecond::Max) ? (seen < c ? c : seen) : value;
  value = is(VideoSecond::Min) ? (seen < c ? seen : c) : value;
  return static_cast<std::uint32_t>(value) + (is(VideoSecond::Add) ? static_cast<std::uint32_t>(c) : 0);
}

std::uint32_t videoLane(const VideoModifiers* modifiers, const VideoChoices* choices, std::uint32_t lane,
                        const Operands* operands) {
  const std::int64_t a = extended(operands->row[video_rows::kA][lane], modifiers->aPart, modifiers->aSigned);
  const std::int64_t b = extended(operands->row[video_rows::kB][lane], modifiers->bPart, modifiers->bSigned);
  const std::uint32_t c = operands->row[video_rows::kC][lane];
  const Bits written = bitsOf(modifiers->dPart);
  const bool isSigned = modifiers->dSigned != 0;
  const std::int64_t exact = primary(*modifiers, choices->shiftKeepsAll != 0, a, b);
  const std::int64_t first = modifiers->saturates ? clamped(exact, written.mask, isSigned) : exact;
  const std::uint32_t last =
      secondary(modifiers->second, first, seen(choices->secondSees, first, isSigned), extended(c, 0, isSigned));
  const std::uint32_t merged = written.mask << written.first;
  return (c & ~merged) | (last << written.first & merged);
}

} // namespace

extern "C" void warplaw_video_portable(const VideoModifiers* modifiers, const Operands* operands,
                                       const VideoChoices* choices, Results* results) {
  const VideoModifiers told = *modifiers; // copies, which results cannot overwrite: what follows from them alone is
  const VideoChoices chosen = *choices;   // computed once
  eachLane<videoLane>(&told, operands, &chosen, results);
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
