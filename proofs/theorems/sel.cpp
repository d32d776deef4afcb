// SEL's theorems: the code against its encoding (SEL-1, SEL-2), and what negating the predicate means.
#include "symbolic/encodings/sel.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace sel {
namespace {
namespace rows = spec::sel_rows;
WARPLAW_LANE_PROOF(Sel, sel)

Term selected(const LaneWords& words) { return symbolic::selLane({}, {}, {}, words); }

Proof proofOf() {
  Proof proof = encoded({"SEL-1"}, {"SEL-1", "SEL-2"});
  proof.wrongLanes = {wrongInput("operands-exchanged", "SEL-1",
                                 [](Modifiers&, LaneWords& words) { std::swap(words[rows::kA], words[rows::kB]); }),
                      wrongInput("predicate-ignored", "SEL-1",
                                 [](Modifiers&, LaneWords& words) { words[rows::kB] = words[rows::kA]; })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "SEL-2"), negationDropped(proof, "SEL-1")};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "SEL-2"), guardForSourcePredicate(proof, "SEL-1")};
  return proof;
}

/// SEL-1, for any two words.
Theorem laws() {
  return lawsOf(
      kMnemonic, {"SEL-1"},
      "to choose by !p is to choose by p from the operands exchanged; of equal operands it is that one; and the result "
      "is one of the two",
      [](Terms& terms) -> std::vector<Law> {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), p = terms.variable(1, "p");
        const auto of = [&](Term holds, Term ifSo, Term otherwise) {
          LaneWords words = laneOf({ifSo, otherwise});
          words.predicate = holds;
          return selected(words);
        };
        return {{"negated-is-exchanged", {}, of(~p, a, b).eq(of(p, b, a))},
                {"equal-operands", {a.eq(b)}, of(p, a, b).eq(a)},
                {"one-of-the-two", {}, of(p, a, b).eq(a) | of(p, a, b).eq(b)}};
      });
}

} // namespace
} // namespace sel
WARPLAW_THEOREMS(sel, laws())
} // namespace warplaw::proofs
