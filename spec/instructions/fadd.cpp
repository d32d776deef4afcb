// FADD as an instruction: nothing beyond its lists (FADD-1).
#include "spec/described.h"
#include "spec/instructions/fadd_fields.h"

namespace warplaw::spec {

const InstructionRow& faddRow() { return describedRow(Described<FaddForm, FaddChoices>{.mnemonic = "FADD"}); }

} // namespace warplaw::spec
