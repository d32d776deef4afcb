// Words that the folding rules are written in: what can be read off a term's outermost operations.
#include "symbolic/terms/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {

namespace {

Bits onesWithin(Term t, unsigned depth, unsigned& budget) {
  if (t.isConstant())
    return t.value();
  if (depth == 0 || budget == 0)
    return onesOf(t.width());
  --budget;
  const auto of = [&](unsigned i) { return onesWithin(t.arg(i), depth - 1, budget); };
  switch (t.op()) {
  case Zext:
    return of(0);
  case Concat: {
    const Bits high = of(0);
    return high << t.arg(1).width() | of(1);
  }
  case And: {
    const Bits a = of(0);
    return a & of(1);
  }
  case Or:
  case Xor: {
    const Bits a = of(0);
    return a | of(1);
  }
  case Ite: {
    const Bits yes = of(1);
    return yes | of(2);
  }
  default:
    return onesOf(t.width());
  }
}

} // namespace

Bits possibleOnes(Term t, unsigned depth) {
  unsigned budget = 64; // an or of a bit for each lane
  return onesWithin(t, depth, budget);
}

unsigned highZeros(Term t) {
  const Bits ones = possibleOnes(t, 3);
  unsigned zeros = 0;
  while (zeros < t.width() && !(ones >> (t.width() - 1 - zeros) & 1))
    ++zeros;
  return zeros;
}

unsigned lowZeros(Term t) {
  const Bits ones = possibleOnes(t, 3);
  unsigned zeros = 0;
  while (zeros < t.width() && !(ones >> zeros & 1))
    ++zeros;
  return zeros;
}

std::optional<std::pair<Term, Term>> splitAt(Term t, unsigned low) {
  if (low == 0 || low >= t.width())
    return std::nullopt;
  Terms& terms = t.terms();
  if (t.isConstant())
    return {{terms.constant(t.width() - low, t.value() >> low), terms.constant(low, t.value())}};
  if (is(t, Zext)) {
    const unsigned inner = t.arg(0).width();
    if (low == inner)
      return {{terms.constant(t.width() - low, 0), t.arg(0)}};
    if (low > inner)
      return {{terms.constant(t.width() - low, 0), t.arg(0).zext(low)}};
    const auto parts = splitAt(t.arg(0), low);
    if (!parts)
      return std::nullopt;
    return {{parts->first.zext(t.width() - low), parts->second}};
  }
  if (!is(t, Concat))
    return std::nullopt;
  const unsigned seam = t.arg(1).width();
  if (low == seam)
    return {{t.arg(0), t.arg(1)}};
  const auto parts = low < seam ? splitAt(t.arg(1), low) : splitAt(t.arg(0), low - seam);
  if (!parts)
    return std::nullopt;
  if (low < seam)
    return {{t.arg(0).concat(parts->first), parts->second}};
  return {{parts->first, parts->second.concat(t.arg(1))}};
}

unsigned seamOf(Term t) {
  if (is(t, Concat))
    return is(t.arg(1), Concat) ? seamOf(t.arg(1)) : t.arg(1).width();
  return is(t, Zext) && t.arg(0).width() < t.width() ? t.arg(0).width() : 0;
}

void xWithItself(Instances& i) { i.emit({i.x(), i.x()}); }
void xWithZero(Instances& i) {
  i.emit({i.x(), i.zero()});
  i.emit({i.zero(), i.x()});
}
void xWithOnes(Instances& i) {
  i.emit({i.x(), i.ones()});
  i.emit({i.ones(), i.x()});
}
void xWithComplement(Instances& i) {
  i.emit({i.x(), ~i.x()});
  i.emit({~i.x(), i.x()});
}
void xWithEach(Instances& i) {
  i.each(i.width, [&](Term k) { i.offer({i.x(), k}); });
}
void eachWithX(Instances& i) {
  i.each(i.width, [&](Term k) { i.offer({k, i.x()}); });
}

} // namespace warplaw::symbolic::fold
