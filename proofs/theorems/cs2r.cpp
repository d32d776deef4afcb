// CS2R's theorems: the code against its encoding (SR-1, SR-3), and the 64-bit clock put together from what it reads.
#include "symbolic/encodings/cs2r.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace cs2r {
namespace {
using symbolic::Bits;
using symbolic::Cs2rChoiceTerms;
using symbolic::Cs2rFormTerms;
using symbolic::Cs2rModifierTerms;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::SpecialInputTerms;
WARPLAW_PROOF(Cs2r, cs2r, Encoding, Reads<spec::SpecialInputsIn>)

/// The datapath on inputs that `spoil` changes, its results changed by `after`.
WrongEffect wrong(const Proof& proof, const char* name, const char* output, const char* rule,
                  std::function<void(Cs2rModifierTerms&, SpecialInputTerms&)> spoil) {
  return proof.wrongDatapath(name, output, {rule},
                             [spoil](Cs2rModifierTerms m, const OperandTerms& operands, const Cs2rChoiceTerms& choices,
                                     const ResultTerms& before, SpecialInputTerms inputs) {
                               spoil(m, inputs);
                               return symbolic::cs2rEncoding(m, operands, choices, before, inputs);
                             });
}

Proof proofOf() {
  Proof proof = encoded({"SR-1", "SR-3"}, {"SR-1", "SR-3", "MACH-3"});
  proof.wrongDatapaths = {wrong(proof, "words-exchanged", "row[0][5]", "SR-3",
                                [](auto&, SpecialInputTerms& inputs) { std::swap(inputs.clockLow, inputs.clockHigh); }),
                          wrong(proof, "high-word-of-one-is-the-low-one", "row[0][9]", "SR-1",
                                [](Cs2rModifierTerms& m, auto&) { m.word = m.word.terms().constant(32, 0); })};
  proof.misreadDatapaths = {wrong(proof, "low-word-twice", "", "SR-3",
                                  [](auto&, SpecialInputTerms& inputs) { inputs.clockHigh = inputs.clockLow; }),
                            wrong(proof, "always-a-pair", "", "SR-3",
                                  [](Cs2rModifierTerms& m, auto&) { m.size = m.size.terms().constant(32, 0); }),
                            wrong(proof, "never-a-pair", "", "SR-3",
                                  [](Cs2rModifierTerms& m, auto&) { m.size = m.size.terms().constant(32, 1); }),
                            wrong(proof, "clock-in-twos", "", "SR-3", [](auto&, SpecialInputTerms& inputs) {
                              inputs.clockLow = inputs.clockLow & Bits(0xfffffffe);
                            })};
  proof.wrongPlans = {proof.planBut("second-register-dropped", "destination[1]", {"MACH-3"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.destination[1] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
                                    })};
  proof.misreadPlans = {proof.planBut("pair-of-the-same-register", "", {"MACH-3"},
                                      [](symbolic::PlanTerms& plan, const Cs2rFormTerms& form, const auto&) {
                                        plan.destination[1] =
                                            form.size.eq(Bits(0)).ite(plan.destination[0], plan.destination[1]);
                                      })};
  proof.wrongModifiers = {proof.modifiersBut("always-32-bits", "size", {"SR-3"}, [](Cs2rModifierTerms& m, const auto&) {
    m.size = m.size.terms().constant(32, static_cast<Bits>(spec::Cs2rSize::B32));
  })};
  return proof;
}

/// SR-3 over time: what two reads in a row give, where the input does not run backwards.
Theorem clockLaws() {
  const std::string name = "cs2r/clock";
  return instructionTheorem(
      name, "CS2R", "", {"SR-3"},
      "the pair is CLOCK64 and its words are those of .32; if the input does not decrease between two reads, neither "
      "does the pair",
      "", [name](Terms& terms) -> Obligations {
        const auto inputs = symbolic::variables<SpecialInputTerms>(terms, "inputs.");
        auto later = inputs;
        later.clockLow = terms.variable(32, "later.clockLow");
        later.clockHigh = terms.variable(32, "later.clockHigh");
        auto operands = symbolic::constants(terms, spec::Operands{});
        operands.exec = terms.constant(32, 1);
        const auto read = [&](spec::Cs2rSize size, spec::ClockWord word, const SpecialInputTerms& at) {
          const auto of = [&](auto value) { return terms.constant(32, static_cast<Bits>(value)); };
          return symbolic::cs2rEncoding({of(size), of(word)}, operands, {}, symbolic::constants(terms, spec::Results{}),
                                        at);
        };
        const auto pair = [&](const SpecialInputTerms& at) {
          const ResultTerms both = read(spec::Cs2rSize::B64, spec::ClockWord::Low, at);
          return both.row[1][0].concat(both.row[0][0]);
        };
        const auto word = [&](spec::ClockWord which) { return read(spec::Cs2rSize::B32, which, inputs).row[0][0]; };
        const Term earlierInput = inputs.clockHigh.concat(inputs.clockLow),
                   laterInput = later.clockHigh.concat(later.clockLow);
        return std::vector<Obligation>{
            implied(name + "/words", {},
                    pair(inputs).eq(word(spec::ClockWord::High).concat(word(spec::ClockWord::Low)))),
            implied(name + "/never-decreases", {earlierInput.ule(laterInput)}, pair(inputs).ule(pair(later)))};
      });
}

} // namespace
} // namespace cs2r

Contract cs2rDatapath() { return cs2r::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(cs2r, clockLaws())

} // namespace warplaw::proofs
