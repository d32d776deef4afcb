// What the .sync forms share in fuzzing (SYNC-1): membermasks that are mostly right, small cases.
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/sync.h"
#include "fuzz/traits.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::fuzz {

/// Cuts exec into groups and writes their masks, exited lanes named here and there; sometimes one lane is told another.
void drawMasks(spec::Operands& operands, const spec::ExitedLanes& exited, Dice& dice);

/// One or two lanes that name each other in every form, and up to two words more. count: of the rows that are read.
std::vector<SmallBase> smallGroups(const CellWords& cells, unsigned count);

/// Traits of a .sync form with modifiers M and choices C, which reads `rows` rows.
template <class F, class M, class C, unsigned rows> struct SyncTraits {
  using Form = F;
  using Modifiers = M;
  using Choices = C;
  using Trial = fuzz::Trial<M, C, const spec::ExitedLanes>;
  static constexpr unsigned kRows = rows;

  static void biasGroups(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Dice dice(record.doubleWord(kExecWord) ^ record.doubleWord(kChoiceBytes) * 31);
    if constexpr (requires { trial.choices.anyPredicate; })
      trial.choices.anyPredicate = dice.oneIn(8) ? 0 : static_cast<std::uint32_t>(dice.next());
    auto& [exited] = trial.around;
    if (dice.oneIn(2))
      exited.lanes &= ~trial.operands.exec;
    if (!dice.oneIn(8))
      drawMasks(trial.operands, exited, dice);
  }
  static std::vector<SmallBase> smallBasesOfGroups(const CellWords& cells) { return smallGroups(cells, kRows); }

  /// Words and predicate bits of a defined instruction, lane by lane: of(lane, members of its part).
  struct Answer {
    std::uint32_t word = 0;
    bool predicate = false;
  };
  template <class Of>
  static void answerPlainly(const PlainGroups& groups, const Choices& choices, const spec::Operands& operands,
                            bool givesWord, bool givesPredicate, spec::Results& results, Of&& of) {
    setMasks(results, operands.exec, givesPredicate);
    results.written[0] = givesWord ? operands.exec : 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      Answer answer{choices.any[lane], false};
      if constexpr (requires { choices.anyPredicate; })
        answer.predicate = choices.anyPredicate >> lane & 1;
      if (groups.isDefined)
        answer = of(lane, groups.part[lane]);
      if (givesWord)
        results.row[0][lane] = answer.word;
      if (givesPredicate)
        results.predicate = (results.predicate & ~(1u << lane)) | std::uint32_t{answer.predicate} << lane;
    }
  }
};

} // namespace warplaw::fuzz
