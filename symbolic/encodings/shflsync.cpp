// shfl.sync as terms: SHFL among the live members of each lane's membermask (SYNC-2); its plan.
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::ShflsyncMode;
using spec::ShflsyncType;
namespace {
namespace rows = spec::shflsync_rows;

constexpr bool isModeOfShfl(ShflsyncMode mode, spec::ShflMode same) {
  return static_cast<unsigned>(mode) == static_cast<unsigned>(same);
}
static_assert(isModeOfShfl(ShflsyncMode::Idx, spec::ShflMode::Idx) &&
              isModeOfShfl(ShflsyncMode::Up, spec::ShflMode::Up) &&
              isModeOfShfl(ShflsyncMode::Down, spec::ShflMode::Down) &&
              isModeOfShfl(ShflsyncMode::Bfly, spec::ShflMode::Bfly));

} // namespace

PerLane<ShflSource> shflsyncSources(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands) {
  PerLane<ShflSource> sources;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    sources[lane] = shflSource(modifiers.mode.terms().constant(5, lane), modifiers.mode,
                               operands.row[rows::kLane][lane], operands.row[rows::kRange][lane]);
  return sources;
}

Term isInPart(const ShflSource& source, Term part) { return part.lshr(source.lane.zext(32)).bit(0); }

SyncOutcome outcomeFrom(const PerLane<ShflSource>& sources, const OperandTerms& operands,
                        const ShflsyncChoiceTerms& choices, const SyncGroups& groups) {
  Terms& terms = operands.exec.terms();
  SyncOutcome outcome;
  PerLane<Term> inRange;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const ShflSource& source = sources[lane];
    const Term read = terms.select(source.lane, operands.row[spec::sync_rows::kValue]);
    outcome.word[lane] = isInPart(source, groups.part[lane]).ite(read, choices.any[lane]); // SHFL-7
    inRange[lane] = source.inRange;                                                        // SHFL-8
  }
  outcome.predicate = assembled(inRange);
  outcome.givesWord = outcome.givesPredicate = terms.truth(true);
  return outcome;
}

SyncOutcome outcomeOf(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ShflsyncChoiceTerms& choices, const SyncGroups& groups) {
  return outcomeFrom(shflsyncSources(modifiers, operands), operands, choices, groups);
}

ResultTerms shflsyncEncoding(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands,
                             const ShflsyncChoiceTerms& choices, const ResultTerms& before,
                             const ExitedLaneTerms& exited) {
  return syncEncoding(modifiers, operands, choices, before, exited);
}

Term isLegal(const ShflsyncFormTerms& form) {
  return atMost(form.mode, static_cast<Bits>(ShflsyncMode::Bfly)) &
         atMost(form.type, static_cast<Bits>(ShflsyncType::B32)) & isPtxDestination(form.pd) &
         isPtxSource(form.ra.index) & isPtxSource(form.rb) & isPtxSource(form.rc) & isPtxSource(form.membermask);
}

Term isLegal(const ShflsyncModifierTerms& modifiers) {
  return atMost(modifiers.mode, static_cast<Bits>(ShflsyncMode::Bfly));
}

ShflsyncModifierTerms shflsyncModifiers(const ShflsyncFormTerms& form) { return {form.mode.zext(32)}; }

PlanTerms shflsyncPlan(const ShflsyncFormTerms& form, const ShflsyncChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[spec::sync_rows::kMask] = readOperand(form.membermask);
  plan.source[spec::sync_rows::kValue] = readRegister(form.ra.index);
  plan.source[rows::kLane] = readOperand(form.rb);
  plan.source[rows::kRange] = readOperand(form.rc);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
