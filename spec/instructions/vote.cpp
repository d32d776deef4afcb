// VOTE as an instruction (VOTE-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/vote_fields.h"

namespace warplaw::spec {

const InstructionRow& voteRow() { return describedRow(Described<VoteForm, VoteChoices>{.mnemonic = "VOTE"}); }

} // namespace warplaw::spec
