// Which wrong readings of the rules an executor may behave like: the misreadings that twins and claims state
// (proofs/statements/reading.h) and those of check/foreign.h, as what answers are held against (check/mistakes.h).
#pragma once
#include "check/mistakes.h"

namespace warplaw::tools {

/// Those of an instruction, with the rules that each breaks. Weak, so that a program may be linked without them.
[[gnu::weak]] std::vector<check::Reading> misreadingsOf(spec::Mnemonic mnemonic);

} // namespace warplaw::tools
