// vote.sync as terms: VOTE among the live members of each lane's membermask (SYNC-3); its plan.
#include "symbolic/encodings/votesync.h"
#include "symbolic/encodings/vote.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::VotesyncMode;
using spec::VotesyncType;
namespace {

// a ballot's mode is any: VOTE's does not depend on it
constexpr bool isModeOfVote(VotesyncMode mode, spec::VoteMode same) {
  return static_cast<unsigned>(mode) == static_cast<unsigned>(same);
}
static_assert(isModeOfVote(VotesyncMode::All, spec::VoteMode::All) &&
              isModeOfVote(VotesyncMode::Any, spec::VoteMode::Any) &&
              isModeOfVote(VotesyncMode::Uni, spec::VoteMode::Eq));

} // namespace

SyncOutcome outcomeOf(const VotesyncModifierTerms& modifiers, const OperandTerms& operands, const VotesyncChoiceTerms&,
                      const SyncGroups& groups) {
  SyncOutcome outcome;
  PerLane<Term> quantifier;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const VoteOutcome vote = voteOutcome(modifiers.mode, groups.part[lane], operands.predicate);
    outcome.word[lane] = vote.ballot;
    quantifier[lane] = vote.quantifier;
  }
  outcome.predicate = assembled(quantifier);
  outcome.givesWord = is(modifiers.mode, VotesyncMode::Ballot);
  outcome.givesPredicate = ~outcome.givesWord;
  return outcome;
}

ResultTerms votesyncEncoding(const VotesyncModifierTerms& modifiers, const OperandTerms& operands,
                             const VotesyncChoiceTerms& choices, const ResultTerms& before,
                             const ExitedLaneTerms& exited) {
  return syncEncoding(modifiers, operands, choices, before, exited);
}

Term isLegal(const VotesyncFormTerms& form) {
  const Term ballot = is(form.mode, VotesyncMode::Ballot);
  const Term type = ballot.ite(is(form.type, VotesyncType::B32), is(form.type, VotesyncType::Pred));
  const Term destination = ballot.ite(isDropped(form.pd), isDropped(form.rd) & isPtxDestination(form.pd));
  return atMost(form.mode, static_cast<Bits>(VotesyncMode::Ballot)) & type & destination & isPtxSource(form.pa) &
         isPtxSource(form.membermask);
}

Term isLegal(const VotesyncModifierTerms& modifiers) {
  return atMost(modifiers.mode, static_cast<Bits>(VotesyncMode::Ballot));
}

VotesyncModifierTerms votesyncModifiers(const VotesyncFormTerms& form) { return {form.mode.zext(32)}; }

PlanTerms votesyncPlan(const VotesyncFormTerms& form, const VotesyncChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[spec::sync_rows::kMask] = readOperand(form.membermask);
  plan.sourcePredicate = form.pa.predicate.index.zext(32);
  plan.sourcePredicateNegated = form.pa.negated.zext(32);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
