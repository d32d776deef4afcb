// What one step of a lane leaves in memory, whichever memory it is: integer reductions (ATOMS-6, RED-6), a value's
// bytes (MACH-4, MACH-5). For encodings alone.
#pragma once
#include "symbolic/terms/term.h"
#include <cassert>

namespace warplaw::symbolic {

/// What op leaves where `memory` was (ATOMS-6, RED-6), modulo 2^width. Op: an enumeration that has these names.
template <class Op> Term reduced(Op op, bool isSigned, Term memory, Term operand) {
  Terms& terms = memory.terms();
  const Term zero = terms.constant(memory.width(), 0);
  const auto less = [&](Term a, Term b) { return isSigned ? a.slt(b) : a.ult(b); };
  switch (op) {
  case Op::Add:
    return memory + operand;
  case Op::Min:
    return less(operand, memory).ite(operand, memory);
  case Op::Max:
    return less(memory, operand).ite(operand, memory);
  case Op::Inc:
    return operand.ule(memory).ite(zero, memory + Bits(1));
  case Op::Dec:
    return (memory.eq(zero) | operand.ult(memory)).ite(operand, memory - Bits(1));
  case Op::And:
    return memory & operand;
  case Op::Or:
    return memory | operand;
  case Op::Xor:
    return memory ^ operand;
  default:
    break;
  }
  assert(false && "no reduction");
  return {};
}

/// The byte at `place` after a lane's step, little-endian (MACH-4): changed only if the lane stores and `place` is one
/// of the bytes from `address` on that newValue takes (MACH-5). place, address: 32 bits; before: 8 bits; stores:
/// width 1.
Term byteAfter(Term place, Term before, Term stores, Term address, Term newValue);

} // namespace warplaw::symbolic
