// Scalar video but VMAD as terms: the exact result (VID-2..5), saturated where .SAT is written (VID-6), then a second
// operation or a merge (VID-7); the plan.
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/video_result.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::Part;
using spec::VideoCondition;
using spec::VideoOp;
using spec::VideoSecond;
using spec::VideoShift;
using spec::VideoType;
namespace rows = spec::video_rows;

constexpr unsigned kWide = kVideoWidth;

Term isShift(Term op) { return is(op, VideoOp::Shl) | is(op, VideoOp::Shr); }

/// How far VSHL and VSHR shift; b is not negative (VID-5).
Term distance(Term wraps, Term b) {
  Terms& terms = b.terms();
  return wraps.ite(b & Bits(31), lesser(b, terms.constant(kWide, 32)));
}

/// Cut to signed 34 bits, or all of it: nobody knows (VID-5).
Term shiftedLeft(Term keepsAll, Term a, Term distance) {
  const Term all = a.shl(distance);
  return keepsAll.ite(all, all.extract(33, 0).sext(kWide));
}

/// What of an unsaturated result is seen (VID-7): all, its low 33 bits with a sign, or its low 32 bits as dtype says.
Term seenBySecond(Term secondSees, Term result, Term dSigned) {
  const Term low33 = result.extract(32, 0).sext(kWide), low32 = extended(result.extract(31, 0), dSigned, kWide);
  return secondSees.eq(Bits(0)).ite(result, secondSees.eq(Bits(1)).ite(low33, low32));
}

Term secondResult(Term second, Term seen, Term c) {
  const Term leastOrGreatest = is(second, VideoSecond::Min).ite(lesser(seen, c), greater(seen, c));
  return is(second, VideoSecond::Add).ite(seen + c, leastOrGreatest).extract(31, 0);
}

} // namespace

VideoOperands videoOperands(const VideoModifierTerms& modifiers, const LaneWords& word) {
  return {videoOperand(word[rows::kA], modifiers.aPart, isSet(modifiers.aSigned)).sext(kWide),
          videoOperand(word[rows::kB], modifiers.bPart, isSet(modifiers.bSigned)).sext(kWide)};
}

Term videoResult(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, const VideoOperands& operands) {
  const auto [a, b] = operands;
  const Term by = distance(isSet(modifiers.wraps), b);
  const Term shifted = is(modifiers.op, VideoOp::Shl).ite(shiftedLeft(isSet(choices.shiftKeepsAll), a, by), a.ashr(by));
  return isShift(modifiers.op).ite(shifted, exactResult(modifiers.op, modifiers.condition, a, b));
}

Term videoFinished(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, const LaneWords& word,
                   Term exact) {
  const Term dSigned = isSet(modifiers.dSigned), saturates = isSet(modifiers.saturates);
  const Term c = extended(word[rows::kC], dSigned, kWide);                            // signed as dtype (VID-7)
  const Term saturated = clamped(exact, videoRange(modifiers.dPart, dSigned, kWide)); // VID-6
  const Term result = saturates.ite(saturated, exact);                                // only where written
  const Term seen = saturates.ite(saturated, seenBySecond(choices.secondSees, exact, dSigned));
  return is(modifiers.second, VideoSecond::None) // VID-7: a second operation, or a merge with c, or neither
      .ite(merged(word[rows::kC], modifiers.dPart, result), secondResult(modifiers.second, seen, c));
}

Term videoLane(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, Term, const LaneWords& word) {
  return videoFinished(modifiers, choices, word, videoResult(modifiers, choices, videoOperands(modifiers, word)));
}

Term isLegal(const VideoFormTerms& form) {
  const VideoModifierTerms modifiers = videoModifiers(form);
  const Term takesC = ~is(form.second, VideoSecond::None) | ~is(form.rd.part, Part::Word); // VID-7
  const Term conditions[] = {isLegal(modifiers),    atMost(form.dtype, 1),
                             atMost(form.atype, 1), atMost(form.btype, 1),
                             atMost(form.shift, 1), takesC | form.rc.index.eq(Bits(spec::kZeroRegister))};
  return form.op.terms().all(conditions);
}

Term isLegal(const VideoModifierTerms& modifiers) {
  const Term hasSecond = ~is(modifiers.second, VideoSecond::None), merges = ~is(modifiers.dPart, Part::Word);
  const Term sets = is(modifiers.op, VideoOp::Set), shifts = isShift(modifiers.op);
  std::vector<Term> conditions = {atMost(modifiers.op, static_cast<Bits>(VideoOp::Shr)),
                                  atMost(modifiers.second, static_cast<Bits>(VideoSecond::Max)),
                                  atMost(modifiers.condition, static_cast<Bits>(VideoCondition::Ge)),
                                  sets | is(modifiers.condition, VideoCondition::Eq), // of VSET alone (VID-4)
                                  sets.implies(~isSet(modifiers.dSigned) & ~isSet(modifiers.saturates)),
                                  shifts | ~isSet(modifiers.wraps),          // of shifts alone (VID-5)
                                  shifts.implies(~isSet(modifiers.bSigned)), // btype U32
                                  ~(hasSecond & merges)};                    // VID-7
  for (Term flag : {modifiers.dSigned, modifiers.aSigned, modifiers.bSigned, modifiers.saturates, modifiers.wraps})
    conditions.push_back(atMost(flag, 1));
  for (Term part : {modifiers.dPart, modifiers.aPart, modifiers.bPart})
    conditions.push_back(isLegalPart(part));
  return modifiers.op.terms().all(conditions);
}

Term isAllowed(const VideoChoiceTerms& choices) {
  return atMost(choices.secondSees, 2) & atMost(choices.shiftKeepsAll, 1);
}

VideoModifierTerms videoModifiers(const VideoFormTerms& form) {
  const auto isSigned = [](Term type) { return is(type, VideoType::S32).zext(32); };
  return {.op = form.op.zext(32),
          .dSigned = isSigned(form.dtype),
          .aSigned = isSigned(form.atype),
          .bSigned = isSigned(form.btype),
          .saturates = form.saturates.zext(32),
          .wraps = is(form.shift, VideoShift::Wrap).zext(32),
          .condition = form.condition.zext(32),
          .second = form.second.zext(32),
          .dPart = form.rd.part.zext(32),
          .aPart = form.ra.part.zext(32),
          .bPart = form.rb.part.zext(32)};
}

PlanTerms videoPlan(const VideoFormTerms& form, const VideoChoiceTerms&, const PlanTerms& before) {
  // RZ where c is not written (VID-7)
  return planOfRd(before, form.rd.reg,
                  {readRegister(form.ra.reg.index), readRegister(form.rb.reg.index), readRegister(form.rc.index)});
}

} // namespace warplaw::symbolic
