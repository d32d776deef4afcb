// SHFL's executors, by their signature (SHFL-1..9).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/shfl.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::shfl_rows. Results: written = {exec, 0}, predicateWritten = exec and error = None in all
/// lanes; row 0 and predicate change in the lanes of exec, and nowhere else; row 1 does not change.
using ShflSignature = Signature<spec::ShflForm, spec::ShflModifiers, spec::ShflChoices>;
WARPLAW_EXECUTORS(Shfl, shfl, (), portable, avx2, avx512)

} // namespace warplaw::concrete
