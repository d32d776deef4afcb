// SEL's theorems: the code against its encoding (SEL-1, SEL-2), and what negating the predicate means.
#include "symbolic/encodings/sel.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using symbolic::PlanTerms;
using symbolic::SelChoiceTerms;
using symbolic::SelModifierTerms;
using symbolic::SourceTerms;
namespace rows = spec::sel_rows;

Term selected(const LaneWords& words) { return symbolic::selLane({}, {}, {}, words); }

using Proof = InstructionProof<spec::SelFormIn, spec::SelModifiersIn, spec::SelChoicesIn>;

/// The lane with what it fetched changed by `spoil`.
Proof::WrongLane wrongLane(const char* name, std::function<void(LaneWords&)> spoil) {
  return {name, [spoil](const SelModifierTerms&, const SelChoiceTerms&, Term, LaneWords words) {
            spoil(words);
            return selected(words);
          }};
}
Proof proofOf() {
  Proof proof;
  proof.name = "sel";
  proof.mnemonic = "SEL";
  proof.plan = symbolic::selPlan;
  proof.modifiers = symbolic::selModifiers;
  proof.lane = symbolic::selLane;
  proof.rules = {"SEL-1"};
  proof.planRules = {"SEL-1", "SEL-2"};
  proof.wrongLanes = {
      wrongLane("operands-exchanged", [](LaneWords& words) { std::swap(words[rows::kA], words[rows::kB]); }),
      wrongLane("predicate-ignored", [](LaneWords& words) { words[rows::kB] = words[rows::kA]; })};
  proof.wrongPlans = {
      proof.planBut("immediate-zero-extended", "source[1].value", {"SEL-2"},
                    [](PlanTerms& plan, const auto&...) {
                      Term& value = plan.source[rows::kB].value;
                      value = value.extract(19, 0).zext(32);
                    }),
      proof.planBut("negation-dropped", "sourcePredicateNegated", {"SEL-1"}, [](PlanTerms& plan, const auto&...) {
        plan.sourcePredicateNegated = plan.sourcePredicate.terms().constant(32, 0);
      })};
  proof.misreadPlans = {proof.planBut("immediate-of-19-bits", "", {"SEL-2"},
                                      [](PlanTerms& plan, const auto&...) {
                                        SourceTerms& b = plan.source[rows::kB];
                                        const Term isImmediate =
                                            b.kind.eq(static_cast<symbolic::Bits>(spec::SourceKind::Immediate));
                                        b.value = isImmediate.ite(b.value.extract(18, 0).sext(32), b.value);
                                      }),
                        proof.planBut("guard-for-source-predicate", "", {"SEL-1"}, [](PlanTerms& plan, const auto&...) {
                          plan.sourcePredicate = plan.guardPredicate;
                        })};
  return proof;
}

/// SEL-1, for any two words.
Theorem laws() {
  const std::string name = "sel/laws";
  return instructionTheorem(
      name, "SEL", "", {"SEL-1"},
      "to choose by !p is to choose by p from the operands exchanged; of equal operands it is that one; and the result "
      "is one of the two",
      "", [name](Terms& terms) -> Obligations {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), p = terms.variable(1, "p");
        const auto of = [&](Term holds, Term ifSo, Term otherwise) {
          LaneWords words;
          words.fill(terms.constant(32, 0));
          words[rows::kA] = ifSo, words[rows::kB] = otherwise;
          words.predicate = holds;
          return selected(words);
        };
        return std::vector<Obligation>{implied(name + "/negated-is-exchanged", {}, of(~p, a, b).eq(of(p, b, a))),
                                       implied(name + "/equal-operands", {a.eq(b)}, of(p, a, b).eq(a)),
                                       implied(name + "/one-of-the-two", {}, of(p, a, b).eq(a) | of(p, a, b).eq(b))};
      });
}

} // namespace

Readings selReadings() { return proofOf().readings(); }

std::vector<Theorem> selTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(laws());
  return all;
}

} // namespace warplaw::proofs
