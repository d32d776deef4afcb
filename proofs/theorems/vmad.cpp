// VMAD: the code against its encoding (VID-1, VID-8), cut at its operands and its product.
#include "symbolic/encodings/vmad.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::VmadChoiceTerms;
using symbolic::VmadModifierTerms;
namespace rows = spec::video_rows;
using Proof = InstructionProof<spec::VmadFormIn, spec::VmadModifiersIn, spec::VmadChoicesIn>;

Proof::WrongLane wrong(const char* name, std::function<void(VmadModifierTerms&)> spoil) {
  return {name,
          [spoil](VmadModifierTerms modifiers, const VmadChoiceTerms& choices, Term lane, const LaneWords& words) {
            spoil(modifiers);
            return symbolic::vmadLane(modifiers, choices, lane, words);
          }};
}

Term zero(Term like) { return like.terms().constant(like.width(), 0); }
Term isSet(Term flag) { return flag.ne(zero(flag)); }

} // namespace

std::vector<Theorem> vmadTheorems(const Subject& subject) {
  Proof proof;
  proof.name = "vmad";
  proof.mnemonic = "VMAD";
  proof.plan = symbolic::vmadPlan;
  proof.modifiers = symbolic::vmadModifiers;
  proof.lane = symbolic::vmadLane;
  proof.rules = {"VID-1", "VID-8"};
  proof.planRules = {"VID-8"};
  proof.laneCuts = [](const VmadModifierTerms& m, const LaneWords& words) {
    return std::vector<Term>{symbolic::videoOperand(words[rows::kA], m.aPart, isSet(m.aSigned)),
                             symbolic::videoOperand(words[rows::kB], m.bPart, isSet(m.bSigned))};
  };
  proof.laneCases = [](const VmadModifierTerms& m) { // at most one of the three (VID-8)
    const Term p = isSet(m.negatesProduct), c = isSet(m.negatesC), plus = isSet(m.plusOne);
    return std::vector<Term>{~p & ~c & ~plus, p & ~c & ~plus, ~p & c & ~plus, ~p & ~c & plus};
  };
  proof.wrongLanes = {
      wrong("negation-of-the-product-dropped", [](VmadModifierTerms& m) { m.negatesProduct = zero(m.negatesProduct); }),
      wrong("plus-one-dropped", [](VmadModifierTerms& m) { m.plusOne = zero(m.plusOne); }),
      wrong("never-shifted", [](VmadModifierTerms& m) { m.shift = zero(m.shift); }),
      wrong("never-saturated", [](VmadModifierTerms& m) { m.saturates = zero(m.saturates); }),
      wrong("operands-taken-unsigned", [](VmadModifierTerms& m) { m.aSigned = zero(m.aSigned); })};
  proof.wrongPlans = {{"addend-dropped", "source[2].value", [](Given& g) {
                         symbolic::PlanTerms plan =
                             symbolic::vmadPlan(g.as<symbolic::VmadFormTerms>(0), g.as<VmadChoiceTerms>(1),
                                                withGuardOf(g.terms, g.as<symbolic::PlanTerms>(2)));
                         plan.source[rows::kC].value = g.terms.constant(32, spec::kZeroRegister);
                         g.set(2, plan);
                       }}};
  proof.wrongModifiers = {{"two-negations-negate", "negatesProduct", [](Given& g) {
                             const auto form = g.as<symbolic::VmadFormTerms>(0);
                             auto modifiers = symbolic::vmadModifiers(form);
                             modifiers.negatesProduct = (form.ra.negated | form.rb.negated).zext(32);
                             g.set(1, modifiers);
                           }}};
  return proof.theorems(subject);
}

} // namespace warplaw::proofs
