// ISETP as an instruction (ISETP-1..3): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/isetp_fields.h"

namespace warplaw::spec {

const InstructionRow& isetpRow() { return describedRow(Described<IsetpForm, IsetpChoices>{.mnemonic = "ISETP"}); }

} // namespace warplaw::spec
