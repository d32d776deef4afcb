// CS2R's executors, by their signature (SR-1, SR-3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/cs2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written[0] = exec; written[1] = exec for 64 bits, otherwise 0; predicateWritten = 0 and error = None in all
/// lanes. The words of a row change where its written bit is set, and nowhere else; predicate does not
/// change.
using Cs2rSignature = Signature<spec::Cs2rForm, spec::Cs2rModifiers, spec::Cs2rChoices, const spec::SpecialInputs*>;
WARPLAW_EXECUTORS(Cs2r, cs2r, (inputs), portable)

} // namespace warplaw::concrete
