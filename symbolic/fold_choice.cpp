// Folding rules: choice.
#include "symbolic/fold.h"

namespace warplaw::symbolic::fold {

std::span<const Rule> choiceRules() { return {}; }

} // namespace warplaw::symbolic::fold
