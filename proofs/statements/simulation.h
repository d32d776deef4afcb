// A witness by simulation: where a solver's model speaks of variables that stand for something (cut_points.h), inputs
// near it under which the real terms differ.
#pragma once
#include "proofs/engine/theorem.h"

namespace warplaw::proofs {

/// Inputs under which the assumptions hold and the output is not what is expected, near `witness`, the same every time;
/// none where none was met. Variables that the assumptions speak of change one at a time, to small numbers.
std::optional<Assignment> differingNear(const Output& output, const std::vector<Term>& assumptions,
                                        const Assignment& witness);

} // namespace warplaw::proofs
