// shfl.sync for the fuzzer (SYNC-2).
#pragma once
#include "fuzz/explained/shflsync.h"
#include "fuzz/instructions/shfl.h"
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/shflsync.h"
#include <algorithm>

namespace warplaw::fuzz {

struct Shflsync : SyncTraits<spec::ShflsyncForm, spec::ShflsyncModifiers, spec::ShflsyncChoices, 4> {
  using ShflsyncMode = spec::ShflsyncMode;
  WARPLAW_WARP_TRAITS_NAMES(shflsync)

  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<ShflsyncMode>(modifiers.mode),
            spec::ShflsyncType::B32,
            {0},
            {0},
            {1},
            {false, 2},
            {false, 3},
            {false, 4}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[spec::sync_rows::kMask] = plainSource(form.membermask);
    plan.source[spec::sync_rows::kValue] = {spec::SourceKind::Register, form.ra.index};
    plan.source[spec::shflsync_rows::kLane] = plainSource(form.rb);
    plan.source[spec::shflsync_rows::kRange] = plainSource(form.rc);
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    const PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
    answerPlainly(groups, choices, operands, true, true, results, [&](unsigned lane, const auto& part) {
      const ShflSourcePlain source = shflSourcePlainly(static_cast<spec::ShflMode>(form.mode), static_cast<int>(lane),
                                                       operands.row[spec::shflsync_rows::kLane][lane],
                                                       operands.row[spec::shflsync_rows::kRange][lane]);
      const auto from = static_cast<unsigned>(source.lane);
      return Answer{std::ranges::count(part, from) ? operands.row[spec::sync_rows::kValue][from] : choices.any[lane],
                    source.inRange};
    });
  }

  static constexpr FuzzerHooks<Shflsync> kHooks = {
      .bias = biasGroups, .smallBases = smallBasesOfGroups, .explain = explained, .oneFunction = true};
};

extern template class DescribedFuzzer<Shflsync>;

} // namespace warplaw::fuzz
