// A question and its answer as people see them: one line, and the lane table.
#pragma once
#include "check/family.h"
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/right_outcomes.h"
#include "spec/got.h"

namespace warplaw::check {

/// Tables have lanes that do not execute, too, if they hold anything: what an executor is given it may take.
struct Shown {
  std::string what;                              ///< "R0 lane 3: expected 0x1, got 0x0"; empty: as it should be
  std::string table;                             ///< expected: the encoding; got: the executor
  std::optional<spec::Got> got = {};             ///< of a case that cannot be judged none
  std::optional<fuzz::RightOutcomes> right = {}; ///< of a wrong answer that tells no order
};
/// `c`: the case that `asked` is; `by`: who answered (Table::by).
Shown shown(Family& family, fuzz::Oracle& oracle, const spec::Case& c, Bytes asked, Bytes answered,
            const std::string& by, bool colour);
/// A case that has no answer: what goes in, and what should come out.
std::string shownUnanswered(fuzz::Oracle& oracle, const spec::Case& c, fuzz::TableOptions options = {});

} // namespace warplaw::check
