// SEL as an instruction (SEL-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/sel_fields.h"

namespace warplaw::spec {

const InstructionRow& selRow() { return describedRow(Described<SelForm, SelChoices>{.mnemonic = "SEL"}); }

} // namespace warplaw::spec
