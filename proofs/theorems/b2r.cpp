// B2R.RESULT's theorems: the code against its encoding (BAR-2), and that a warp reads its own latch alone.
#include "symbolic/encodings/b2r.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace b2r {
namespace {
using symbolic::B2rChoiceTerms;
using symbolic::B2rModifierTerms;
using symbolic::BarrierTerms;
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::SpecialInputTerms;
WARPLAW_PROOF(B2r, b2r, Encoding, Reads<spec::SpecialInputsIn>, Reads<spec::BarriersIn>)

/// The datapath on what `spoil` makes of inputs, barriers and choices.
WrongEffect wrong(const Proof& proof, const char* name, const char* output,
                  std::function<void(SpecialInputTerms&, BarrierTerms&, B2rChoiceTerms&)> spoil) {
  return proof.wrongDatapath(name, output, {"BAR-2"},
                             [spoil](const B2rModifierTerms& m, const OperandTerms& operands, B2rChoiceTerms choices,
                                     const ResultTerms& before, SpecialInputTerms inputs, BarrierTerms barriers) {
                               spoil(inputs, barriers, choices);
                               return symbolic::b2rEncoding(m, operands, choices, before, inputs, barriers);
                             });
}

Proof proofOf() {
  Proof proof = encoded({"BAR-2"}, {"BAR-2", "MACH-3"});
  proof.wrongDatapaths = {
      wrong(proof, "latch-of-warp-0", "row[0][7]",
            [](SpecialInputTerms& inputs, auto&, auto&) { inputs.warp = inputs.warp.terms().constant(32, 0); }),
      wrong(proof, "answer-negated", "predicate[6]", [](auto&, BarrierTerms& barriers, auto&) {
        for (Term& latch : barriers.latch)
          latch = latch.eq(Bits(0)).zext(32);
      })};
  proof.misreadDatapaths = {
      wrong(proof, "latch-of-the-next-warp", "",
            [](SpecialInputTerms& inputs, auto&, auto&) { inputs.warp = (inputs.warp + Bits(1)) & Bits(31); }),
      wrong(proof, "an-answer-is-a-word-too", "",
            [](auto&, BarrierTerms& barriers, auto&) {
              barriers.latchIsCount = barriers.latchIsCount.terms().constant(32, 0xffffffff);
            }),
      wrong(proof, "a-count-is-an-answer-too", "",
            [](auto&, BarrierTerms& barriers, auto&) {
              barriers.latchIsCount = barriers.latchIsCount.terms().constant(32, 0);
            }),
      wrong(proof, "the-accumulator-of-barrier-0", "",
            [](auto&, BarrierTerms& barriers, auto&) { barriers.latch.fill(barriers.accumulator[0]); })};
  proof.wrongPlans = {proof.planBut(
      "predicate-dropped", "destinationPredicate", {"BAR-2"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destinationPredicate = plan.guardNegated.terms().constant(32, spec::kTruePredicate);
      })};
  proof.misreadPlans = {proof.planBut("register-dropped", "", {"BAR-2"}, [](symbolic::PlanTerms& plan, const auto&...) {
    plan.destination[0] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
  })};
  return proof;
}

} // namespace
} // namespace b2r

Contract b2rDatapath() { return b2r::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(b2r)

} // namespace warplaw::proofs
