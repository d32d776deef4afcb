// What the .sync forms' encodings make of forms: legal ones, what datapaths are told, plans (SYNC-1..7, MACH-3).
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/votesync.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
using spec::Plan;

bool isSource(const spec::RegisterOrImmediate& operand) { return operand.isImmediate || operand.value < 255; }
bool isSource(const spec::Register& reg) { return reg.index < 255; }
spec::Source read(const spec::RegisterOrImmediate& operand) {
  return {operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register, operand.value};
}
spec::Source read(unsigned reg) { return {spec::SourceKind::Register, reg}; }

/// Rows in their order: membermask, a, ..
Plan planOf(const Plan& before, std::initializer_list<spec::Source> sources, unsigned rd, unsigned pd = 7) {
  Plan plan = planOver(before, {}, rd);
  std::ranges::copy(sources, std::begin(plan.source));
  plan.destinationPredicate = pd;
  return plan;
}

TEST(SyncForms, Shfl_SYNC_1_2_MACH_3) {
  compareForms<ShflsyncFormTerms, ShflsyncModifierTerms, ShflsyncChoiceTerms, shflsyncModifiers, shflsyncPlan>(
      [](const spec::ShflsyncForm& form) {
        return int(form.mode) < 4 && int(form.type) == 0 && form.pd.index < 8 && isSource(form.ra) &&
               isSource(form.rb) && isSource(form.rc) && isSource(form.membermask);
      },
      [](const spec::ShflsyncModifiers& modifiers) { return modifiers.mode < 4; },
      [](const spec::ShflsyncForm& form) { return spec::ShflsyncModifiers{std::uint32_t(form.mode)}; },
      [](const spec::ShflsyncForm& form, const Plan& before) {
        return planOf(before, {read(form.membermask), read(form.ra.index), read(form.rb), read(form.rc)}, form.rd.index,
                      form.pd.index);
      });
}

TEST(SyncForms, Vote_SYNC_1_3_MACH_3) {
  compareForms<VotesyncFormTerms, VotesyncModifierTerms, VotesyncChoiceTerms, votesyncModifiers, votesyncPlan>(
      [](const spec::VotesyncForm& form) {
        const bool isBallot = form.mode == spec::VotesyncMode::Ballot;
        return int(form.mode) < 4 && int(form.type) == isBallot &&
               (isBallot ? form.pd.index == 7 : form.pd.index < 8) && (isBallot || form.rd.isZero()) &&
               form.pa.predicate.index < 7 && isSource(form.membermask);
      },
      [](const spec::VotesyncModifiers& modifiers) { return modifiers.mode < 4; },
      [](const spec::VotesyncForm& form) { return spec::VotesyncModifiers{std::uint32_t(form.mode)}; },
      [](const spec::VotesyncForm& form, const Plan& before) {
        Plan plan = planOf(before, {read(form.membermask)}, form.rd.index, form.pd.index);
        plan.sourcePredicate = form.pa.predicate.index;
        plan.sourcePredicateNegated = form.pa.negated;
        return plan;
      },
      400000); // few drop just the destination that they have not
}

TEST(SyncForms, Match_SYNC_1_4_MACH_3) {
  const auto isWide = [](const spec::MatchsyncForm& form) { return form.type == spec::MatchsyncType::B64; };
  compareForms<MatchsyncFormTerms, MatchsyncModifierTerms, MatchsyncChoiceTerms, matchsyncModifiers, matchsyncPlan>(
      [&](const spec::MatchsyncForm& form) {
        const bool isAll = form.mode == spec::MatchsyncMode::All;
        const unsigned a = form.ra.index, m = form.membermask.isImmediate ? 255 : form.membermask.value;
        // %rd names two registers, which PTX has no 32-bit names for
        const bool isPair = a % 2 == 0 && a < 253 && form.rd.index / 2 != a / 2 && (m > 255 || m / 2 != a / 2);
        return int(form.mode) < 2 && int(form.type) < 2 && (isAll ? form.pd.index < 8 : form.pd.index == 7) &&
               !(form.rd.isZero() && form.pd.index == 7) && isSource(form.ra) && (!isWide(form) || isPair) &&
               isSource(form.membermask);
      },
      [](const spec::MatchsyncModifiers& modifiers) { return modifiers.mode < 2 && modifiers.type < 2; },
      [](const spec::MatchsyncForm& form) {
        return spec::MatchsyncModifiers{std::uint32_t(form.mode), std::uint32_t(form.type)};
      },
      [&](const spec::MatchsyncForm& form, const Plan& before) {
        const spec::Source high = isWide(form) ? read(std::min(form.ra.index + 1u, 255u)) : spec::Source{};
        return planOf(before, {read(form.membermask), read(form.ra.index), high}, form.rd.index, form.pd.index);
      });
}

