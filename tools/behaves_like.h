// Which wrong reading of the rules an executor behaves like: the misreadings that twins and claims state
// (proofs/statements/reading.h), held against what it answered.
#pragma once
#include "check/run.h"

namespace warplaw::tools {

/// "up-in-range-from-the-least-lane (SHFL-4)": what leaves each of the wrong answers, and the right ones too. Empty:
/// none does.
std::string behavesLike(check::Family& family, std::span<const check::Exchange> wrong,
                        std::span<const check::Exchange> right);

} // namespace warplaw::tools
