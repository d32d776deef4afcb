// SEL's theorems: the code against its encoding (SEL-1, SEL-2), and what negating the predicate means.
#include "symbolic/encodings/sel.h"
#include "proofs/theorems/plain_lanes.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using symbolic::SelChoiceTerms;
using symbolic::SelModifierTerms;
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
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "SEL-2"), negationDropped(proof, "SEL-1")};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "SEL-2"), guardForSourcePredicate(proof, "SEL-1")};
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
          LaneWords words = laneOf({ifSo, otherwise});
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
