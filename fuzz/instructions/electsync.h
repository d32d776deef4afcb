// elect.sync for the fuzzer (SYNC-7).
#pragma once
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/electsync.h"

namespace warplaw::fuzz {

struct Electsync : SyncTraits<spec::ElectsyncForm, spec::ElectsyncModifiers, spec::ElectsyncChoices, 1> {
  WARPLAW_WARP_TRAITS_NAMES(electsync)

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    biasGroups(trial, record);
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    trial.choices.preferred = dice.oneIn(4) ? 0 : static_cast<std::uint32_t>(dice.next());
  }
  static Form formOf(const Modifiers&) { return {{0}, {0}, {false, 1}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[spec::sync_rows::kMask] = plainSource(form.membermask);
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form&, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
    const std::uint32_t* mask = operands.row[spec::sync_rows::kMask];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (operands.exec >> lane & 1 && !choices.exitedIsDefined && mask[lane] & cells.exited.lanes & ~operands.exec)
        groups.isDefined = false;
    answerPlainly(groups, choices, operands, true, true, results, [&](unsigned lane, const auto&) {
      std::vector<unsigned> members, preferred;
      for (unsigned member = 0; member < spec::kLanes; ++member)
        if (mask[lane] >> member & 1) {
          members.push_back(member);
          if (choices.preferred >> member & 1)
            preferred.push_back(member);
        }
      const unsigned leader = preferred.empty() ? members.front() : preferred.front();
      return Answer{leader, leader == lane};
    });
  }

  static constexpr FuzzerHooks<Electsync> kHooks = {
      .bias = bias, .smallBases = smallBasesOfGroups, .explain = explained, .oneFunction = true};
};

extern template class DescribedFuzzer<Electsync>;

} // namespace warplaw::fuzz
