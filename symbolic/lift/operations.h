// Operations on one scalar each, integers and what is needed of floats: bits, poison, and the undefined behaviour of
// division, as the LLVM 19 language reference says.
#pragma once
#include "symbolic/lift/context.h"

namespace warplaw::lift {

/// Flags under which a wrong operand gives poison.
struct Flags {
  bool nuw = false;
  bool nsw = false;
  bool exact = false;
  bool disjoint = false;
  bool nneg = false;
  bool any() const { return nuw || nsw || exact || disjoint || nneg; }
};

enum class Binary { Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, Shl, Lshr, Ashr, And, Or, Xor };
enum class Cast { Trunc, Zext, Sext };
enum class Comparison { Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle };

/// Operands of equal width.
Cell binary(Context& context, Binary operation, Flags flags, Cell a, Cell b);
Cell cast(Context& context, Cast operation, Flags flags, Cell a, unsigned width);
Cell compare(Context& context, Comparison predicate, Cell a, Cell b);
Term compare(Comparison predicate, Term a, Term b);
/// Bits of floats in LLVM's default environment. A NaN that comes out may be any NaN: sign and payload are nobody's
/// word.
Cell floatAdd(Context& context, Cell a, Cell b);
/// LLVM's predicates: U.. also holds where an operand is a NaN, O.. does not.
enum class FloatComparison { Uno, Ord, Oeq, Une, Ueq, One, Olt, Ole, Ogt, Oge, Ult, Ule, Ugt, Uge };
Cell compareFloats(Context& context, FloatComparison predicate, Cell a, Cell b);
/// Poison becomes some fixed value: a fresh variable.
Cell freeze(Context& context, Cell a);

/// Sign-extended to 64 bits; as a zero-extension where the sign is known to be 0.
Term signedIndex(Context& context, Term index);

/// True where signed (unsigned) a op b does not fit the width.
Term addOverflows(Context& context, bool isSigned, Term a, Term b);
Term subOverflows(Context& context, bool isSigned, Term a, Term b);
Term mulOverflows(Context& context, bool isSigned, Term a, Term b);

} // namespace warplaw::lift
