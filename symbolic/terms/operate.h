// The meaning of every operation on constant values: what folding of constants and the plain interpreter
// compute with.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

/// args: the operands' values, zero above their widths. lastWidth: the width of the last operand (operands of
/// one operation are equally wide, save Ite, Concat, Select). value: as in Node. Not for Constant, Variable,
/// Apply. Floats are added and compared in integers: this processor is not asked.
Bits operate(Op op, unsigned width, std::span<const Bits> args, unsigned lastWidth, Bits value);

/// The same bits read as a two's complement number.
__int128 signedValue(Bits bits, unsigned width);

} // namespace warplaw::symbolic
