// Folding rules: ult, ule, slt, sle. Only ult and slt remain; a constant stands on the right.
#include "symbolic/terms/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {
namespace {

Bits signBit(unsigned width) { return Bits{1} << (width - 1); }

// ---- ult

Term ultEnds(Terms& terms, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (isZero(b) || isOnes(a))
    return terms.truth(false);
  if (isOnes(b))
    return a.ne(b);
  if (b.isConstant() && b.value() == 1)
    return a.eq(Bits{0});
  if (a.isConstant())
    return ~b.ult(constantLike(a, a.value() + 1));
  return {};
}

/// Bits that are certainly 0 on both sides do not matter, or decide.
Term ultNarrow(Terms& terms, const Parts& p) {
  const Term a = p.a(), b = p.b();
  const unsigned width = a.width(), as = width - highZeros(a), bs = width - highZeros(b);
  if (b.isConstant() && onesOf(as) < b.value())
    return terms.truth(true);
  if (bs == 0 || (a.isConstant() && a.value() >= onesOf(bs)))
    return terms.truth(false);
  const unsigned enough = std::max(as, bs);
  if (enough == width)
    return {};
  return a.extract(enough - 1, 0).ult(b.extract(enough - 1, 0));
}
void narrow(Instances& i) {
  const Term x = i.x();
  i.cuts([&](unsigned l) {
    const Term a = i.var("l", l).zext(i.width);
    i.cuts([&](unsigned m) { i.emit({a, i.var("m", m).zext(i.width)}); });
    i.each(i.width, [&](Term k) {
      i.offer({a, k});
      i.offer({k, a});
      i.offer({x & k, a});
      i.offer({a, i.c().ite(k, i.d().zext(i.width))});
    });
    i.each(l, [&](Term k) {
      i.emit({x & k.zext(i.width), a});
      i.emit({k.zext(i.width) | a, a ^ k.zext(i.width)});
      i.emit({i.terms.constant(i.width - l, 0).concat(i.var("l", l)), a});
    });
  });
  i.emit({x, i.zero()});
  // what looks narrow in part only
  i.cuts([&](unsigned l) {
    const Term a = i.var("l", l).zext(i.width), b = i.var("m", 1).zext(i.width);
    for (const Term t : {x | a, a | x, x ^ a, a ^ x, i.c().ite(x, a), i.c().ite(a, x), x & a, a & b, a | b, b ^ a,
                         i.c().ite(a, b), i.var("h", i.width - l).concat(i.terms.constant(l, 0))}) {
      i.offer({t, a});
      i.offer({a, t});
      i.offer({t, b});
      i.offer({b, t});
    }
  });
}

/// x + y < x says that the sum wraps: not where both are too small for that.
Term sumWraps(Terms& terms, const Parts& p) {
  const Term y = otherOperand(p.a(), Add, p.b());
  if (!y)
    return {};
  const Bits greatest = onesOf(p.b().width()), x = possibleOnes(p.b());
  return possibleOnes(y) <= greatest - x ? terms.truth(false) : Term();
}
void sums(Instances& i) {
  i.cuts([&](unsigned l) {
    const Term x = i.var("l", l).zext(i.width);
    i.cuts([&](unsigned m) {
      const Term y = i.var("m", m).zext(i.width);
      i.emit({x + y, x});
      i.emit({y + x, x});
    });
    i.each(i.width, [&](Term k) {
      i.offer({x + k, x});
      i.offer({(i.x() & k) + x, x});
    });
  });
}

// ---- slt

Term sltEnds(Terms& terms, const Parts& p) {
  const Term a = p.a(), b = p.b();
  const Bits least = signBit(a.width()), greatest = least - 1;
  if (b.isConstant() && b.value() == least)
    return terms.truth(false);
  if (a.isConstant() && a.value() == greatest)
    return terms.truth(false);
  if (isZero(b))
    return a.bit(a.width() - 1);
  if (a.isConstant())
    return ~b.slt(constantLike(a, a.value() + 1));
  return {};
}

Term sltNonNegative(Terms& terms, const Parts& p) {
  const Term a = p.a(), b = p.b();
  const bool aPositive = highZeros(a) > 0, bPositive = highZeros(b) > 0;
  const auto negative = [](Term t) { return t.isConstant() && (t.value() & signBit(t.width())) != 0; };
  if (aPositive && bPositive)
    return a.ult(b);
  if (aPositive && negative(b))
    return terms.truth(false);
  if (negative(a) && bPositive)
    return terms.truth(true);
  return {};
}

// ---- all

Term notReversed(Terms&, const Parts& p) { return p.op == Ule ? ~p.b().ult(p.a()) : ~p.b().slt(p.a()); }
void anyTwo(Instances& i) { i.emit({i.x(), i.y()}); }

void bothWaysWithEach(Instances& i) {
  xWithEach(i);
  eachWithX(i);
}

const Rule kRules[] = {
    {"ult.ends", Ult, ultEnds, bothWaysWithEach},
    {"ult.sum", Ult, sumWraps, sums},
    {"ult.narrow", Ult, ultNarrow, narrow},

    {"slt.ends", Slt, sltEnds, bothWaysWithEach},
    {"slt.non_negative", Slt, sltNonNegative,
     [](Instances& i) {
       i.cuts([&](unsigned l) {
         const Term a = i.var("l", l).zext(i.width);
         i.cuts([&](unsigned m) { i.emit({a, i.var("m", m).zext(i.width)}); });
         i.each(i.width, [&](Term k) {
           i.emit({a, k});
           i.emit({k, a});
         });
       });
     }},

    {"ule.reverse", Ule, notReversed, anyTwo},
    {"sle.reverse", Sle, notReversed, anyTwo},
};

} // namespace

std::span<const Rule> comparisonRules() { return kRules; }

} // namespace warplaw::symbolic::fold
