// SHFL as an instruction (SHFL-9): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/shfl_fields.h"

namespace warplaw::spec {

const InstructionRow& shflRow() { return describedRow(Described<ShflForm, ShflChoices>{.mnemonic = "SHFL"}); }

} // namespace warplaw::spec
