// SIMD video as terms: lanes selected (VID-9), each computed and clamped at its width (VID-10), merged into c or summed
// up with it (VID-11); the plan.
#include "symbolic/encodings/vsimd.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/video_result.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::VideoCondition;
using spec::VideoOp;
using spec::VideoType;
using spec::VsimdOp;
namespace rows = spec::video_rows;

constexpr unsigned kTwo = 2, kFour = 4, kDigit = 4; ///< a selector's digits are hexadecimal

Term laneOf(Term word, unsigned lane, unsigned count) {
  const unsigned bits = 32 / count;
  return word.extract(bits * lane + bits - 1, bits * lane);
}

Term digitOf(Term selector, unsigned lane) { return selector.extract(kDigit * lane + kDigit - 1, kDigit * lane); }

/// Rd of an instruction of `count` lanes.
Term ofLanes(unsigned count, const VsimdModifierTerms& modifiers, const LaneWords& word) {
  const Term a = word[rows::kA], b = word[rows::kB], c = word[rows::kC];
  const VideoRange range = videoRange(32 / count, isSet(modifiers.dSigned), kVsimdWidth);
  Term merged, sum = c;
  for (unsigned lane = 0; lane < count; ++lane) {
    const Term exact = exactResult(
        modifiers.op, modifiers.condition,
        selectedLane(modifiers.aLanes, lane, count, a, b, isSet(modifiers.aSigned)).sext(kVsimdWidth),
        selectedLane(modifiers.bLanes, lane, count, a, b, isSet(modifiers.bSigned)).sext(kVsimdWidth)); // VID-10
    const Term result = isSet(modifiers.saturates).ite(clamped(exact, range), exact);
    const Term isNamed = modifiers.mask.bit(lane); // VID-11
    const Term written = isNamed.ite(result.extract(32 / count - 1, 0), laneOf(c, lane, count));
    merged = merged ? written.concat(merged) : written;
    sum = sum + isNamed.ite(exact.sext(32), c.terms().constant(32, 0));
  }
  return isSet(modifiers.adds).ite(sum, merged);
}

/// Digits of lanes that there are, and nothing above them (VID-9).
Term isLegalSelector(Term selector, unsigned count) {
  std::vector<Term> digits = {selector.ult(Bits(1) << kDigit * count)};
  for (unsigned lane = 0; lane < count; ++lane)
    digits.push_back(atMost(digitOf(selector, lane), 2 * count - 1));
  return selector.terms().all(digits);
}

} // namespace

Term selectedLane(Term selector, unsigned lane, unsigned count, Term a, Term b, Term isSigned) {
  std::vector<Term> lanes;
  for (const Term word : {a, b})
    for (unsigned one = 0; one < count; ++one)
      lanes.push_back(laneOf(word, one, count));
  const unsigned indexBits = count == kTwo ? 2 : 3; // as many as name the lanes of two words
  return extended(selector.terms().select(digitOf(selector, lane).extract(indexBits - 1, 0), lanes), isSigned,
                  32 / count + 1);
}

Term vsimdLane(const VsimdModifierTerms& modifiers, const VsimdChoiceTerms&, Term, const LaneWords& word) {
  return isSet(modifiers.fourLanes).ite(ofLanes(kFour, modifiers, word), ofLanes(kTwo, modifiers, word));
}

Term isLegal(const VsimdFormTerms& form) {
  const Term conditions[] = {isLegal(vsimdModifiers(form)), atMost(form.op, static_cast<Bits>(VsimdOp::Set4)),
                             atMost(form.dtype, 1), atMost(form.atype, 1), atMost(form.btype, 1)};
  return form.op.terms().all(conditions);
}

Term isLegal(const VsimdModifierTerms& modifiers) {
  const Term sets = is(modifiers.op, VideoOp::Set), four = isSet(modifiers.fourLanes);
  const auto legalLanes = [&](Term selector) {
    return four.ite(isLegalSelector(selector, kFour), isLegalSelector(selector, kTwo));
  };
  std::vector<Term> conditions = {atMost(modifiers.op, static_cast<Bits>(VideoOp::Set)),
                                  atMost(modifiers.condition, static_cast<Bits>(VideoCondition::Ge)),
                                  sets | is(modifiers.condition, VideoCondition::Eq), // of VSET alone (VID-4)
                                  sets.implies(~isSet(modifiers.dSigned) & ~isSet(modifiers.saturates)),
                                  ~(isSet(modifiers.saturates) & isSet(modifiers.adds)), // VID-10
                                  isSet(modifiers.mask),
                                  four.ite(atMost(modifiers.mask, onesOf(kFour)), atMost(modifiers.mask, onesOf(kTwo))),
                                  legalLanes(modifiers.aLanes),
                                  legalLanes(modifiers.bLanes)};
  for (Term flag : {modifiers.fourLanes, modifiers.dSigned, modifiers.aSigned, modifiers.bSigned, modifiers.saturates,
                    modifiers.adds})
    conditions.push_back(atMost(flag, 1));
  return modifiers.op.terms().all(conditions);
}

VsimdModifierTerms vsimdModifiers(const VsimdFormTerms& form) {
  const auto isSigned = [](Term type) { return is(type, VideoType::S32).zext(32); };
  const Bits firstOfFour = static_cast<Bits>(VsimdOp::Add4);
  const Term two = form.op.ult(firstOfFour);
  return {.op = two.ite(form.op, form.op - firstOfFour).zext(32),
          .fourLanes = (~two).zext(32),
          .dSigned = isSigned(form.dtype),
          .aSigned = isSigned(form.atype),
          .bSigned = isSigned(form.btype),
          .saturates = form.saturates.zext(32),
          .condition = form.condition.zext(32),
          .adds = form.adds.zext(32),
          .mask = form.rd.mask.zext(32),
          .aLanes = form.ra.lanes.zext(32),
          .bLanes = form.rb.lanes.zext(32)};
}

PlanTerms vsimdPlan(const VsimdFormTerms& form, const VsimdChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd.reg,
                  {readRegister(form.ra.reg.index), readRegister(form.rb.reg.index), readRegister(form.rc.index)});
}

} // namespace warplaw::symbolic
