// Folding rules: ult, ule, slt, sle. Only ult and slt remain; a constant stands on the right.
#include "symbolic/terms/fold_words.h"
#include <algorithm>
#include <array>

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

/// A term, of which the bits of a constant are turned.
struct Turned {
  Term base;
  Bits bits;
  bool operator==(const Turned& other) const { return base.same(other.base) && bits == other.bits; }
};
Turned turnedOf(Term t) {
  Bits bits = 0;
  for (;;) {
    const auto [other, constant] = withConstant(t, Xor);
    if (!other && !is(t, Not))
      return {t, bits};
    bits ^= other ? constant.value() : onesOf(t.width());
    t = other ? other : t.arg(0);
  }
}

/// Is it the lesser of two terms, as a choice?
bool isLesser(Term t) {
  return is(t, Ite) && is(t.arg(0), Ult) && t.arg(0).arg(0).same(t.arg(1)) && t.arg(0).arg(1).same(t.arg(2));
}
/// Is this one of the terms whose least `least` is? They were joined one after another.
bool isAmong(const Turned& wanted, Term least) {
  for (unsigned looked = 0; looked < kMaxWidth && isLesser(least); ++looked) {
    if (turnedOf(least.arg(1)) == wanted || turnedOf(least.arg(2)) == wanted)
      return true;
    least = isLesser(least.arg(1)) ? least.arg(1) : least.arg(2);
  }
  return false;
}

/// None of some terms is below their least. Signed, both have their sign turned; and complements turn it round: the
/// greatest is below none.
Term neverBelow(Terms& terms, const Parts& p) {
  const Bits sign = p.op == Slt ? signBit(p.a().width()) : 0, complement = sign ^ onesOf(p.a().width());
  const Turned a = turnedOf(p.a()), b = turnedOf(p.b());
  const bool never = (b.bits == sign && isAmong({a.base, a.bits ^ sign}, b.base)) ||
                     (a.bits == complement && isAmong({b.base, b.bits ^ complement}, a.base));
  return never ? terms.truth(false) : Term();
}
void leasts(Instances& i) {
  const Term x = i.x(), y = i.y(), z = i.z(), sign = i.k(i.op == Slt ? signBit(i.width) : 0);
  const auto lesser = [](Term a, Term b) { return a.ult(b).ite(a, b); };
  const auto all = [&](Term one) {
    return std::array{lesser(one, y), lesser(y, one), lesser(lesser(one, y), z), lesser(z, lesser(y, one)),
                      lesser(lesser(lesser(one, z), y), i.zero())};
  };
  for (const Term least : all(x ^ sign))
    i.emit({x, least ^ sign});
  for (const Term least : all(~(x ^ sign)))
    i.emit({~(least ^ sign), x});
  // what is nearly so
  for (const Term t : {y.ult(x).ite(x, y), x.ult(y).ite(z, x), x.slt(y).ite(x, y), x.ult(y).ite(y, x), lesser(x, y)})
    for (const Term turned : {t, ~t, t ^ sign, ~(t ^ sign)}) {
      i.offer({x, turned});
      i.offer({turned, x});
      i.offer({turned, ~x});
      i.offer({~x, turned});
    }
}

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
    {"ult.least", Ult, neverBelow, leasts},

    {"slt.ends", Slt, sltEnds, bothWaysWithEach},
    {"slt.least", Slt, neverBelow, leasts},
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
