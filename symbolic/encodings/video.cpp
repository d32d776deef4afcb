// VADD, VSUB, VABSDIFF, VMIN, VMAX as terms: the exact result (VID-2), saturated where .SAT is written (VID-6), then a
// second operation or a merge (VID-7); their plan.
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::Part;
using spec::VideoOp;
using spec::VideoSecond;
using spec::VideoType;
namespace rows = spec::video_rows;

constexpr unsigned kWide = 36; ///< VID-2's results need 34 bits, a sum of one and c 35

Term lesser(Term a, Term b) { return a.slt(b).ite(a, b); }
Term greater(Term a, Term b) { return a.slt(b).ite(b, a); }

/// Exact, and compared by true values (VID-2).
Term exactResult(Term op, Term a, Term b) {
  const Term difference = a - b;
  const Term distance = a.slt(b).ite(difference.negated(), difference);
  const Term leastOrGreatest = is(op, VideoOp::Min).ite(lesser(a, b), greater(a, b));
  return is(op, VideoOp::Add)
      .ite(a + b, is(op, VideoOp::Sub).ite(difference, is(op, VideoOp::AbsDiff).ite(distance, leastOrGreatest)));
}

/// Of an unsaturated result (VID-7): all of it, its low 33 bits as a signed number, or its low 32 bits as dtype says.
Term seenBySecond(Term secondSees, Term result, Term dSigned) {
  const Term low33 = result.extract(32, 0).sext(kWide), low32 = extended(result.extract(31, 0), dSigned, kWide);
  return secondSees.eq(Bits(0)).ite(result, secondSees.eq(Bits(1)).ite(low33, low32));
}

Term secondResult(Term second, Term seen, Term c) {
  const Term leastOrGreatest = is(second, VideoSecond::Min).ite(lesser(seen, c), greater(seen, c));
  return is(second, VideoSecond::Add).ite(seen + c, leastOrGreatest).extract(31, 0);
}

} // namespace

Term videoLane(const VideoModifierTerms& modifiers, const VideoChoiceTerms& choices, Term, const LaneWords& word) {
  const Term dSigned = isSet(modifiers.dSigned), saturates = isSet(modifiers.saturates);
  const Term a = videoOperand(word[rows::kA], modifiers.aPart, isSet(modifiers.aSigned)).sext(kWide);
  const Term b = videoOperand(word[rows::kB], modifiers.bPart, isSet(modifiers.bSigned)).sext(kWide);
  const Term c = extended(word[rows::kC], dSigned, kWide); // signed as dtype (VID-7)

  const Term exact = exactResult(modifiers.op, a, b);                                 // VID-2
  const Term saturated = clamped(exact, videoRange(modifiers.dPart, dSigned, kWide)); // VID-6
  const Term result = saturates.ite(saturated, exact);                                // only where written
  const Term seen = saturates.ite(saturated, seenBySecond(choices.secondSees, exact, dSigned));
  return is(modifiers.second, VideoSecond::None) // VID-7: a second operation, or a merge with c, or neither
      .ite(merged(word[rows::kC], modifiers.dPart, result), secondResult(modifiers.second, seen, c));
}

Term isLegal(const VideoFormTerms& form) {
  const VideoModifierTerms modifiers = videoModifiers(form);
  const Term takesC = ~is(form.second, VideoSecond::None) | ~is(form.rd.part, Part::Word); // VID-7
  const Term conditions[] = {isLegal(modifiers), atMost(form.dtype, 1), atMost(form.atype, 1), atMost(form.btype, 1),
                             takesC | form.rc.index.eq(Bits(spec::kZeroRegister))};
  return form.op.terms().all(conditions);
}

Term isLegal(const VideoModifierTerms& modifiers) {
  const Term hasSecond = ~is(modifiers.second, VideoSecond::None), merges = ~is(modifiers.dPart, Part::Word);
  std::vector<Term> conditions = {atMost(modifiers.op, static_cast<Bits>(VideoOp::Max)),
                                  atMost(modifiers.second, static_cast<Bits>(VideoSecond::Max)),
                                  ~(hasSecond & merges)}; // VID-7
  for (Term flag : {modifiers.dSigned, modifiers.aSigned, modifiers.bSigned, modifiers.saturates})
    conditions.push_back(atMost(flag, 1));
  for (Term part : {modifiers.dPart, modifiers.aPart, modifiers.bPart})
    conditions.push_back(isLegalPart(part));
  return modifiers.op.terms().all(conditions);
}

Term isAllowed(const VideoChoiceTerms& choices) { return atMost(choices.secondSees, 2); }

VideoModifierTerms videoModifiers(const VideoFormTerms& form) {
  const auto isSigned = [](Term type) { return is(type, VideoType::S32).zext(32); };
  return {form.op.zext(32),      isSigned(form.dtype),    isSigned(form.atype),
          isSigned(form.btype),  form.saturates.zext(32), form.second.zext(32),
          form.rd.part.zext(32), form.ra.part.zext(32),   form.rb.part.zext(32)};
}

PlanTerms videoPlan(const VideoFormTerms& form, const VideoChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[rows::kA] = readRegister(form.ra.reg.index);
  plan.source[rows::kB] = readRegister(form.rb.reg.index);
  plan.source[rows::kC] = readRegister(form.rc.index); // RZ where c is not written (VID-7)
  plan.destination[0] = form.rd.reg.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
