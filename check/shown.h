// A question and its answer as people see them: one line, and the lane table.
#pragma once
#include "check/family.h"
#include "fuzz/lane_table.h"

namespace warplaw::check {

struct Shown {
  std::string what;  ///< "R0 lane 3: expected 0x1, got 0x0"; empty: as it should be
  std::string table; ///< expected: the encoding; got: the executor
};
/// `c`: the case that `asked` is.
Shown shown(Family& family, fuzz::Oracle& oracle, const spec::Case& c, Bytes asked, Bytes answered, bool colour);
/// A case that has no answer: what goes in, and what should come out.
std::string shownUnanswered(fuzz::Oracle& oracle, const spec::Case& c, bool colour);

} // namespace warplaw::check
