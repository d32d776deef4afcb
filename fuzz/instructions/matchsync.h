// match.sync for the fuzzer (SYNC-4).
#pragma once
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/matchsync.h"
#include <algorithm>

namespace warplaw::fuzz {

struct Matchsync : SyncTraits<spec::MatchsyncForm, spec::MatchsyncModifiers, spec::MatchsyncChoices, 3> {
  using MatchsyncType = spec::MatchsyncType;
  using MatchsyncMode = spec::MatchsyncMode;
  WARPLAW_WARP_TRAITS_NAMES(matchsync)

  /// Values that meet often.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    biasGroups(trial, record);
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    for (const unsigned row : {spec::sync_rows::kValue, spec::sync_rows::kHigh})
      if (const std::uint32_t few = dice.below(4); few < 3)
        for (std::uint32_t& word : trial.operands.row[row])
          word = few == 0 ? word & 1 : few == 1 ? trial.operands.row[row][0] : word;
    if (isNarrow(trial.modifiers))
      std::fill_n(trial.operands.row[spec::sync_rows::kHigh], spec::kLanes, 0u);
  }
  static bool isNarrow(const Modifiers& modifiers) {
    return static_cast<MatchsyncType>(modifiers.type) == MatchsyncType::B32;
  }
  /// 32 bits have no high words.
  static bool isLegal(const Trial& trial) {
    const std::uint32_t* high = trial.operands.row[spec::sync_rows::kHigh];
    return !isNarrow(trial.modifiers) || std::all_of(high, high + spec::kLanes, [](auto word) { return word == 0; });
  }
  static Form formOf(const Modifiers& modifiers) {
    const auto mode = static_cast<MatchsyncMode>(modifiers.mode);
    Form form{mode, static_cast<MatchsyncType>(modifiers.type), {0}, {}, {2}, {false, 1}};
    if (mode == MatchsyncMode::All)
      form.pd.index = 0;
    return form;
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[spec::sync_rows::kMask] = plainSource(form.membermask);
    plan.source[spec::sync_rows::kValue] = {spec::SourceKind::Register, form.ra.index};
    if (form.type == MatchsyncType::B64)
      plan.source[spec::sync_rows::kHigh] = {spec::SourceKind::Register, form.ra.index + 1u};
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    const bool isAll = form.mode == MatchsyncMode::All;
    const auto valueOf = [&](unsigned lane) {
      const std::uint64_t high = form.type == MatchsyncType::B64 ? operands.row[spec::sync_rows::kHigh][lane] : 0;
      return high << 32 | operands.row[spec::sync_rows::kValue][lane];
    };
    const PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
    answerPlainly(groups, choices, operands, true, isAll, results, [&](unsigned lane, const auto& part) {
      Answer answer;
      std::size_t equal = 0;
      for (const unsigned member : part)
        if (valueOf(member) == valueOf(lane)) {
          answer.word |= 1u << member;
          ++equal;
        }
      answer.predicate = equal == part.size();
      if (isAll && !answer.predicate)
        answer.word = 0;
      return answer;
    });
  }

  static constexpr FuzzerHooks<Matchsync> kHooks = {
      .bias = bias, .isLegal = isLegal, .smallBases = smallBasesOfGroups, .explain = explained, .oneFunction = true};
};

extern template class DescribedFuzzer<Matchsync>;

} // namespace warplaw::fuzz
