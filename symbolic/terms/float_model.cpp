// FloatAdd and FloatLess in integers, as terms.
#include "symbolic/terms/float_model.h"

namespace warplaw::symbolic {

Term leadingZeros(Term word) {
  Term zeros = sameWidth(word, 0);
  for (unsigned half = word.width() / 2; half; half /= 2) {
    const Term clear = word.lshr(sameWidth(word, word.width() - half)).eq(Bits{0}); // the upper `half` bits
    zeros = clear.ite(zeros + half, zeros);
    word = clear.ite(word.shl(sameWidth(word, half)), word);
  }
  return zeros;
}

std::vector<Term> inIntegers(std::span<const Term> roots) {
  return rebuild(roots, [](const Node& node, std::span<const Term> args) {
    return node.op == Op::FloatAdd    ? floatSum(args[0], args[1])
           : node.op == Op::FloatLess ? floatLess(args[0], args[1])
                                      : Term();
  });
}

} // namespace warplaw::symbolic
