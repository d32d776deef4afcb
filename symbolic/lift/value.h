// Values of the lifter: integers (floats as theirs), pointers as guarded alternatives, and vectors, structs and arrays
// of them, each with its poison condition. An undef is treated as poison: everything that undef may do poison may do
// too, so nothing is proved wrongly. But where code moves a whole word of which a part was never stored (a struct with
// padding that is returned as an integer, a bit-field that is written first), the other bits are good: `unset` tells.
#pragma once
#include "symbolic/lift/cause.h"
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

namespace llvm {
class Type;
}

namespace warplaw::lift {

/// What a pointer points at: nothing, an object (by its number in Objects), or a function (by its number in Lifter).
struct Target {
  enum class Kind : std::uint8_t { Null, Object, Function };
  Kind kind = Kind::Null;
  unsigned index = 0;
  auto operator<=>(const Target&) const = default;
};

struct Passed; ///< effects.h

struct Alternative {
  Term condition; ///< width 1; the conditions of one pointer exclude each other
  Target target;
  Offset offset;
  const Passed* through = nullptr; ///< the parameters of calls that it came through, where that matters
};

struct Value {
  enum class Kind : std::uint8_t { Integer, Pointer, Aggregate };
  Kind kind = Kind::Integer;
  Term bits;   ///< Integer
  Term poison; ///< Integer and Pointer, width 1
  Term
      unset; ///< Integer, as wide as `bits`, or none: the bits that nobody has stored; it is poison for no other reason
  std::vector<Alternative> targets; ///< Pointer: at most one a target and way; none: poison through and through
  std::vector<Value> elements;      ///< Aggregate: lanes of a vector, members of a struct or array
  Cell cell() const { return {bits, poison}; }
};

Value integer(Term bits, Term poison);
Value integer(Cell cell);
/// Poison exactly where some bit is unset.
Value partlySet(Term bits, Term unset);
/// Bits `high` to `low` of an integer.
Value extract(const Value& value, unsigned high, unsigned low);
Value pointer(Terms& terms, Target target, std::uint64_t offset);
Value aggregate(std::vector<Value> elements);

/// condition ? a : b, as bytes.
Offset merge(Term condition, const Offset& a, const Offset& b);

/// half, float or double: what is lifted of floats.
bool isNumber(const llvm::Type* type);
/// How many bits an integer of this type has, or a half, float or double, which is kept as its bits; 0 of other types.
unsigned bitsOf(const llvm::Type* type);

/// A value of this type that is poison in every part.
Value poisonOf(Terms& terms, const llvm::Type* type);

/// condition ? a : b, for values of one shape. A part that is poison on one side takes its bits from the other.
Value merge(Term condition, const Value& a, const Value& b);
Cell merge(Term condition, Cell a, Cell b);
bool same(const Value& a, const Value& b);

/// Some part of it is poison (width 1).
Term anyPoison(Terms& terms, const Value& value);
/// The same value, poison where it was or where the condition holds.
Value poisonedIf(const Value& value, Term condition);

} // namespace warplaw::lift
