// PMTRIG as an instruction (PM-1, PM-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/pmtrig_fields.h"

namespace warplaw::spec {

const InstructionRow& pmtrigRow() { return describedRow(Described<PmtrigForm, PmtrigChoices>{.mnemonic = "PMTRIG"}); }

} // namespace warplaw::spec
