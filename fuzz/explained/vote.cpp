#include "fuzz/explained/vote.h"

namespace warplaw::fuzz {

Explanation explained(const spec::VoteModifiers&, const spec::Operands& operands, const spec::VoteChoices&,
                      std::uint32_t, const spec::SurroundingCells&) {
  Explanation explanation{{{"votes", {}}}, 0};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    explanation.columns[0].text[lane] = operands.predicate >> lane & 1 ? "yes" : "no";
  return explanation;
}

} // namespace warplaw::fuzz
