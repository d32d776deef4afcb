#include "symbolic/terms/operate.h"
#include "symbolic/terms/float_model.h"

namespace warplaw::symbolic {

__int128 signedValue(Bits bits, unsigned width) { return signedWord(bits, width); }

namespace {

template <unsigned Width> Bits floats(Op op, Bits a, Bits b) {
  const PlainWord<Width> x = sameWidth(PlainWord<Width>{}, a), y = sameWidth(PlainWord<Width>{}, b);
  return op == Op::FloatAdd ? Bits{floatSum(x, y).bits} : Bits{floatLess(x, y).bits};
}

} // namespace

Bits operateOnFloats(Op op, Bits a, Bits b, unsigned width) {
  return width == 16 ? floats<16>(op, a, b) : width == 32 ? floats<32>(op, a, b) : floats<64>(op, a, b);
}

Bits operate(Op op, unsigned width, std::span<const Bits> args, unsigned lastWidth, Bits value) {
  return operateIn<Bits>(op, width, args, lastWidth, static_cast<unsigned>(value));
}

} // namespace warplaw::symbolic
