// Folding rules: arithmetic.
#include "symbolic/fold.h"

namespace warplaw::symbolic::fold {

std::span<const Rule> arithmeticRules() { return {}; }

} // namespace warplaw::symbolic::fold
