// VOTE's theorems: the code against its encoding (VOTE-1..3), the laws (VOTE-4), and the claims about all 32 threads.
#include "symbolic/encodings/vote.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/program.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"
#include "spec/program_text.h"

namespace warplaw::proofs {
namespace vote {
namespace {
using spec::VoteMode;
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::VoteModifierTerms;

/// The datapath with its results changed by `spoil`.
WrongEffect wrong(const char* name, const char* output, const char* rule,
                  std::function<void(ResultTerms&, const OperandTerms&, const VoteModifierTerms&)> spoil) {
  return {name,
          output,
          [spoil](Given& g) {
            const auto modifiers = g.as<VoteModifierTerms>(0);
            const auto operands = g.as<OperandTerms>(1);
            ResultTerms after = symbolic::voteEncoding(modifiers, operands, {}, g.as<ResultTerms>(3));
            spoil(after, operands, modifiers);
            g.set(3, after);
          },
          {rule}};
}

/// The vote of other operands or another mode; the lanes that execute receive it.
WrongEffect misread(const char* name, const char* rule,
                    std::function<symbolic::VoteOutcome(Term mode, Term exec, Term predicate)> vote) {
  return wrong(name, "", rule,
               [vote](ResultTerms& after, const OperandTerms& operands, const VoteModifierTerms& modifiers) {
                 const Term exec = operands.exec;
                 const symbolic::VoteOutcome outcome = vote(modifiers.mode, exec, operands.predicate);
                 for (unsigned lane = 0; lane < spec::kLanes; ++lane)
                   after.row[0][lane] = exec.bit(lane).ite(outcome.ballot, after.row[0][lane]);
                 after.predicate = outcome.quantifier.ite(after.predicate | exec, after.predicate & ~exec);
               });
}

Term is(Term mode, VoteMode which) { return mode.eq(static_cast<Bits>(which)); }

Term one(const OperandTerms& operands, unsigned lane) { return operands.exec.terms().constant(32, Bits{1} << lane); }

/// Bit `lane` of the predicate is `quantifier` if the lane executes.
void setQuantifier(ResultTerms& after, const OperandTerms& operands, unsigned lane, Term quantifier) {
  const Term bit = one(operands, lane);
  const Term wanted = quantifier.ite(after.predicate | bit, after.predicate & ~bit);
  after.predicate = operands.exec.bit(lane).ite(wanted, after.predicate);
}

WARPLAW_PROOF(Vote, vote, Encoding)

Proof proofOf() {
  Proof proof = encoded({"VOTE-1", "VOTE-2", "VOTE-3"}, {"VOTE-1", "VOTE-3"});
  proof.wrongDatapaths = {
      wrong("ballot-of-all-lanes", "row[0][4]", "VOTE-1",
            [](ResultTerms& after, const OperandTerms& operands, const auto&) {
              after.row[0][4] = operands.exec.bit(4).ite(operands.predicate, after.row[0][4]);
            }),
      wrong("all-of-the-32-threads", "predicate[9]", "VOTE-2", // the claim
            [](ResultTerms& after, const OperandTerms& operands, const VoteModifierTerms& modifiers) {
              const Term isAll = is(modifiers.mode, VoteMode::All);
              const Term every = operands.predicate.eq(operands.exec.terms().constant(32, 0xffffffff));
              setQuantifier(after, operands, 9, isAll.ite(every, after.predicate.bit(9)));
            }),
      wrong("equal-means-all", "predicate[0]", "VOTE-2",
            [](ResultTerms& after, const OperandTerms& operands, const VoteModifierTerms& modifiers) {
              const Term isEq = is(modifiers.mode, VoteMode::Eq);
              const Term every = (operands.predicate & operands.exec).eq(operands.exec);
              setQuantifier(after, operands, 0, isEq.ite(every, after.predicate.bit(0)));
            }),
      wrong("lane-outside-exec-written", "row[0][31]", "VOTE-3",
            [](ResultTerms& after, const OperandTerms& operands, const auto&) {
              after.row[0][31] = operands.predicate & operands.exec;
            })};
  proof.wrongPlans = {proof.planBut("negation-dropped", "sourcePredicateNegated", {"VOTE-1"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.sourcePredicateNegated = plan.guardNegated.terms().constant(32, 0);
                                    })};
  proof.wrongModifiers = {
      proof.modifiersBut("two-modes-alike", "mode", {"VOTE-3"}, [](VoteModifierTerms& modifiers, const auto& form) {
        modifiers.mode = form.mode.extract(0, 0).zext(32);
      })};
  proof.misreadDatapaths = {
      misread("votes-of-all-32-lanes", "VOTE-1",
              [](Term mode, Term exec, Term p) {
                return symbolic::voteOutcome(mode, exec.terms().constant(32, 0xffffffff), p);
              }),
      misread("ballot-of-the-noes", "VOTE-1",
              [](Term mode, Term exec, Term p) {
                return symbolic::VoteOutcome{exec & ~p, symbolic::voteOutcome(mode, exec, p).quantifier};
              }),
      misread("silent-lanes-vote-yes", "VOTE-1",
              [](Term mode, Term exec, Term p) {
                return symbolic::VoteOutcome{p | ~exec, symbolic::voteOutcome(mode, exec, p).quantifier};
              }),
      misread("all-and-any-exchanged", "VOTE-2",
              [](Term mode, Term exec, Term p) {
                const auto named = [&](VoteMode m) { return exec.terms().constant(32, static_cast<Bits>(m)); };
                return symbolic::voteOutcome(
                    is(mode, VoteMode::All)
                        .ite(named(VoteMode::Any), is(mode, VoteMode::Any).ite(named(VoteMode::All), mode)),
                    exec, p);
              }),
      misread("all-of-all-32-lanes", "VOTE-2", // the claim
              [](Term mode, Term exec, Term p) {
                const symbolic::VoteOutcome vote = symbolic::voteOutcome(mode, exec, p);
                const Term every = symbolic::voteOutcome(mode, exec.terms().constant(32, 0xffffffff), p).quantifier;
                return symbolic::VoteOutcome{vote.ballot, is(mode, VoteMode::All).ite(every, vote.quantifier)};
              }),
      misread("equal-needs-a-yes", "VOTE-2",
              [](Term mode, Term exec, Term p) {
                const symbolic::VoteOutcome vote = symbolic::voteOutcome(mode, exec, p);
                return symbolic::VoteOutcome{vote.ballot,
                                             vote.quantifier & ~(is(mode, VoteMode::Eq) & (exec & p).eq(Bits(0)))};
              }),
      misread("ballot-only-of-any", "VOTE-3", [](Term mode, Term exec, Term p) {
        const symbolic::VoteOutcome vote = symbolic::voteOutcome(mode, exec, p);
        return symbolic::VoteOutcome{is(mode, VoteMode::Any).ite(vote.ballot, exec.terms().constant(32, 0)),
                                     vote.quantifier};
      })};
  proof.misreadPlans = {
      proof.planBut("answer-to-the-source-predicate", "", {"VOTE-3"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destinationPredicate = plan.sourcePredicate;
      })};
  proof.claims = {{"VOTE-2", "ALL is true where the predicate holds in each of the 32 threads.",
                   "vote/portable/twin/all-of-the-32-threads", "vote-2-inactive-lanes-do-not-vote",
                   "all-of-all-32-lanes"}};
  return proof;
}

/// Do all lanes of exec vote alike by machine code exactly if all say yes? A witness of the contrary breaks the law
/// that EQ is more than ALL.
Replay allAndEqualDiffer(const Subject& subject, const Assignment& witness) {
  using Code = void(const spec::VoteModifiers*, const spec::Operands*, const spec::VoteChoices*, spec::Results*);
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_vote_portable"));
  if (!code)
    return {.reproduced = false, .report = "no machine code for warplaw_vote_portable", .counterexample = {}};
  spec::Operands operands = valueFrom<spec::Operands>(witness);
  const auto answer = [&](VoteMode mode) {
    const spec::VoteModifiers modifiers{static_cast<std::uint32_t>(mode)};
    const spec::VoteChoices choices;
    spec::Results results;
    code(&modifiers, &operands, &choices, &results);
    return results.predicate & operands.exec;
  };
  const std::uint32_t all = answer(VoteMode::All), equal = answer(VoteMode::Eq);
  return {.reproduced = all != equal,
          .report = fmt::format("exec {:#x}, votes {:#x}: ALL gives {:#x}, EQ {:#x}", operands.exec, operands.predicate,
                                all, equal),
          .counterexample = {}};
}

/// VOTE-4, for every exec and predicate.
Theorem laws(const Subject& subject) {
  const std::string name = "vote/laws";
  return instructionTheorem(
      name, "VOTE", "", {"VOTE-4"},
      "all(p) = !any(!p); ballot(!p) = exec & ~ballot(p); EQ = all(p) | all(!p); and the ballot does not depend on the "
      "mode",
      "", [name, subject](Terms& terms) -> Obligations {
        const Term exec = terms.variable(32, "exec"), p = terms.variable(32, "predicate"),
                   mode = terms.variable(32, "mode");
        const auto of = [&](VoteMode which, Term predicate) {
          return symbolic::voteOutcome(terms.constant(32, static_cast<Bits>(which)), exec, predicate);
        };
        const Term all = of(VoteMode::All, p).quantifier, allNot = of(VoteMode::All, ~p).quantifier;
        const Term ballot = of(VoteMode::Any, p).ballot;
        const Obligation twin = refuted(
            name + "/twin/equal-is-all", {exec.ne(terms.constant(32, 0))}, of(VoteMode::Eq, p).quantifier.eq(all),
            [subject](const Assignment& witness) { return allAndEqualDiffer(subject, witness); });
        return std::vector<Obligation>{
            implied(name + "/all-is-not-any-not", {}, all.eq(~of(VoteMode::Any, ~p).quantifier)),
            implied(name + "/ballot-of-the-negation", {}, of(VoteMode::Any, ~p).ballot.eq(exec & ~ballot)),
            implied(name + "/equal-is-all-or-none", {}, of(VoteMode::Eq, p).quantifier.eq(all | allNot)),
            implied(name + "/ballot-is-of-no-mode", {}, symbolic::voteOutcome(mode, exec, p).ballot.eq(ballot)), twin};
      });
}

// ---- VOTE-3: who receives it

constexpr std::string_view kVote = "VOTE.ANY R0, P1, P0\n";
/// What some lane has that received the vote.
constexpr std::string_view kReceived = "R0[lane] == sum(k, 0, 31, active[k] && old P0[k] ? 1 << k : 0) "
                                       "&& (P1[lane] ? 1 : 0) == (any(k, 0, 31, active[k] && old P0[k]) ? 1 : 0)";

Clause clauseOf(std::string_view name, const std::string& text) {
  return {std::string(name), text, spec::parseStatement(text).value()};
}

/// VOTE-3's claim, of a whole warp before and after.
Theorem broadcastClaim() {
  const std::string name = "vote/claim/every-lane-receives-it";
  Theorem theorem = instructionTheorem(
      name, "VOTE", "", {"VOTE-3", "MACH-1"},
      "claim: the result is broadcast to all threads of the warp; lanes that execute receive it, all others keep what "
      "they have, so that it holds where all 32 execute",
      "", [name](Terms& terms) -> Obligations {
        ProgramContract contract;
        contract.name = "vote";
        contract.program = spec::programFromText(kVote).value().program;
        contract.active.reset(); // any lanes
        const auto under = [&](const char* assumed) {
          ProgramContract narrower = contract;
          narrower.assumed = {clauseOf("requires", assumed)};
          return narrower;
        };
        const Encodings encodings = encodingsOf(allReadings());
        std::vector<Obligation> all;
        const auto add = [&](const ProgramContract& of, const char* what, const std::string& says, bool isClaim) {
          for (Obligation& one : clauseObligations(terms, name + what, of, encodings, clauseOf(what, says), isClaim))
            all.push_back(std::move(one));
        };
        const std::string received(kReceived);
        add(contract, "/lanes-that-execute-receive-it", "active[lane] ==> " + received, false);
        add(contract, "/others-keep-theirs",
            "!active[lane] ==> R0[lane] == old R0[lane] && (P1[lane] ? 1 : 0) == (old P1[lane] ? 1 : 0)", false);
        add(under("all(k, 0, 31, active[k])"), "/holds-where-all-execute", received, false);
        add(contract, "/any-lanes", received, true);
        add(under("active[0] && all(k, 1, 31, !active[k] && P0[k] && R0[k] == 0)"), "/least-witness", received, true);
        return all;
      });
  theorem.claims = {{"VOTE-3", "The result of a vote is broadcast to all threads of the warp.", name + "/least-witness",
                     "vote-3-lanes-outside-exec-receive-nothing", ""}};
  return theorem;
}

} // namespace
} // namespace vote

Contract voteDatapath() { return vote::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(vote, laws(subject), broadcastClaim())

} // namespace warplaw::proofs
