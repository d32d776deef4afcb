// A parameter that points to 32 words, one a lane: a row of operands (MACH-2), an array that a caller hands over.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

/// Words of `wordBits`. Variables "<name>[7]", or "before.<name>[7]" of a row that is written; outputs "<name>[7]". The
/// object's one field is "row" (machine::rowIn, setRow).
Parameter row(const std::string& name, bool writable = false, unsigned wordBits = 32);

} // namespace warplaw::proofs
