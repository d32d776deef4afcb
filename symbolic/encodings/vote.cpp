// VOTE as terms: ballot and quantifier over the executing lanes (VOTE-1, -2), who receives them (VOTE-3), what is left
// alone (MACH-5); its plan.
#include "symbolic/encodings/vote.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::VoteMode;

VoteOutcome voteOutcome(Term mode, Term exec, Term predicate) {
  const Term ballot = exec & predicate;                  // lanes outside exec give 0 (VOTE-1)
  const Term all = ballot.eq(exec), any = isSet(ballot); // VOTE-2
  const Term equal = all | ~any;
  return {ballot, is(mode, VoteMode::All).ite(all, is(mode, VoteMode::Any).ite(any, equal))};
}

ResultTerms voteEncoding(const VoteModifierTerms& modifiers, const OperandTerms& operands, const VoteChoiceTerms&,
                         const ResultTerms& before) {
  const Term exec = operands.exec;
  Terms& terms = exec.terms();
  const VoteOutcome vote = voteOutcome(modifiers.mode, exec, operands.predicate);
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) // every executing lane receives both (VOTE-3)
    after.row[0][lane] = exec.bit(lane).ite(vote.ballot, before.row[0][lane]);
  after.predicate = vote.quantifier.ite(before.predicate | exec, before.predicate & ~exec);
  after.written = {exec, terms.constant(32, 0)};
  after.predicateWritten = exec;
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

Term isLegal(const VoteFormTerms& form) {
  return atMost(form.mode, static_cast<Bits>(VoteMode::Eq)) & atMost(form.pu.index, spec::kTruePredicate) &
         atMost(form.pp.predicate.index, spec::kTruePredicate);
}

Term isLegal(const VoteModifierTerms& modifiers) { return atMost(modifiers.mode, static_cast<Bits>(VoteMode::Eq)); }

VoteModifierTerms voteModifiers(const VoteFormTerms& form) { return {form.mode.zext(32)}; }

PlanTerms votePlan(const VoteFormTerms& form, const VoteChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.sourcePredicate = form.pp.predicate.index.zext(32); // the source may be negated (VOTE-1)
  plan.sourcePredicateNegated = form.pp.negated.zext(32);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pu.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
