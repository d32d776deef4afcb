// activemask's theorems: the code against its encoding (SYNC-6).
#include "symbolic/encodings/activemask.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::proofs {
namespace activemask {
namespace {
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
WARPLAW_PROOF(Activemask, activemask, Encoding)

/// Each executing lane receives another word.
WrongEffect wrong(const Proof& proof, const char* name, const char* output,
                  std::function<Term(Term exec, unsigned lane)> word) {
  return proof.wrongDatapath(
      name, output, {"SYNC-6"}, [word](const auto& modifiers, const auto& operands, const auto& choices, auto before) {
        ResultTerms after = symbolic::activemaskEncoding(modifiers, operands, choices, before);
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          after.row[0][lane] = operands.exec.bit(lane).ite(word(operands.exec, lane), after.row[0][lane]);
        return after;
      });
}

Term maskOf(Term exec, Bits lanes) { return exec & exec.terms().constant(32, lanes); }

Proof proofOf() {
  Proof proof = encoded({"SYNC-6"}, {"SYNC-6", "MACH-3"});
  proof.wrongDatapaths = {
      wrong(proof, "all-lanes-of-the-warp", "row[0][4]",
            [](Term exec, unsigned) { return exec.terms().constant(32, 0xffffffff); }),
      wrong(proof, "the-own-lane-left-out", "row[0][9]",
            [](Term exec, unsigned lane) { return maskOf(exec, ~(Bits{1} << lane) & 0xffffffff); }),
      proof.wrongDatapath("lane-outside-exec-written", "row[0][31]", {"SYNC-6"},
                          [](const auto& modifiers, const auto& operands, const auto& choices, auto before) {
                            ResultTerms after = symbolic::activemaskEncoding(modifiers, operands, choices, before);
                            after.row[0][31] = operands.exec;
                            return after;
                          })};
  proof.misreadDatapaths = {
      wrong(proof, "the-own-lane-alone", "", [](Term exec, unsigned lane) { return maskOf(exec, Bits{1} << lane); }),
      wrong(proof, "lanes-below-the-own", "",
            [](Term exec, unsigned lane) { return maskOf(exec, (Bits{1} << lane) - 1); }),
      wrong(proof, "lanes-that-do-not-execute", "", [](Term exec, unsigned) { return ~exec; }),
      wrong(proof, "the-number-of-lanes", "", [](Term exec, unsigned) { return symbolic::populationOf(exec); }),
      wrong(proof, "lane-0-is-the-highest-bit", "", [](Term exec, unsigned) {
        Term mirrored = exec.bit(0);
        for (unsigned lane = 1; lane < spec::kLanes; ++lane)
          mirrored = mirrored.concat(exec.bit(lane));
        return mirrored;
      })};
  proof.wrongPlans = {proof.planBut("written-to-the-zero-register", "destination[0]", {"SYNC-6"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.destination[0] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
                                    })};
  proof.misreadPlans = {
      proof.planBut("written-to-the-second-row", "", {"SYNC-6"}, [](symbolic::PlanTerms& plan, const auto&...) {
        std::swap(plan.destination[0], plan.destination[1]);
      })};
  return proof;
}

} // namespace
} // namespace activemask

Contract activemaskDatapath() { return activemask::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(activemask)

} // namespace warplaw::proofs
