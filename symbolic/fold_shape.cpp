// Folding rules: shape.
#include "symbolic/fold.h"

namespace warplaw::symbolic::fold {

std::span<const Rule> shapeRules() { return {}; }

} // namespace warplaw::symbolic::fold
