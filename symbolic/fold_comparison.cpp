// Folding rules: eq, ult, ule, slt, sle. Only eq, ult and slt remain; a constant stands on the right.
#include "symbolic/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {
namespace {

Bits signBit(unsigned width) { return Bits{1} << (width - 1); }
Term compare(Op op, Term a, Term b) { return a.terms().make(op, 1, std::array{a, b}); }

Term ofEqual(Terms& terms, const Parts& p) {
  return p.a().same(p.b()) ? terms.truth(p.op == Eq || p.op == Ule || p.op == Sle) : Term();
}

/// A choice with a constant in it, against a constant: the comparison moves into the branches.
Term ofChoice(Terms&, const Parts& p) {
  const auto choice = [](Term t) { return is(t, Ite) && (t.arg(1).isConstant() || t.arg(2).isConstant()); };
  const Term a = p.a(), b = p.b();
  if (choice(a) && b.isConstant())
    return a.arg(0).ite(compare(p.op, a.arg(1), b), compare(p.op, a.arg(2), b));
  if (choice(b) && a.isConstant())
    return b.arg(0).ite(compare(p.op, a, b.arg(1)), compare(p.op, a, b.arg(2)));
  return {};
}
void choices(Instances& i) {
  i.pairs(i.width, [&](Term k, Term l) {
    for (const Term choice : {i.c().ite(k, i.x()), i.c().ite(i.x(), k)}) {
      i.emit({choice, l});
      i.emit({l, choice});
    }
  });
}

// ---- eq

/// eq(f(x), k) where f has an inverse.
Term eqInverse(Terms&, const Parts& p) {
  return either(p, [](Term a, Term k) -> Term {
    if (is(a, Not) && is(k, Not))
      return a.arg(0).eq(k.arg(0));
    if (is(a, Neg) && is(k, Neg))
      return a.arg(0).eq(k.arg(0));
    if (!k.isConstant())
      return {};
    if (is(a, Not))
      return a.arg(0).eq(~k);
    if (is(a, Neg))
      return a.arg(0).eq(k.negated());
    if (const auto [x, l] = withConstant(a, Xor); x)
      return x.eq(k ^ l);
    if (const auto [x, l] = withConstant(a, Add); x)
      return x.eq(k - l);
    if (is(a, Sub) && a.arg(0).isConstant())
      return a.arg(1).eq(a.arg(0) - k);
    if (isZero(k) && (is(a, Xor) || is(a, Sub)))
      return a.arg(0).eq(a.arg(1));
    return {};
  });
}
void inverses(Instances& i) {
  const Term x = i.x(), y = i.y();
  i.emit({~x, ~y});
  i.emit({x.negated(), y.negated()});
  i.emit({x ^ y, i.zero()});
  i.emit({i.zero(), x - y});
  i.each(i.width, [&](Term k) {
    i.emit({~x, k});
    i.emit({k, x.negated()});
  });
  i.pairs(i.width, [&](Term k, Term l) {
    for (const Term f : {x ^ k, k ^ x, x + k, k + x, k - x})
      i.emit({f, l});
    i.emit({l, x ^ k});
  });
}

/// Both sides have one operand of a sum, difference or exclusive or in common.
Term eqCancels(Terms&, const Parts& p) {
  return either(p, [](Term a, Term b) -> Term {
    for (const Op op : {Add, Xor}) {
      if (const Term y = otherOperand(a, op, b))
        return y.eq(Bits{0});
      if (!is(a, op))
        continue;
      for (const unsigned i : {0u, 1u})
        if (const Term z = otherOperand(b, op, a.arg(i)))
          return a.arg(1 - i).eq(z);
    }
    if (!is(a, Sub))
      return {};
    if (a.arg(0).same(b))
      return a.arg(1).eq(Bits{0});
    if (is(b, Sub) && a.arg(0).same(b.arg(0)))
      return a.arg(1).eq(b.arg(1));
    if (is(b, Sub) && a.arg(1).same(b.arg(1)))
      return a.arg(0).eq(b.arg(0));
    return {};
  });
}
void cancellations(Instances& i) {
  const Term x = i.x(), y = i.y(), z = i.z();
  for (const Op op : {Add, Xor})
    for (const Term a : {make(op, x, y), make(op, y, x)}) {
      i.emit({a, x});
      i.emit({x, a});
      i.emit({a, make(op, x, z)});
      i.emit({a, make(op, z, x)});
    }
  i.emit({x - y, x});
  i.emit({x, x - y});
  i.emit({x - y, x - z});
  i.emit({y - x, z - x});
}

/// Concatenations with a seam in common (a constant has every seam, a zero-extension has one).
Term eqParts(Terms&, const Parts& p) {
  return either(p, [](Term a, Term b) -> Term {
    const unsigned seam = seamOf(a);
    if (seam == 0)
      return {};
    const auto bs = splitAt(b, seam);
    if (!bs)
      return {};
    const auto as = splitAt(a, seam);
    return as->first.eq(bs->first) & as->second.eq(bs->second);
  });
}
void seams(Instances& i) {
  i.cuts([&](unsigned low) {
    const Term hl = i.var("h", i.width - low).concat(i.var("l", low)), zero = i.var("z", low).zext(i.width);
    const Term mn = i.var("m", i.width - low).concat(i.var("n", low));
    i.emit({hl, mn});
    i.emit({hl, zero});
    i.emit({zero, hl});
    i.each(i.width, [&](Term k) {
      i.emit({hl, k});
      i.emit({k, zero});
    });
    for (unsigned other = 1; other < i.width; ++other)
      i.emit({zero, i.var("o", other).zext(i.width)});
    for (unsigned lower = 1; lower < low; ++lower) {
      const Term three = i.var("p", i.width - low).concat(i.var("q", low - lower).concat(i.var("r", lower)));
      const Term left = i.var("p", i.width - low).concat(i.var("q", low - lower)).concat(i.var("r", lower));
      i.emit({hl, three});
      i.emit({three, zero});
      i.emit({left, i.ones()});
      i.emit({left, hl});
    }
  });
}

Term eqSext(Terms& terms, const Parts& p) {
  return either(p, [&](Term a, Term b) -> Term {
    if (!is(a, Sext))
      return {};
    const Term x = a.arg(0);
    if (is(b, Sext) && b.arg(0).width() == x.width())
      return x.eq(b.arg(0));
    if (!b.isConstant())
      return {};
    return fits(b, Sext, x.width()) ? x.eq(terms.constant(x.width(), b.value())) : terms.truth(false);
  });
}
void signExtended(Instances& i) {
  for (unsigned l = 1; l <= i.width; ++l) {
    i.emit({i.var("l", l).sext(i.width), i.var("m", l).sext(i.width)});
    i.each(i.width, [&](Term k) { i.emit({i.var("l", l).sext(i.width), k}); });
  }
}

Term eqChoices(Terms&, const Parts& p) {
  return either(p, [](Term a, Term b) -> Term {
    if (!is(a, Ite))
      return {};
    const Term c = a.arg(0), u = a.arg(1), v = a.arg(2);
    if (b.same(u))
      return c | v.eq(b);
    if (b.same(v))
      return ~c | u.eq(b);
    if (is(b, Ite) && b.arg(0).same(c))
      return c.ite(u.eq(b.arg(1)), v.eq(b.arg(2)));
    return {};
  });
}

/// x & k can have no bit that k lacks, x | k lacks none that k has.
Term eqImpossible(Terms& terms, const Parts& p) {
  return either(p, [&](Term a, Term k) -> Term {
    if (!k.isConstant())
      return {};
    if (const auto [x, l] = withConstant(a, And); x && (k.value() & ~l.value()) != 0)
      return terms.truth(false);
    if (const auto [x, l] = withConstant(a, Or); x && (l.value() & ~k.value()) != 0)
      return terms.truth(false);
    return {};
  });
}

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

Term onOneBit(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (a.width() != 1)
    return {};
  return p.op == Eq ? ~(a ^ b) : p.op == Ult ? ~a & b : a & ~b; // slt: 1 is -1
}
void twoTruths(Instances& i) {
  if (i.width == 1)
    i.emit({i.x(), i.y()});
}

Term notReversed(Terms&, const Parts& p) { return ~compare(p.op == Ule ? Ult : Slt, p.b(), p.a()); }
void anyTwo(Instances& i) { i.emit({i.x(), i.y()}); }

void bothWaysWithEach(Instances& i) {
  xWithEach(i);
  eachWithX(i);
}

const Rule kRules[] = {
    {"eq.same", Eq, ofEqual, xWithItself},
    {"eq.complement", Eq,
     [](Terms& terms, const Parts& p) { return areComplements(p.a(), p.b()) ? terms.truth(false) : Term(); },
     xWithComplement},
    {"eq.one_bit", Eq, onOneBit, twoTruths},
    {"eq.inverse", Eq, eqInverse, inverses},
    {"eq.cancel", Eq, eqCancels, cancellations},
    {"eq.parts", Eq, eqParts, seams},
    {"eq.sext", Eq, eqSext, signExtended},
    {"eq.choice", Eq, ofChoice, choices},
    {"eq.choices", Eq, eqChoices,
     [](Instances& i) {
       const Term x = i.x(), y = i.y(), a = i.c().ite(x, y);
       i.emit({a, x});
       i.emit({x, a});
       i.emit({a, y});
       i.emit({y, a});
       i.emit({a, i.c().ite(i.z(), i.var("w", i.width))});
       i.each(i.width, [&](Term k) { i.emit({i.c().ite(x, k), k}); });
     }},
    {"eq.impossible", Eq, eqImpossible,
     [](Instances& i) {
       i.pairs(i.width, [&](Term k, Term l) {
         for (const Op op : {And, Or}) {
           i.offer({make(op, i.x(), l), k});
           i.offer({k, make(op, l, i.x())});
         }
       });
     }},

    {"ult.same", Ult, ofEqual, xWithItself},
    {"ult.one_bit", Ult, onOneBit, twoTruths},
    {"ult.ends", Ult, ultEnds, bothWaysWithEach},
    {"ult.choice", Ult, ofChoice, choices},
    {"ult.narrow", Ult, ultNarrow, narrow},
    {"ult.parts", Ult, ultParts, orderedParts},
    {"ult.power_of_two", Ult, ultPowerOfTwo, xWithEach},

    {"slt.same", Slt, ofEqual, xWithItself},
    {"slt.one_bit", Slt, onOneBit, twoTruths},
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
