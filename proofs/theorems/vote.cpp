// VOTE's theorems: the code against its encoding (VOTE-1..3), the laws (VOTE-4), and the claim about all 32 threads.
#include "symbolic/encodings/vote.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using spec::VoteMode;
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::VoteModifierTerms;

/// The datapath with its results changed by `spoil`.
WrongEffect wrong(const char* name, const char* output,
                  std::function<void(ResultTerms&, const OperandTerms&, const VoteModifierTerms&)> spoil) {
  return {name, output, [spoil](Given& g) {
            const auto modifiers = g.as<VoteModifierTerms>(0);
            const auto operands = g.as<OperandTerms>(1);
            ResultTerms after = symbolic::voteEncoding(modifiers, operands, {}, g.as<ResultTerms>(3));
            spoil(after, operands, modifiers);
            g.set(3, after);
          }};
}

Term one(const OperandTerms& operands, unsigned lane) { return operands.exec.terms().constant(32, Bits{1} << lane); }

/// Bit `lane` of the predicate is `quantifier` if the lane executes.
void setQuantifier(ResultTerms& after, const OperandTerms& operands, unsigned lane, Term quantifier) {
  const Term bit = one(operands, lane);
  const Term wanted = quantifier.ite(after.predicate | bit, after.predicate & ~bit);
  after.predicate = operands.exec.bit(lane).ite(wanted, after.predicate);
}

InstructionProof<spec::VoteFormIn, spec::VoteModifiersIn, spec::VoteChoicesIn> proofOf() {
  InstructionProof<spec::VoteFormIn, spec::VoteModifiersIn, spec::VoteChoicesIn> proof;
  proof.name = "vote";
  proof.mnemonic = "VOTE";
  proof.plan = symbolic::votePlan;
  proof.modifiers = symbolic::voteModifiers;
  proof.datapath = symbolic::voteEncoding;
  proof.rules = {"VOTE-1", "VOTE-2", "VOTE-3"};
  proof.planRules = {"VOTE-1", "VOTE-3"};
  proof.wrongDatapaths = {
      wrong("ballot-of-all-lanes", "row[0][4]", // VOTE-1
            [](ResultTerms& after, const OperandTerms& operands, const auto&) {
              after.row[0][4] = operands.exec.bit(4).ite(operands.predicate, after.row[0][4]);
            }),
      wrong("all-of-the-32-threads", "predicate[9]", // VOTE-2's claim
            [](ResultTerms& after, const OperandTerms& operands, const VoteModifierTerms& modifiers) {
              const Term isAll = modifiers.mode.eq(static_cast<Bits>(VoteMode::All));
              const Term every = operands.predicate.eq(operands.exec.terms().constant(32, 0xffffffff));
              setQuantifier(after, operands, 9, isAll.ite(every, after.predicate.bit(9)));
            }),
      wrong("equal-means-all", "predicate[0]",
            [](ResultTerms& after, const OperandTerms& operands, const VoteModifierTerms& modifiers) {
              const Term isEq = modifiers.mode.eq(static_cast<Bits>(VoteMode::Eq));
              const Term every = (operands.predicate & operands.exec).eq(operands.exec);
              setQuantifier(after, operands, 0, isEq.ite(every, after.predicate.bit(0)));
            }),
      wrong("lane-outside-exec-written", "row[0][31]",
            [](ResultTerms& after, const OperandTerms& operands, const auto&) {
              after.row[0][31] = operands.predicate & operands.exec; // VOTE-3
            })};
  proof.wrongPlans = {{"negation-dropped", "sourcePredicateNegated", [](Given& g) {
                         symbolic::PlanTerms plan = symbolic::votePlan(
                             g.as<symbolic::VoteFormTerms>(0), {}, withGuardOf(g.terms, g.as<symbolic::PlanTerms>(2)));
                         plan.sourcePredicateNegated = g.terms.constant(32, 0);
                         g.set(2, plan);
                       }}};
  proof.wrongModifiers = {{"two-modes-alike", "mode", [](Given& g) {
                             const auto form = g.as<symbolic::VoteFormTerms>(0);
                             g.set(1, VoteModifierTerms{form.mode.extract(0, 0).zext(32)});
                           }}};
  return proof;
}

/// VOTE-4, for every exec and predicate.
Theorem laws() {
  const std::string name = "vote/laws";
  return instructionTheorem(
      name, "VOTE", "", {"VOTE-4"},
      "all(p) = !any(!p); ballot(!p) = exec & ~ballot(p); EQ = all(p) | all(!p); and the ballot does not depend on the "
      "mode",
      "", [name](Terms& terms) -> Obligations {
        const Term exec = terms.variable(32, "exec"), p = terms.variable(32, "predicate"),
                   mode = terms.variable(32, "mode");
        const auto of = [&](VoteMode which, Term predicate) {
          return symbolic::voteOutcome(terms.constant(32, static_cast<Bits>(which)), exec, predicate);
        };
        const Term all = of(VoteMode::All, p).quantifier, allNot = of(VoteMode::All, ~p).quantifier;
        const Term ballot = of(VoteMode::Any, p).ballot;
        return std::vector<Obligation>{
            implied(name + "/all-is-not-any-not", {}, all.eq(~of(VoteMode::Any, ~p).quantifier)),
            implied(name + "/ballot-of-the-negation", {}, of(VoteMode::Any, ~p).ballot.eq(exec & ~ballot)),
            implied(name + "/equal-is-all-or-none", {}, of(VoteMode::Eq, p).quantifier.eq(all | allNot)),
            implied(name + "/ballot-is-of-no-mode", {}, symbolic::voteOutcome(mode, exec, p).ballot.eq(ballot))};
      });
}

} // namespace

std::vector<Theorem> voteTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(laws());
  return all;
}

} // namespace warplaw::proofs