TEST(SyncForms, Redux_SYNC_1_5_MACH_3) {
  using spec::ReduxsyncOp;
  using spec::ReduxsyncType;
  const auto isLegal = [](unsigned op, unsigned type, unsigned abs, unsigned nan) {
    const auto isType = [&](ReduxsyncType which) { return type == unsigned(which); };
    const bool isInteger = isType(ReduxsyncType::U32) || isType(ReduxsyncType::S32), plain = abs == 0 && nan == 0;
    switch (static_cast<ReduxsyncOp>(op)) {
    case ReduxsyncOp::Add:
      return isInteger && plain;
    case ReduxsyncOp::Min:
    case ReduxsyncOp::Max:
      return (isInteger && plain) || (isType(ReduxsyncType::F32) && abs < 2 && nan < 2);
    case ReduxsyncOp::And:
    case ReduxsyncOp::Or:
    case ReduxsyncOp::Xor:
      return isType(ReduxsyncType::B32) && plain;
    }
    return false;
  };
  compareForms<ReduxsyncFormTerms, ReduxsyncModifierTerms, ReduxsyncChoiceTerms, reduxsyncModifiers, reduxsyncPlan>(
      [&](const spec::ReduxsyncForm& form) {
        return isLegal(unsigned(form.op), unsigned(form.type), form.abs, form.nan) && isSource(form.ra) &&
               isSource(form.membermask);
      },
      [&](const spec::ReduxsyncModifiers& m) { return m.op < 6 && isLegal(m.op, m.type, m.abs, m.nan); },
      [](const spec::ReduxsyncForm& form) {
        return spec::ReduxsyncModifiers{std::uint32_t(form.op), std::uint32_t(form.type), form.abs, form.nan};
      },
      [](const spec::ReduxsyncForm& form, const Plan& before) {
        return planOf(before, {read(form.membermask), read(form.ra.index)}, form.rd.index);
      });
}

TEST(SyncForms, Activemask_SYNC_6_MACH_3) {
  compareForms<ActivemaskFormTerms, ActivemaskModifierTerms, ActivemaskChoiceTerms, activemaskModifiers,
               activemaskPlan>(
      [](const spec::ActivemaskForm& form) { return int(form.type) == 0; },
      [](const spec::ActivemaskModifiers&) { return true; },
      [](const spec::ActivemaskForm&) { return spec::ActivemaskModifiers{}; },
      [](const spec::ActivemaskForm& form, const Plan& before) { return planOf(before, {}, form.rd.index); });
}

TEST(SyncForms, Elect_SYNC_1_7_MACH_3) {
  compareForms<ElectsyncFormTerms, ElectsyncModifierTerms, ElectsyncChoiceTerms, electsyncModifiers, electsyncPlan>(
      [](const spec::ElectsyncForm& form) { return form.pd.index < 7 && isSource(form.membermask); },
      [](const spec::ElectsyncModifiers&) { return true; },
      [](const spec::ElectsyncForm&) { return spec::ElectsyncModifiers{}; },
      [](const spec::ElectsyncForm& form, const Plan& before) {
        return planOf(before, {read(form.membermask)}, form.rd.index, form.pd.index);
      });
}

} // namespace
} // namespace warplaw::symbolic
