// FADD's encoding, written from rules FADD-1 and FADD-2 alone.
#pragma once
#include "spec/instructions/fadd_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Fadd, fadd)

/// What is added: the number, its sign bit changed unless `negates` is 0 (FADD-1).
Term faddOperand(Term negates, Term number);

} // namespace warplaw::symbolic
