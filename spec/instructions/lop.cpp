// LOP as an instruction (LOP-1, LOP-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/lop_fields.h"

namespace warplaw::spec {

const InstructionRow& lopRow() { return describedRow(Described<LopForm, LopChoices>{.mnemonic = "LOP"}); }

} // namespace warplaw::spec
