// What scalar and SIMD video compute of two numbers: results that are exact at the width at hand (VID-2..4).
#pragma once
#include "spec/video.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

Term lesser(Term a, Term b);
Term greater(Term a, Term b);

/// Half of a signed number; a half is rounded away from zero (VID-3).
Term halved(Term sum);

/// Does the condition (spec::VideoCondition) hold of two signed numbers? Width 1 (VID-4).
Term holds(Term condition, Term a, Term b);

/// The exact result for signed numbers a and b, each of two bits less than its term has; `op` (spec::VideoOp) is no
/// shift (VID-2..4).
Term exactResult(Term op, Term condition, Term a, Term b);

} // namespace warplaw::symbolic
