// match.sync as terms: which live members of each lane's membermask hold its value (SYNC-4); its plan.
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::MatchsyncMode;
using spec::MatchsyncType;
namespace rows = spec::sync_rows;

SyncOutcome outcomeOf(const MatchsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const MatchsyncChoiceTerms&, const SyncGroups& groups) {
  const PerLane<Term> low = alikeLanes(operands.row[rows::kValue]), high = alikeLanes(operands.row[rows::kHigh]);
  const Term none = modifiers.mode.terms().constant(32, 0);
  const Term isAll = is(modifiers.mode, MatchsyncMode::All), isWide = is(modifiers.type, MatchsyncType::B64);
  SyncOutcome outcome;
  PerLane<Term> allAlike;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term part = groups.part[lane];
    const Term alike = part & low[lane] & isWide.ite(high[lane], ~none);
    allAlike[lane] = alike.eq(part);
    outcome.word[lane] = isAll.ite(allAlike[lane].ite(part, none), alike);
  }
  outcome.predicate = assembled(allAlike);
  outcome.givesWord = none.terms().truth(true);
  outcome.givesPredicate = isAll;
  return outcome;
}

ResultTerms matchsyncEncoding(const MatchsyncModifierTerms& modifiers, const OperandTerms& operands,
                              const MatchsyncChoiceTerms& choices, const ResultTerms& before,
                              const ExitedLaneTerms& exited) {
  return syncEncoding(modifiers, operands, choices, before, exited);
}

Term isLegal(const MatchsyncFormTerms& form) {
  const Term isAll = is(form.mode, MatchsyncMode::All), isWide = is(form.type, MatchsyncType::B64);
  const Term ra = form.ra.index;
  const auto isBeside = [&](Term reg) { return reg.extract(7, 1).eq(ra.extract(7, 1)); }; // one of the pair's two
  const Term apart =
      ~isBeside(form.rd.index) & (form.membermask.isImmediate | ~isBeside(form.membermask.value.extract(7, 0)));
  return atMost(form.mode, static_cast<Bits>(MatchsyncMode::All)) &
         atMost(form.type, static_cast<Bits>(MatchsyncType::B64)) & isPtxDestination(form.pd) &
         (isAll | isDropped(form.pd)) & ~(isDropped(form.rd) & isDropped(form.pd)) &
         isWide.ite(isPtxPair(ra) & apart, isPtxSource(ra)) & isPtxSource(form.membermask);
}

Term isLegal(const MatchsyncModifierTerms& modifiers) {
  return atMost(modifiers.mode, static_cast<Bits>(MatchsyncMode::All)) &
         atMost(modifiers.type, static_cast<Bits>(MatchsyncType::B64));
}

MatchsyncModifierTerms matchsyncModifiers(const MatchsyncFormTerms& form) {
  return {form.mode.zext(32), form.type.zext(32)};
}

PlanTerms matchsyncPlan(const MatchsyncFormTerms& form, const MatchsyncChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[rows::kMask] = readOperand(form.membermask);
  plan.source[rows::kValue] = readRegister(form.ra.index);
  plan.source[rows::kHigh] = readRegister(is(form.type, MatchsyncType::B64), registerAfter(form.ra.index, 1));
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
