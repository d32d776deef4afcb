// The third operand of a shuffle in words: bits 12:8 say which lanes are together, bits 4:0 where they end (SHFL-1).
#pragma once
#include "spec/datapath.h"
#include "spec/mnemonic.h"
#include <string>

namespace warplaw::fuzz {

/// A line for each such operand of executing lanes that parts the warp: "  segment 0x10: lanes 0-15, 16-31; clamp 31";
/// at most four. Nothing of other instructions.
std::string shuffleRanges(spec::Mnemonic mnemonic, const spec::Operands& operands);

} // namespace warplaw::fuzz
