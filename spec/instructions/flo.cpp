// FLO as an instruction (FLO-1..3): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/flo_fields.h"

namespace warplaw::spec {

const InstructionRow& floRow() { return describedRow(Described<FloForm, FloChoices>{.mnemonic = "FLO"}); }

} // namespace warplaw::spec
