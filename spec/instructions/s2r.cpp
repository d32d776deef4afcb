// S2R as an instruction (SR-1): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/s2r_fields.h"

namespace warplaw::spec {

const InstructionRow& s2rRow() { return describedRow(Described<S2rForm, S2rChoices>{.mnemonic = "S2R"}); }

} // namespace warplaw::spec
