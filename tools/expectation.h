// A case whose expected values are not what the rules give: one of the differences, as it is shown and as it is kept
// while the case is minimised.
#pragma once
#include "fuzz/minimize/minimize.h"
#include "fuzz/oracle.h"

namespace warplaw::tools {

/// Makes an outcome the expected one in one place.
void apply(fuzz::Outcome& outcome, const fuzz::Difference& difference);

/// The outcome as expected values, but for the one place where the difference's value is expected.
spec::Expected expectedBut(const spec::Case& c, const fuzz::Outcome& outcome, const fuzz::Difference& difference);

/// The difference that minimising keeps: the first of the first kind that differs (fuzz::Kind).
fuzz::Difference leading(const std::vector<fuzz::Difference>& differences);

/// Does the encoding still give `got` where the case's author expects something else? Nobody can ask the author again:
/// a smaller case is about the same place, written or not as in `start`, with the same two values.
fuzz::CaseJudge stillDiffers(fuzz::Oracle& oracle, const spec::Case& start, const fuzz::Difference& difference);

} // namespace warplaw::tools
