// B2R's executors, by their signature (BAR-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/b2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate change in
/// the lanes of exec, and nowhere else; row 1 does not change.
using B2rSignature =
    Signature<spec::B2rForm, spec::B2rModifiers, spec::B2rChoices, const spec::SpecialInputs*, const spec::Barriers*>;
WARPLAW_EXECUTORS(B2r, b2r, (inputs, barriers), portable)

} // namespace warplaw::concrete
