// vote.sync for the fuzzer (SYNC-3).
#pragma once
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/votesync.h"
#include <algorithm>

namespace warplaw::fuzz {

struct Votesync : SyncTraits<spec::VotesyncForm, spec::VotesyncModifiers, spec::VotesyncChoices, 1> {
  using VotesyncMode = spec::VotesyncMode;
  WARPLAW_WARP_TRAITS_NAMES(votesync)

  /// The lanes of a group often agree, or all but one do.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    biasGroups(trial, record);
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    std::uint32_t& votes = trial.operands.predicate;
    if (dice.oneIn(2))
      votes = dice.oneIn(2) ? ~0u : 0;
    if (dice.oneIn(2))
      votes ^= 1u << dice.below(spec::kLanes);
  }
  static Form formOf(const Modifiers& modifiers) {
    const auto mode = static_cast<VotesyncMode>(modifiers.mode);
    Form form{mode, spec::VotesyncType::Pred, {}, {}, {{1}, false}, {false, 1}};
    if (mode == VotesyncMode::Ballot) {
      form.type = spec::VotesyncType::B32;
      form.rd.index = 0;
    } else {
      form.pd.index = 0;
    }
    return form;
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[spec::sync_rows::kMask] = plainSource(form.membermask);
    plan.sourcePredicate = form.pa.predicate.index;
    plan.sourcePredicateNegated = form.pa.negated;
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    const bool isBallot = form.mode == VotesyncMode::Ballot;
    const PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
    answerPlainly(groups, choices, operands, isBallot, !isBallot, results, [&](unsigned, const auto& part) {
      const auto saysYes = [&](unsigned lane) { return (operands.predicate >> lane & 1) != 0; };
      const auto yes = static_cast<std::size_t>(std::ranges::count_if(part, saysYes));
      Answer answer;
      for (const unsigned lane : part)
        answer.word |= saysYes(lane) ? 1u << lane : 0;
      answer.predicate = form.mode == VotesyncMode::All   ? yes == part.size()
                         : form.mode == VotesyncMode::Any ? yes > 0
                                                          : yes == 0 || yes == part.size();
      return answer;
    });
  }

  static constexpr FuzzerHooks<Votesync> kHooks = {
      .bias = bias, .smallBases = smallBasesOfGroups, .explain = explained, .oneFunction = true};
};

extern template class DescribedFuzzer<Votesync>;

} // namespace warplaw::fuzz
