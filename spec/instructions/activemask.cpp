// activemask as an instruction: all of it follows from its lists of fields (SYNC-6).
#include "spec/described.h"
#include "spec/instructions/activemask_fields.h"

namespace warplaw::spec {

const InstructionRow& activemaskRow() {
  return describedRow(Described<ActivemaskForm, ActivemaskChoices>{.mnemonic = "activemask", .isPtx = true});
}

} // namespace warplaw::spec
