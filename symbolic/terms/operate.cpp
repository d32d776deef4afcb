// The meaning of every operation on constant values: what folding of constants and the plain interpreter
// compute with.
#include "symbolic/terms/operate.h"
#include "symbolic/terms/float_model.h"
#include <cassert>

namespace warplaw::symbolic {

__int128 signedValue(Bits bits, unsigned width) {
  const unsigned unused = kMaxWidth - width;
  return static_cast<__int128>(bits << unused) >> unused;
}

namespace {

Bits shift(Op op, unsigned width, Bits bits, Bits amount) {
  const bool all = amount >= width;
  switch (op) {
  case Op::Shl:
    return all ? 0 : bits << static_cast<unsigned>(amount);
  case Op::Lshr:
    return all ? 0 : bits >> static_cast<unsigned>(amount);
  default:
    return static_cast<Bits>(signedValue(bits, width) >> (all ? width - 1 : static_cast<unsigned>(amount)));
  }
}

bool compare(Op op, Bits a, Bits b, unsigned width) {
  switch (op) {
  case Op::Eq:
    return a == b;
  case Op::Ult:
    return a < b;
  case Op::Ule:
    return a <= b;
  case Op::Slt:
    return signedValue(a, width) < signedValue(b, width);
  default:
    return signedValue(a, width) <= signedValue(b, width);
  }
}

template <unsigned Width> Bits floats(Op op, Bits a, Bits b) {
  const PlainWord<Width> x = sameWidth(PlainWord<Width>{}, a), y = sameWidth(PlainWord<Width>{}, b);
  return op == Op::FloatAdd ? Bits{floatSum(x, y).bits} : Bits{floatLess(x, y).bits};
}

Bits floats(Op op, Bits a, Bits b, unsigned width) {
  return width == 16 ? floats<16>(op, a, b) : width == 32 ? floats<32>(op, a, b) : floats<64>(op, a, b);
}

Bits unmasked(Op op, unsigned width, std::span<const Bits> args, unsigned lastWidth, Bits value) {
  switch (op) {
  case Op::Not:
    return ~args[0];
  case Op::And:
    return args[0] & args[1];
  case Op::Or:
    return args[0] | args[1];
  case Op::Xor:
    return args[0] ^ args[1];
  case Op::Neg:
    return -args[0];
  case Op::Add:
    return args[0] + args[1];
  case Op::Sub:
    return args[0] - args[1];
  case Op::Mul:
    return args[0] * args[1];
  case Op::Shl:
  case Op::Lshr:
  case Op::Ashr:
    return shift(op, width, args[0], args[1]);
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return compare(op, args[0], args[1], lastWidth);
  case Op::Ite:
    return args[0] ? args[1] : args[2];
  case Op::Concat:
    return args[0] << lastWidth | args[1];
  case Op::Extract:
    return args[0] >> static_cast<unsigned>(value);
  case Op::Zext:
    return args[0];
  case Op::Sext:
    return static_cast<Bits>(signedValue(args[0], lastWidth));
  case Op::Select:
    return args[0] < args.size() - 1 ? args[1 + static_cast<std::size_t>(args[0])] : args.back();
  case Op::FloatAdd:
  case Op::FloatLess:
    return floats(op, args[0], args[1], lastWidth);
  case Op::Constant:
  case Op::Variable:
  case Op::Apply:
    break;
  }
  assert(false && "has no value of its own");
  return 0;
}

} // namespace

Bits operate(Op op, unsigned width, std::span<const Bits> args, unsigned lastWidth, Bits value) {
  return unmasked(op, width, args, lastWidth, value) & onesOf(width);
}

} // namespace warplaw::symbolic
