// PMTRIG's theorems: the code against its encoding (PM-1, PM-2), and that triggers of several warps commute.
#include "symbolic/encodings/pmtrig.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace pmtrig {
namespace {
using symbolic::Bits;
using symbolic::CounterTerms;
using symbolic::OperandTerms;
using symbolic::PmtrigChoiceTerms;
using symbolic::PmtrigModifierTerms;
using symbolic::ResultTerms;
WARPLAW_PROOF(Pmtrig, pmtrig, Encoding, Changes<spec::CountersIn>)

/// The counters after other arithmetic than PM-1's: `added(n, mask, exec)` is what counter n gains.
WrongEffect wrong(const Proof& proof, const char* name, const char* output, const char* rule,
                  std::function<Term(unsigned n, Term mask, Term exec)> added) {
  return proof.wrongDatapath(name, output, {rule},
                             [added](const PmtrigModifierTerms& m, const OperandTerms& operands,
                                     const PmtrigChoiceTerms& choices, const ResultTerms& before,
                                     CounterTerms& counters) {
                               CounterTerms unchanged = counters;
                               for (unsigned n = 0; n < spec::kCounters; ++n)
                                 counters.count[n] = counters.count[n] + added(n, m.mask, operands.exec);
                               return symbolic::pmtrigEncoding(m, operands, choices, before, unchanged);
                             });
}
Term some(Term exec) { return exec.ne(exec.terms().constant(32, 0)); }

Proof proofOf() {
  Proof proof = encoded({"PM-1", "PM-2"}, {"PM-2"});
  proof.wrongDatapaths = {wrong(proof, "counts-warps-that-do-not-execute", "count[3]", "PM-1",
                                [](unsigned n, Term mask, Term) { return mask.bit(n).zext(32); }),
                          wrong(proof, "eight-counters", "count[8]", "PM-2", [](unsigned n, Term mask, Term exec) {
                            return (mask.bit(n) & some(exec)).zext(32) & (n < 8 ? Bits(1) : Bits(0));
                          })};
  proof.misreadDatapaths = {
      wrong(proof, "counts-lanes", "", "PM-1",
            [](unsigned n, Term mask, Term exec) {
              return mask.bit(n).ite(symbolic::populationOf(exec), exec.terms().constant(32, 0));
            }),
      wrong(proof, "lane-0-must-execute", "", "PM-1",
            [](unsigned n, Term mask, Term exec) { return (mask.bit(n) & exec.bit(0)).zext(32); }),
      wrong(proof, "the-immediate-is-a-number", "", "PM-1",
            [](unsigned n, Term mask, Term exec) {
              return ((mask & Bits(spec::kCounters - 1)).eq(Bits(n)) & some(exec)).zext(32);
            }),
      wrong(proof, "only-the-lowest-bit", "", "PM-1", [](unsigned n, Term mask, Term exec) {
        const Term lowest = mask & mask.negated();
        return (lowest.bit(n) & some(exec)).zext(32);
      })};
  proof.wrongPlans = {
      proof.planBut("writes-a-register", "destination[0]", {"PM-2"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destination[0] = plan.guardNegated.terms().constant(32, 0);
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("eight-bits-of-the-mask", "mask", {"PM-2"},
                         [](PmtrigModifierTerms& m, const auto&) { m.mask = m.mask & Bits(0xff); })};
  return proof;
}

/// PM-1 for several warps: counters add up, whoever comes first.
Theorem order() {
  const std::string name = "pmtrig/order";
  return instructionTheorem(
      name, "PMTRIG", "", {"PM-1"},
      "triggers of two warps commute, whatever the counters hold; a warp in which no lane executes changes none, and "
      "one that does adds 1 to those of its mask",
      "", [name](Terms& terms) -> Obligations {
        const auto counters = symbolic::variables<CounterTerms>(terms, "counters.");
        const auto variable = [&](const char* of) { return terms.variable(32, of); };
        const Term masks[] = {variable("mask"), variable("mask'")}, execs[] = {variable("exec"), variable("exec'")};
        const auto both = [&](unsigned first, unsigned second) {
          return symbolic::triggered(symbolic::triggered(counters, masks[first], execs[first]), masks[second],
                                     execs[second]);
        };
        const CounterTerms forth = both(0, 1), back = both(1, 0);
        std::vector<Term> same, idle, one;
        const auto after = symbolic::triggered(counters, masks[0], execs[0]);
        for (unsigned n = 0; n < spec::kCounters; ++n) {
          same.push_back(forth.count[n].eq(back.count[n]));
          idle.push_back(after.count[n].eq(counters.count[n]));
          one.push_back(after.count[n].eq(masks[0].bit(n).ite(counters.count[n] + Bits(1), counters.count[n])));
        }
        return std::vector<Obligation>{
            implied(name + "/two-warps-commute", {}, terms.all(same)),
            implied(name + "/no-lane-executes", {execs[0].eq(Bits(0))}, terms.all(idle)),
            implied(name + "/one-each", {execs[0].ne(terms.constant(32, 0))}, terms.all(one))};
      });
}

} // namespace
} // namespace pmtrig

Contract pmtrigDatapath() { return pmtrig::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(pmtrig, order())

} // namespace warplaw::proofs
