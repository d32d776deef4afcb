// POPC as an instruction (POPC-1, POPC-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/popc_fields.h"

namespace warplaw::spec {

const InstructionRow& popcRow() { return describedRow(Described<PopcForm, PopcChoices>{.mnemonic = "POPC"}); }

} // namespace warplaw::spec
