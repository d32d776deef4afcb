// SHFL's code against its encoding, a theorem a path, the mode symbolic, lane by lane (SHFL-1..8, MACH-1, -5); its plan
// and modifiers (SHFL-9); the whole instruction.
#include "concrete/execute.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/shfl_theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs::shfl {
namespace {
using spec::ShflMode;
using symbolic::OperandTerms;
using symbolic::PerLane;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::ShflChoiceTerms;
using symbolic::ShflFormTerms;
using symbolic::ShflModifierTerms;

// --- Twins of the datapath: each says one wrong thing about one output. ---

/// What a call is given, and what the rules make of it.
struct Call : Situation {
  explicit Call(const Given& g)
      : Situation(g.as<ShflModifierTerms>(0).mode, g.as<OperandTerms>(1), g.as<ShflChoiceTerms>(2),
                  g.as<ResultTerms>(3)) {}
  Term is(ShflMode which) const { return mode.eq(static_cast<Bits>(which)); }
  Term constant(Bits value) const { return mode.terms().constant(32, value); }
  Term lane(unsigned i) const { return mode.terms().constant(5, i); }
  Term b(unsigned i) const { return operands.row[spec::shfl_rows::kLane][i].extract(4, 0); }
  Term clamp(unsigned i) const { return operands.row[spec::shfl_rows::kRange][i].extract(4, 0); }
  Term segment(unsigned i) const { return operands.row[spec::shfl_rows::kRange][i].extract(12, 8); }
  const PerLane<Term>& value() const { return operands.row[spec::shfl_rows::kValue]; }
  /// What lane i receives if it reads `source`.
  Term reads(unsigned i, Term source) const {
    PerLane<Term> active;
    for (unsigned k = 0; k < spec::kLanes; ++k)
      active[k] = executes(k);
    Terms& terms = mode.terms();
    return terms.select(source, active).ite(terms.select(source, value()), choices.inactive[i]);
  }
};

/// Lane i receives what `wrong` says, if it executes.
WrongEffect wrongWord(std::string name, unsigned i, std::string rule, std::function<Term(const Call&)> wrong) {
  return {std::move(name),
          fmt::format("row[0][{}]", i),
          [i, wrong](Given& g) {
            Call call(g);
            call.after.row[0][i] = call.executes(i).ite(wrong(call), call.before.row[0][i]);
            g.set(3, call.after);
          },
          {std::move(rule)}};
}

/// Lane i's predicate bit is what `wrong` says, if it executes.
WrongEffect wrongBit(std::string name, unsigned i, std::string rule, std::function<Term(const Call&)> wrong) {
  return {std::move(name),
          fmt::format("predicate[{}]", i),
          [i, wrong](Given& g) {
            Call call(g);
            const Term bit = call.executes(i).ite(wrong(call), call.before.predicate.bit(i));
            const Term mask = call.constant(Bits{1} << i);
            call.after.predicate = (call.after.predicate & ~mask) | bit.ite(mask, call.constant(0));
            g.set(3, call.after);
          },
          {std::move(rule)}};
}

std::vector<WrongEffect> wrongDatapaths() {
  return {
      wrongWord("source-read-though-inactive", 9, "SHFL-7",
                [](const Call& c) { return c.mode.terms().select(c.source(9).lane, c.value()); }),
      wrongWord("inactive-source-gives-zero", 17, "SHFL-7",
                [](const Call& c) { return c.sourceExecutes(17).ite(c.reads(17, c.source(17).lane), c.constant(0)); }),
      {"lane-outside-exec-written",
       "row[0][30]",
       [](Given& g) {
         Call call(g);
         call.after.row[0][30] = call.sourceExecutes(30).ite(call.after.row[0][30], call.choices.inactive[30]);
         g.set(3, call.after);
       },
       {"MACH-1"}},
      wrongBit("clamp-not-masked-by-segment", 6, "SHFL-1",
               [](const Call& c) {
                 const Term greatest = ((c.lane(6) & c.segment(6)) | c.clamp(6)).zext(8);
                 const Term candidate = c.source(6).candidate;
                 return c.is(ShflMode::Up).ite(greatest.sle(candidate), candidate.sle(greatest));
               }),
      wrongWord("index-not-masked-by-segment", 12, "SHFL-2",
                [](const Call& c) {
                  const Term wrong = (c.lane(12) & c.segment(12)) | c.b(12);
                  const Term source = c.is(ShflMode::Idx).ite(wrong, c.source(12).candidate.extract(4, 0));
                  return c.reads(12, c.source(12).inRange.ite(source, c.lane(12)));
                }),
      wrongBit("up-compares-with-least-lane", 7, "SHFL-4", // the claim
               [](const Call& c) {
                 const Term least = (c.lane(7) & c.segment(7)).zext(8);
                 return c.is(ShflMode::Up).ite(least.sle(c.source(7).candidate), c.source(7).inRange);
               }),
      wrongBit("down-wraps-at-32", 20, "SHFL-3",
               [](const Call& c) {
                 const Term greatest = (c.lane(20) & c.segment(20)) | (c.clamp(20) & ~c.segment(20));
                 return c.is(ShflMode::Down).ite((c.lane(20) + c.b(20)).ule(greatest), c.source(20).inRange);
               }),
      wrongWord("bfly-out-of-range-reads-anyway", 3, "SHFL-6", [](const Call& c) {
        return c.reads(3, c.is(ShflMode::Bfly).ite(c.lane(3) ^ c.b(3), c.source(3).lane));
      })};
}

} // namespace

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::shflPlan, symbolic::shflModifiers, symbolic::shflEncoding);
  proof.rules = {"SHFL-1", "SHFL-2", "SHFL-3", "SHFL-4", "SHFL-5", "SHFL-6", "SHFL-7", "SHFL-8"};
  proof.planRules = {"SHFL-9"};
  proof.wrongDatapaths = wrongDatapaths();
  proof.wrongPlans = {proof.planBut("immediate-taken-for-register", "source[1].kind", {"SHFL-9"},
                                    [](PlanTerms& plan, const auto&...) { plan.source[1].kind = plan.source[0].kind; }),
                      proof.planBut("operands-swapped", "source[1].value", {"SHFL-9"},
                                    [](PlanTerms& plan, const auto&...) { std::swap(plan.source[1], plan.source[2]); }),
                      proof.planBut("true-predicate-dropped", "destinationPredicate", {"SHFL-9"},
                                    [](PlanTerms& plan, const ShflFormTerms& form, const auto&) {
                                      plan.destinationPredicate = form.pu.index.extract(1, 0).zext(32);
                                    })};
  proof.wrongModifiers = {proof.modifiersBut("two-modes-alike", "mode", {"SHFL-9"},
                                             [](ShflModifierTerms& modifiers, const ShflFormTerms& form) {
                                               modifiers.mode = form.mode.extract(0, 0).zext(32);
                                             })};
  return proof;
}

std::vector<Theorem> executorTheorems(const Subject& subject) { return proofOf().theorems(subject); }

} // namespace warplaw::proofs::shfl
