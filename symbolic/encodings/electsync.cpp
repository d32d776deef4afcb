// elect.sync as terms: the number of the membermask's leader, and who it is (SYNC-7); its plan.
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {

Term leaderOf(Term membermask, Term preferred) {
  const Term first = membermask & preferred, among = isSet(first).ite(first, membermask);
  Term least = membermask.terms().constant(32, spec::kLanes - 1);
  for (unsigned lane = spec::kLanes - 1; lane-- > 0;)
    least = among.bit(lane).ite(membermask.terms().constant(32, lane), least);
  return least;
}

SyncOutcome outcomeOf(const ElectsyncModifierTerms&, const OperandTerms&, const ElectsyncChoiceTerms& choices,
                      const SyncGroups& groups) {
  SyncOutcome outcome;
  PerLane<Term> leads;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    outcome.word[lane] = leaderOf(groups.mask[lane], choices.preferred);
    leads[lane] = outcome.word[lane].eq(Bits(lane));
  }
  outcome.predicate = assembled(leads);
  outcome.givesWord = outcome.givesPredicate = groups.exec.terms().truth(true);
  return outcome;
}

Term isDefined(const SyncGroups& groups, const ElectsyncChoiceTerms& choices) {
  std::vector<Term> all = {isDefined(groups, choices.overlapIsDefined)};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term namesExited = isSet(groups.mask[lane] & ~groups.live);
    all.push_back((groups.exec.bit(lane) & namesExited).implies(isSet(choices.exitedIsDefined)));
  }
  return groups.exec.terms().all(all);
}

ResultTerms electsyncEncoding(const ElectsyncModifierTerms& modifiers, const OperandTerms& operands,
                              const ElectsyncChoiceTerms& choices, const ResultTerms& before,
                              const ExitedLaneTerms& exited) {
  return syncEncoding(modifiers, operands, choices, before, exited);
}

Term isLegal(const ElectsyncFormTerms& form) {
  return isPtxDestination(form.pd) & ~isDropped(form.pd) & isPtxSource(form.membermask);
}

Term isAllowed(const ElectsyncChoiceTerms& choices) {
  return atMost(choices.overlapIsDefined, 1) & atMost(choices.exitedIsDefined, 1);
}

ElectsyncModifierTerms electsyncModifiers(const ElectsyncFormTerms&) { return {}; }

PlanTerms electsyncPlan(const ElectsyncFormTerms& form, const ElectsyncChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[spec::sync_rows::kMask] = readOperand(form.membermask);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
