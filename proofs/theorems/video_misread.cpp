// How somebody might misread scalar video's rules, in executor and encoding alike (VID-1..7).
#include "proofs/theorems/video_theorems.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs::video {
namespace {
using spec::Part;
using spec::VideoCondition;
using spec::VideoOp;
using spec::VideoSecond;
namespace rows = spec::video_rows;

/// One value for the other, and the other for the one.
Term exchanged(Term value, auto one, auto other) {
  return is(value, one).ite(number(value, other), is(value, other).ite(number(value, one), value));
}

/// Clamped to 32 bits, whatever is written, then merged (VID-6).
Term clampedToAWord(VideoModifierTerms m, const VideoChoiceTerms& choices, Term lane, const LaneWords& words) {
  const Term part = m.dPart;
  m.dPart = zero(part);
  const Term whole = symbolic::videoLane(m, choices, lane, words);
  return is(m.second, VideoSecond::None).ite(symbolic::merged(words[rows::kC], part, whole), whole);
}

/// A and B exchanged, with all that is said of them, where `when` holds.
void exchangeOperands(VideoModifierTerms& m, LaneWords& words, Term when) {
  const auto exchange = [&](Term& a, Term& b) {
    const Term first = a;
    a = when.ite(b, a);
    b = when.ite(first, b);
  };
  exchange(words[rows::kA], words[rows::kB]);
  exchange(m.aPart, m.bPart);
  exchange(m.aSigned, m.bSigned);
}

std::vector<Proof::WrongLane> ofOperandsAndResults() {
  return {wrong("bytes-and-halves-exchanged", "VID-1",
                [](VideoModifierTerms& m, LaneWords&) { m.bPart = exchanged(m.bPart, Part::B1, Part::H1); }),
          wrong("parts-extended-as-dtype-says", "VID-1",
                [](VideoModifierTerms& m, LaneWords&) { m.aSigned = m.bSigned = m.dSigned; }),
          wrong("subtracted-from-b", "VID-2",
                [](VideoModifierTerms& m, LaneWords& words) { exchangeOperands(m, words, is(m.op, VideoOp::Sub)); }),
          wrong("difference-without-its-amount", "VID-2",
                [](VideoModifierTerms& m, LaneWords&) {
                  m.op = is(m.op, VideoOp::AbsDiff).ite(number(m.op, VideoOp::Sub), m.op);
                }),
          wrongResult(
              "average-cut-to-an-integer", "VID-3", // as division does
              [](const VideoModifierTerms& m, const symbolic::VideoOperands& operands, Term right) {
                const Term sum = operands.a + operands.b, one = number(sum, 1);
                return is(m.op, VideoOp::Avrg).ite(sum.slt(zero(sum)).ite((sum + one).ashr(one), sum.ashr(one)), right);
              }),
          wrongResult("average-rounded-up", "VID-3",
                      [](const VideoModifierTerms& m, const symbolic::VideoOperands& operands, Term right) {
                        const Term sum = operands.a + operands.b, one = number(sum, 1);
                        return is(m.op, VideoOp::Avrg).ite((sum + one).ashr(one), right);
                      }),
          wrong("less-and-greater-exchanged", "VID-4",
                [](VideoModifierTerms& m, LaneWords&) {
                  m.condition = exchanged(m.condition, VideoCondition::Lt, VideoCondition::Gt);
                }),
          wrongResult("all-ones-where-it-holds", "VID-4",
                      [](const VideoModifierTerms& m, const symbolic::VideoOperands&, Term right) {
                        return is(m.op, VideoOp::Set).ite(right.negated(), right);
                      }),
          wrongResult("signed-as-dtype-says", "VID-2", // the claim
                      [](const VideoModifierTerms& m, const symbolic::VideoOperands&, Term right) {
                        const Term exact = m.op.ule(number(m.op, VideoOp::Max));
                        const Term said = right.extract(33, 0);
                        const Term dSigned = m.dSigned.ne(zero(m.dSigned));
                        return exact.ite(dSigned.ite(said.sext(right.width()), said.zext(right.width())), right);
                      }),
          wrongResult("shifted-right-logically", "VID-5",
                      [](const VideoModifierTerms& m, const symbolic::VideoOperands& operands, Term right) {
                        const auto [a, b] = operands;
                        const Term by =
                            m.wraps.ne(zero(m.wraps)).ite(b & Bits(31), b.ult(Bits(32)).ite(b, number(b, 32)));
                        return is(m.op, VideoOp::Shr).ite(a.extract(32, 0).zext(a.width()).lshr(by), right);
                      })};
}

std::vector<Proof::WrongLane> ofWhatFollows() {
  return {{"clamped-to-a-word", clampedToAWord, {"VID-6"}},
          wrong("clamped-as-the-operands-are-signed", "VID-6",
                [](VideoModifierTerms& m, LaneWords&) {
                  m.dSigned = is(m.op, VideoOp::Set).ite(m.dSigned, m.aSigned | m.bSigned);
                }),
          wrong("c-always-unsigned", "VID-7",
                [](VideoModifierTerms& m, LaneWords&) {
                  const Term second = ~is(m.second, VideoSecond::None);
                  m.dSigned = (second & is(m.saturates, 0)).ite(zero(m.dSigned), m.dSigned);
                }),
          wrong("merged-into-zero", "VID-7",
                [](VideoModifierTerms& m, LaneWords& words) {
                  words[rows::kC] = is(m.dPart, Part::Word).ite(words[rows::kC], zero(words[rows::kC]));
                }),
          wrong("second-minimum-and-maximum-exchanged", "VID-7", [](VideoModifierTerms& m, LaneWords&) {
            m.second = exchanged(m.second, VideoSecond::Min, VideoSecond::Max);
          })};
}

} // namespace

Proof::WrongLane wrong(const char* name, const char* rule, std::function<void(VideoModifierTerms&, LaneWords&)> spoil) {
  return Proof::laneBut(symbolic::videoLane, name, {rule},
                        [=](VideoModifierTerms& m, auto&, LaneWords& words) { spoil(m, words); });
}

Proof::WrongLane
wrongResult(const char* name, const char* rule,
            std::function<Term(const VideoModifierTerms&, const symbolic::VideoOperands&, Term right)> result) {
  return {name,
          [result](const VideoModifierTerms& m, const VideoChoiceTerms& choices, Term, const LaneWords& words) {
            const symbolic::VideoOperands operands = symbolic::videoOperands(m, words);
            return symbolic::videoFinished(m, choices, words,
                                           result(m, operands, symbolic::videoResult(m, choices, operands)));
          },
          {rule}};
}

void addMisreadings(Proof& proof) {
  for (const auto& list : {ofOperandsAndResults(), ofWhatFollows()})
    proof.misreadLanes.insert(proof.misreadLanes.end(), list.begin(), list.end());
  proof.misreadPlans = {
      proof.planBut("rest-from-the-destination", "", {"VID-7"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[rows::kC].value = plan.destination[0];
      })};
}

} // namespace warplaw::proofs::video
