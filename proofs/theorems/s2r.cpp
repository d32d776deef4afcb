// S2R's theorems: the code against its encoding (SR-1, SR-2), and the laws of the lane masks.
#include "symbolic/encodings/s2r.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using spec::SpecialRegister;
using symbolic::Bits;
using symbolic::S2rChoiceTerms;
using symbolic::S2rModifierTerms;

Term reads(const S2rModifierTerms& modifiers, Term lane, const LaneWords& words) {
  return symbolic::s2rLane(modifiers, S2rChoiceTerms{}, lane, words);
}
Term is(const S2rModifierTerms& modifiers, SpecialRegister sr) { return modifiers.sr.eq(static_cast<Bits>(sr)); }
using Proof = InstructionProof<spec::S2rFormIn, spec::S2rModifiersIn, spec::S2rChoicesIn>;

/// The word of `one` and that of `other` exchanged.
Proof::WrongLane exchanged(const char* name, SpecialRegister one, SpecialRegister other) {
  return {name,
          [=](const S2rModifierTerms& m, const S2rChoiceTerms&, Term lane, const LaneWords& words) {
            const auto named = [&](SpecialRegister sr) { return lane.terms().constant(32, static_cast<Bits>(sr)); };
            return reads({is(m, one).ite(named(other), is(m, other).ite(named(one), m.sr))}, lane, words);
          },
          {"SR-2"}};
}

Proof proofOf() {
  Proof proof;
  proof.name = "s2r";
  proof.mnemonic = "S2R";
  proof.plan = symbolic::s2rPlan;
  proof.modifiers = symbolic::s2rModifiers;
  proof.lane = symbolic::s2rLane;
  proof.rules = {"SR-1", "SR-2"};
  proof.planRules = {"SR-1"};
  proof.wrongLanes = {{"less-or-equal-without-the-own-lane",
                       [](const S2rModifierTerms& m, const S2rChoiceTerms&, Term lane, const LaneWords& words) {
                         const Term bit = lane.terms().constant(32, 1).shl(lane.zext(32));
                         const Term word = reads(m, lane, words);
                         return is(m, SpecialRegister::LeMask).ite(word & ~bit, word);
                       },
                       {"SR-2"}},
                      {"greater-and-greater-or-equal-exchanged",
                       [](const S2rModifierTerms& m, const S2rChoiceTerms&, Term lane, const LaneWords& words) {
                         S2rModifierTerms other = m;
                         other.sr =
                             is(m, SpecialRegister::GtMask)
                                 .ite(lane.terms().constant(32, static_cast<Bits>(SpecialRegister::GeMask)), m.sr);
                         return reads(other, lane, words);
                       },
                       {"SR-2"}}};
  proof.wrongPlans = {proof.planBut("written-to-the-zero-register", "destination[0]", {"SR-1"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.destination[0] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
                                    })};
  proof.wrongModifiers = {
      proof.modifiersBut("lane-number-for-every-register", "sr", {"SR-1"},
                         [](S2rModifierTerms& m, const auto&) { m.sr = m.sr.terms().constant(32, 0); })};
  proof.misreadLanes = {exchanged("less-and-less-or-equal-exchanged", SpecialRegister::LtMask, SpecialRegister::LeMask),
                        exchanged("less-and-greater-exchanged", SpecialRegister::LtMask, SpecialRegister::GtMask),
                        exchanged("lane-number-for-its-mask", SpecialRegister::LaneId, SpecialRegister::EqMask),
                        {"masks-from-the-highest-lane-down",
                         [](const S2rModifierTerms& m, const S2rChoiceTerms&, Term lane, const LaneWords& words) {
                           return is(m, SpecialRegister::LaneId).ite(lane.zext(32), reads(m, ~lane, words));
                         },
                         {"SR-2"}}};
  return proof;
}

/// EQ is one bit, LT all below it, GT all above; LE and GE add the own lane (SR-2), for any lane.
Theorem maskLaws() {
  const std::string name = "s2r/laws";
  return instructionTheorem(
      name, "S2R", "", {"SR-2"},
      "in every lane LT, EQ and GT share no lane and name all of them; LE = LT | EQ, GE = GT | EQ, "
      "and LT = EQ - 1",
      "", [name](Terms& terms) -> Obligations {
        const Term lane = terms.variable(5, "lane"), one = terms.constant(32, 1);
        const auto read = [&](SpecialRegister sr) {
          LaneWords none;
          none.fill(terms.constant(32, 0));
          return reads({terms.constant(32, static_cast<Bits>(sr))}, lane, none);
        };
        const Term eq = read(SpecialRegister::EqMask), lt = read(SpecialRegister::LtMask),
                   gt = read(SpecialRegister::GtMask), zero = terms.constant(32, 0);
        const Term all = terms.constant(32, 0xffffffff);
        return std::vector<Obligation>{
            implied(name + "/three-parts", {},
                    (lt | eq | gt).eq(all) & (lt & eq).eq(zero) & (gt & eq).eq(zero) & (lt & gt).eq(zero)),
            implied(name + "/own-lane", {},
                    read(SpecialRegister::LeMask).eq(lt | eq) & read(SpecialRegister::GeMask).eq(gt | eq) &
                        lt.eq(eq - one) & eq.eq(one.shl(lane.zext(32)))),
            implied(name + "/lane-number", {}, read(SpecialRegister::LaneId).eq(lane.zext(32)))};
      });
}

} // namespace

Readings s2rReadings() { return proofOf().readings(); }

std::vector<Theorem> s2rTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(maskLaws());
  return all;
}

} // namespace warplaw::proofs
