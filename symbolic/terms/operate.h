// The meaning of every operation on constant values: what folding of constants and the plain interpreter
// compute with.
#pragma once
#include "symbolic/terms/term.h"
#include <cassert>
#include <limits>
#include <type_traits>

namespace warplaw::symbolic {

/// args: the operands' values, zero above their widths. lastWidth: the width of the last operand (operands of
/// one operation are equally wide, save Ite, Concat, Select). value: as in Node. Not for Constant, Variable,
/// Apply. Floats are added and compared in integers: this processor is not asked.
Bits operate(Op op, unsigned width, std::span<const Bits> args, unsigned lastWidth, Bits value);

/// The same bits read as a two's complement number.
__int128 signedValue(Bits bits, unsigned width);

/// FloatAdd and FloatLess.
Bits operateOnFloats(Op op, Bits a, Bits b, unsigned width);

/// A word of the processor: half as wide as Bits, and enough for most values.
using NarrowBits = std::uint64_t;
inline constexpr unsigned kNarrowWidth = std::numeric_limits<NarrowBits>::digits;

template <class Word> auto signedWord(Word bits, unsigned width) {
  using Signed = std::conditional_t<std::is_same_v<Word, Bits>, __int128, std::int64_t>;
  const unsigned unused = static_cast<unsigned>(8 * sizeof(Word)) - width;
  return static_cast<Signed>(bits << unused) >> unused;
}

/// As operate(), in any word that holds the result and every operand; `args[i]`, `args.size()`: the operands.
template <class Word, class Operands>
inline Word operateIn(Op op, unsigned width, const Operands& args, unsigned lastWidth, unsigned lowest) {
  const auto masked = [width](Word bits) { return bits & static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - width); };
  const auto word = [&args](std::size_t i) { return static_cast<Word>(args[i]); };
  const auto signedArg = [&](std::size_t i) { return signedWord(word(i), lastWidth); };
  switch (op) {
  case Op::Not:
    return masked(~word(0));
  case Op::And:
    return word(0) & word(1);
  case Op::Or:
    return word(0) | word(1);
  case Op::Xor:
    return word(0) ^ word(1);
  case Op::Neg:
    return masked(-word(0));
  case Op::Add:
    return masked(word(0) + word(1));
  case Op::Sub:
    return masked(word(0) - word(1));
  case Op::Mul:
    return masked(word(0) * word(1));
  case Op::Shl:
    return word(1) >= width ? 0 : masked(word(0) << static_cast<unsigned>(word(1)));
  case Op::Lshr:
    return word(1) >= width ? 0 : word(0) >> static_cast<unsigned>(word(1));
  case Op::Ashr:
    return masked(static_cast<Word>(signedWord(word(0), width) >>
                                    (word(1) >= width ? width - 1 : static_cast<unsigned>(word(1)))));
  case Op::Eq:
    return word(0) == word(1);
  case Op::Ult:
    return word(0) < word(1);
  case Op::Ule:
    return word(0) <= word(1);
  case Op::Slt:
    return signedArg(0) < signedArg(1);
  case Op::Sle:
    return signedArg(0) <= signedArg(1);
  case Op::Ite:
    return word(0) ? word(1) : word(2);
  case Op::Concat:
    return word(0) << lastWidth | word(1);
  case Op::Extract:
    return masked(word(0) >> lowest);
  case Op::Zext:
    return word(0);
  case Op::Sext:
    return masked(static_cast<Word>(signedArg(0)));
  case Op::Select:
    return word(0) < args.size() - 1 ? word(1 + static_cast<std::size_t>(word(0))) : word(args.size() - 1);
  case Op::FloatAdd:
  case Op::FloatLess:
    return static_cast<Word>(operateOnFloats(op, word(0), word(1), lastWidth));
  case Op::Constant:
  case Op::Variable:
  case Op::Apply:
    break;
  }
  assert(false && "has no value of its own");
  return 0;
}

} // namespace warplaw::symbolic
