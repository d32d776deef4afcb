// VADD, VSUB, VABSDIFF, VMIN, VMAX: the code against its encoding (VID-1, -2, -6, -7).
#include "symbolic/encodings/video.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::VideoChoiceTerms;
using symbolic::VideoModifierTerms;
namespace rows = spec::video_rows;
using Proof = InstructionProof<spec::VideoFormIn, spec::VideoModifiersIn, spec::VideoChoicesIn>;

/// The lane with its modifiers or words changed first.
Proof::WrongLane wrong(const char* name, const char* rule, std::function<void(VideoModifierTerms&, LaneWords&)> spoil) {
  return {name,
          [spoil](VideoModifierTerms modifiers, const VideoChoiceTerms& choices, Term lane, LaneWords words) {
            spoil(modifiers, words);
            return symbolic::videoLane(modifiers, choices, lane, words);
          },
          {rule}};
}

Term zero(Term like) { return like.terms().constant(like.width(), 0); }
Term number(Term like, auto value) { return like.terms().constant(like.width(), static_cast<Bits>(value)); }
Term is(Term value, auto which) { return value.eq(static_cast<Bits>(which)); }

/// Clamped to 32 bits, whatever is written, then merged (VID-6).
Term clampedToAWord(VideoModifierTerms m, const VideoChoiceTerms& choices, Term lane, const LaneWords& words) {
  const Term part = m.dPart;
  m.dPart = zero(part);
  const Term whole = symbolic::videoLane(m, choices, lane, words);
  return is(m.second, spec::VideoSecond::None).ite(symbolic::merged(words[rows::kC], part, whole), whole);
}

/// Rules that executor and encoding might both misread.
void addMisreadings(Proof& proof) {
  using spec::Part;
  proof.misreadLanes = {
      wrong("bytes-and-halves-exchanged", "VID-1",
            [](VideoModifierTerms& m, LaneWords&) {
              m.bPart =
                  is(m.bPart, Part::B1)
                      .ite(number(m.bPart, Part::H1), is(m.bPart, Part::H1).ite(number(m.bPart, Part::B1), m.bPart));
            }),
      wrong("parts-extended-as-dtype-says", "VID-1",
            [](VideoModifierTerms& m, LaneWords&) { m.aSigned = m.bSigned = m.dSigned; }),
      wrong("subtracted-from-b", "VID-2",
            [](VideoModifierTerms& m, LaneWords& words) {
              const Term sub = is(m.op, spec::VideoOp::Sub);
              const auto exchange = [&](Term& a, Term& b) {
                const Term first = a;
                a = sub.ite(b, a);
                b = sub.ite(first, b);
              };
              exchange(words[rows::kA], words[rows::kB]);
              exchange(m.aPart, m.bPart);
              exchange(m.aSigned, m.bSigned);
            }),
      wrong("difference-without-its-amount", "VID-2",
            [](VideoModifierTerms& m, LaneWords&) {
              m.op = is(m.op, spec::VideoOp::AbsDiff).ite(number(m.op, spec::VideoOp::Sub), m.op);
            }),
      {"clamped-to-a-word", clampedToAWord, {"VID-6"}},
      wrong("clamped-as-the-operands-are-signed", "VID-6",
            [](VideoModifierTerms& m, LaneWords&) { m.dSigned = m.aSigned | m.bSigned; }),
      wrong("c-always-unsigned", "VID-7",
            [](VideoModifierTerms& m, LaneWords&) {
              const Term second = ~is(m.second, spec::VideoSecond::None);
              m.dSigned = (second & is(m.saturates, 0)).ite(zero(m.dSigned), m.dSigned);
            }),
      wrong("merged-into-zero", "VID-7",
            [](VideoModifierTerms& m, LaneWords& words) {
              words[rows::kC] = is(m.dPart, Part::Word).ite(words[rows::kC], zero(words[rows::kC]));
            }),
      wrong("second-minimum-and-maximum-exchanged", "VID-7", [](VideoModifierTerms& m, LaneWords&) {
        using spec::VideoSecond;
        m.second = is(m.second, VideoSecond::Min)
                       .ite(number(m.second, VideoSecond::Max),
                            is(m.second, VideoSecond::Max).ite(number(m.second, VideoSecond::Min), m.second));
      })};
  proof.misreadPlans = {
      proof.planBut("rest-from-the-destination", "", {"VID-7"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[rows::kC].value = plan.destination[0];
      })};
}

Proof proofOf() {
  Proof proof;
  proof.name = "video";
  proof.mnemonic = "VADD";
  proof.plan = symbolic::videoPlan;
  proof.modifiers = symbolic::videoModifiers;
  proof.lane = symbolic::videoLane;
  proof.rules = {"VID-1", "VID-2", "VID-6", "VID-7"};
  proof.planRules = {"VID-1", "VID-7"};
  proof.laneCuts = [](const VideoModifierTerms& m, const LaneWords& words) {
    return std::vector<Term>{symbolic::videoOperand(words[rows::kA], m.aPart, m.aSigned.ne(zero(m.aSigned))),
                             symbolic::videoOperand(words[rows::kB], m.bPart, m.bSigned.ne(zero(m.bSigned)))};
  };
  proof.wrongLanes = {
      wrong("selector-of-a-ignored", "VID-1", [](VideoModifierTerms& m, LaneWords&) { m.aPart = zero(m.aPart); }),
      wrong("operands-taken-unsigned", "VID-2", [](VideoModifierTerms& m, LaneWords&) { m.bSigned = zero(m.bSigned); }),
      wrong("always-saturated", "VID-6", // the claim
            [](VideoModifierTerms& m, LaneWords&) { m.saturates = number(m.saturates, 1); }),
      wrong("second-operation-dropped", "VID-7", [](VideoModifierTerms& m, LaneWords&) { m.second = zero(m.second); }),
      wrong("merged-into-a", "VID-7",
            [](VideoModifierTerms&, LaneWords& words) { words[rows::kC] = words[rows::kA]; })};
  proof.wrongPlans = {
      proof.planBut("operands-exchanged", "source[0].value", {"VID-1"}, [](symbolic::PlanTerms& plan, const auto&...) {
        std::swap(plan.source[rows::kA], plan.source[rows::kB]);
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("selectors-exchanged", "aPart", {"VID-1"}, [](VideoModifierTerms& modifiers, const auto&) {
        std::swap(modifiers.aPart, modifiers.bPart);
      })};
  addMisreadings(proof);
  return proof;
}

} // namespace

Readings videoReadings() { return proofOf().readings(); }

std::vector<Theorem> videoTheorems(const Subject& subject) { return proofOf().theorems(subject); }

} // namespace warplaw::proofs
