// Folding rules: comparison.
#include "symbolic/fold.h"

namespace warplaw::symbolic::fold {

std::span<const Rule> comparisonRules() { return {}; }

} // namespace warplaw::symbolic::fold
