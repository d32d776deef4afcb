// Folding rules: ult, ule, slt, sle. Only ult and slt remain; a constant stands on the right.
#include "symbolic/terms/fold_compare.h"
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

/// x < 2^n: no bit from n on is set.
Term ultPowerOfTwo(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (!b.isConstant() || isZero(b) || (b.value() & (b.value() - 1)) != 0)
    return {};
  return a.extract(a.width() - 1, lowZeros(b)).eq(Bits{0});
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

Term ultParts(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (is(a, Concat) && b.isConstant()) {
    const Term high = a.arg(0), low = a.arg(1);
    const auto ks = splitAt(b, low.width());
    if (!ks)
      return {};
    if (isZero(ks->second))
      return high.ult(ks->first);
    if (low.isConstant())
      return low.value() < ks->second.value() ? high.ule(ks->first) : high.ult(ks->first);
  }
  if (!is(a, Concat) || !is(b, Concat) || a.arg(1).width() != b.arg(1).width())
    return {};
  if (a.arg(0).same(b.arg(0)))
    return a.arg(1).ult(b.arg(1));
  if (a.arg(1).same(b.arg(1)))
    return a.arg(0).ult(b.arg(0));
  return {};
}
void orderedParts(Instances& i) {
  i.cuts([&](unsigned low) {
    const Term h = i.var("h", i.width - low), l = i.var("l", low);
    const Term m = i.var("m", i.width - low), n = i.var("n", low);
    i.emit({h.concat(l), h.concat(n)});
    i.emit({h.concat(l), m.concat(l)});
    i.each(i.width, [&](Term k) { i.offer({h.concat(l), k}); });
    i.pairs(low, i.width, [&](Term k, Term all) { i.emit({h.concat(k), all}); });
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

Term sltSext(Terms& terms, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (is(a, Sext) && is(b, Sext) && a.arg(0).width() == b.arg(0).width())
    return a.arg(0).slt(b.arg(0));
  const auto negative = [](Term k) { return (k.value() & signBit(k.width())) != 0; };
  if (is(a, Sext) && b.isConstant()) {
    const Term x = a.arg(0);
    return fits(b, Sext, x.width()) ? x.slt(terms.constant(x.width(), b.value())) : terms.truth(!negative(b));
  }
  if (is(b, Sext) && a.isConstant()) {
    const Term x = b.arg(0);
    return fits(a, Sext, x.width()) ? terms.constant(x.width(), a.value()).slt(x) : terms.truth(negative(a));
  }
  return {};
}
void signedExtensions(Instances& i) {
  for (unsigned l = 1; l <= i.width; ++l) {
    const Term a = i.var("l", l).sext(i.width);
    i.emit({a, i.var("m", l).sext(i.width)});
    i.each(i.width, [&](Term k) {
      i.emit({a, k});
      i.emit({k, a});
    });
  }
}

// ---- all

Term notReversed(Terms&, const Parts& p) { return ~compare(p.op == Ule ? Ult : Slt, p.b(), p.a()); }
void anyTwo(Instances& i) { i.emit({i.x(), i.y()}); }

void bothWaysWithEach(Instances& i) {
  xWithEach(i);
  eachWithX(i);
}

const Rule kRules[] = {
    {"ult.same", Ult, ofEqual, xWithItself},
    {"ult.one_bit", Ult, compareOneBit, comparedTruths},
    {"ult.ends", Ult, ultEnds, bothWaysWithEach},
    {"ult.choice", Ult, ofChoice, choices},
    {"ult.narrow", Ult, ultNarrow, narrow},
    {"ult.parts", Ult, ultParts, orderedParts},
    {"ult.power_of_two", Ult, ultPowerOfTwo, xWithEach},

    {"slt.same", Slt, ofEqual, xWithItself},
    {"slt.one_bit", Slt, compareOneBit, comparedTruths},
    {"slt.ends", Slt, sltEnds, bothWaysWithEach},
    {"slt.choice", Slt, ofChoice, choices},
    {"slt.sext", Slt, sltSext, signedExtensions},
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
