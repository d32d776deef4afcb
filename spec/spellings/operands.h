// Each kind of operand in the text of NVIDIA's assembler and of PTX.
#pragma once
#include "spec/spellings/cells.h"

namespace warplaw::spec {

/// Does the operand stand at the cursor? Asked of those that need not.
bool comesNext(Cursor ahead, const OperandSpelling& operand, Dialect dialect);
/// Reads it into its cells; rejections name their rule.
void readSpelled(Cursor& cursor, const OperandSpelling& operand, Dialect dialect, CellsOfBoth& cells);
/// As NVIDIA's assembler prints it; rejected where it has no text for it.
Result<std::string> printSpelled(const OperandSpelling& operand, const Cells& cells);

} // namespace warplaw::spec
