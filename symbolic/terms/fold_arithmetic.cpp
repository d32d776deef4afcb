// Folding rules: neg, add, sub, mul. Constants move outward; a difference with a constant is a sum; a product with 2^n
// is a shift.
#include "symbolic/terms/fold_words.h"

namespace warplaw::symbolic::fold {
namespace {

Term zeroLike(Term t) { return constantLike(t, 0); }

/// x * 2^n, as bits moved up.
Term movedUp(Term x, unsigned n) {
  if (n == 0)
    return x;
  if (n >= x.width())
    return zeroLike(x);
  return x.extract(x.width() - 1 - n, 0).concat(x.terms().constant(n, 0));
}

Term negInward(Terms&, const Parts& p) {
  const Term a = p.a();
  if (is(a, Neg))
    return a.arg(0);
  if (is(a, Sub))
    return a.arg(1) - a.arg(0);
  if (is(a, Not))
    return a.arg(0) + 1;
  if (const auto [x, k] = withConstant(a, Add); x)
    return k.negated() - x;
  if (const auto [x, k] = withConstant(a, Mul); x)
    return x * k.negated();
  return {};
}
void negatables(Instances& i) {
  for (const Term t : {i.x().negated(), i.x() - i.y(), ~i.x()})
    i.emit({t});
  i.each(i.width, [&](Term k) {
    for (const Op op : {Add, Mul}) {
      i.emit({make(op, i.x(), k)});
      i.emit({make(op, k, i.x())});
    }
  });
}

/// -(zext c) = sext c, -(sext c) = zext c.
Term negTruth(Terms&, const Parts& p) {
  const Term a = p.a();
  return isWideTruth(a, Zext) ? a.arg(0).sext(p.width) : isWideTruth(a, Sext) ? a.arg(0).zext(p.width) : Term();
}

Term addConstantOutward(Terms&, const Parts& p) {
  return either(p, [](Term a, Term b) -> Term {
    if (const auto [x, k] = withConstant(a, Add); x)
      return b.isConstant() ? x + (k + b) : (x + b) + k;
    if (!is(a, Sub) || !a.arg(0).isConstant())
      return {};
    const Term k = a.arg(0), x = a.arg(1);
    return b.isConstant() ? (k + b) - x : (b - x) + k;
  });
}
void sumsWithConstant(Instances& i) {
  i.pairs(i.width, [&](Term k, Term l) {
    for (const Term inner : {i.x() + k, k + i.x(), k - i.x()}) {
      i.emit({inner, l});
      i.emit({l, inner});
    }
  });
  i.each(i.width, [&](Term k) {
    for (const Term inner : {i.x() + k, k + i.x(), k - i.x()}) {
      i.emit({inner, i.y()});
      i.emit({i.y(), inner});
    }
  });
}

Term addSubtracts(Terms&, const Parts& p) {
  return either(p, [&](Term a, Term b) -> Term {
    if (is(a, Sub) && a.arg(1).same(b))
      return a.arg(0); // (x - y) + y
    if (is(a, Neg))
      return b - a.arg(0);
    if (is(a, Not) && b.isConstant())
      return (b - 1) - a.arg(0);
    if (areComplements(a, b))
      return constantLike(a, onesOf(p.width));
    return {};
  });
}

Term addSame(Terms&, const Parts& p) { return p.a().same(p.b()) ? movedUp(p.a(), 1) : Term(); }

/// concat(h, constant) + constant: the carry out of the lower part is known.
Term addToParts(Terms& terms, const Parts& p) {
  return either(p, [&](Term a, Term k) -> Term {
    if (!k.isConstant() || !is(a, Concat) || !a.arg(1).isConstant())
      return {};
    const unsigned low = a.arg(1).width();
    const auto ks = splitAt(k, low);
    const Bits sum = a.arg(1).value() + ks->second.value(); // low < 128 bits: the carry is in it
    return (a.arg(0) + (ks->first.value() + (sum >> low))).concat(terms.constant(low, sum));
  });
}
void partsPlusConstant(Instances& i) {
  i.cuts([&](unsigned low) {
    i.pairs(low, i.width, [&](Term l, Term k) {
      i.emit({i.var("h", i.width - low).concat(l), k});
      i.emit({k, i.var("h", i.width - low).concat(l)});
    });
  });
}

Term subConstant(Terms&, const Parts& p) {
  if (p.b().isConstant())
    return p.a() + p.b().negated();
  if (isZero(p.a()))
    return p.b().negated();
  if (isOnes(p.a()))
    return ~p.b();
  return {};
}

Term subConstantOutward(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (const auto [x, k] = withConstant(b, Add); x)
    return (a - x) + k.negated();
  if (is(b, Sub) && b.arg(0).isConstant())
    return (a + b.arg(1)) - b.arg(0);
  if (const auto [x, k] = withConstant(a, Add); x)
    return (x - b) + k;
  if (is(a, Sub) && a.arg(0).isConstant())
    return a.arg(0) - (a.arg(1) + b);
  return {};
}
void differencesWithConstant(Instances& i) {
  i.each(i.width, [&](Term k) {
    for (const Term inner : {i.x() + k, k + i.x(), k - i.x()}) {
      i.emit({inner, i.y()});
      i.emit({i.y(), inner});
    }
  });
  i.pairs(i.width, [&](Term k, Term l) {
    i.emit({l, i.x() + k});
    i.emit({l, k - i.x()});
  });
}

Term subCancels(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (a.same(b))
    return zeroLike(a);
  if (const Term y = otherOperand(a, Add, b))
    return y; // (x + y) - x
  if (const Term y = otherOperand(b, Add, a))
    return y.negated(); // x - (x + y)
  if (is(a, Sub) && a.arg(0).same(b))
    return a.arg(1).negated(); // (x - y) - x
  if (is(b, Sub) && b.arg(0).same(a))
    return b.arg(1); // x - (x - y)
  if (is(b, Neg))
    return a + b.arg(0);
  return {};
}

Term mulByConstant(Terms&, const Parts& p) {
  return either(p, [&](Term x, Term k) -> Term {
    if (!k.isConstant())
      return {};
    if (isZero(k))
      return k;
    if (isOnes(k))
      return x.negated();
    if ((k.value() & (k.value() - 1)) == 0)
      return movedUp(x, lowZeros(k));
    if (const auto [y, l] = withConstant(x, Mul); y)
      return y * (l * k);
    if (const auto [y, l] = withConstant(x, Add); y)
      return y * k + l * k;
    return {};
  });
}
void productsWithConstant(Instances& i) {
  xWithEach(i);
  eachWithX(i);
  i.pairs(i.width, [&](Term k, Term l) {
    i.emit({i.x() * k, l});
    i.emit({l, k * i.x()});
    i.emit({i.x() + k, l});
    i.emit({l, k + i.x()});
  });
}

Term mulByTruth(Terms&, const Parts& p) {
  return either(p, [&](Term c, Term x) { return isWideTruth(c, Zext) ? c.arg(0).ite(x, zeroLike(x)) : Term(); });
}

/// On one bit a sum is an exclusive or, and a product a conjunction.
Term onOneBit(Terms&, const Parts& p) { return p.width == 1 ? make(p.op == Mul ? And : Xor, p.a(), p.b()) : Term(); }
void twoTruths(Instances& i) {
  if (i.width == 1)
    i.emit({i.x(), i.y()});
}

const Rule kRules[] = {
    {"neg.one_bit", Neg, [](Terms&, const Parts& p) { return p.width == 1 ? p.a() : Term(); },
     [](Instances& i) {
       if (i.width == 1)
         xAlone(i);
     }},
    {"neg.inward", Neg, negInward, negatables},
    {"neg.truth", Neg, negTruth,
     [](Instances& i) {
       if (i.width == 1)
         return;
       i.emit({i.c().zext(i.width)});
       i.emit({i.c().sext(i.width)});
     }},

    {"add.one_bit", Add, onOneBit, twoTruths},
    {"sub.one_bit", Sub, onOneBit, twoTruths},
    {"mul.one_bit", Mul, onOneBit, twoTruths},

    {"add.zero", Add, [](Terms&, const Parts& p) { return isZero(p.b())   ? p.a()
                                                          : isZero(p.a()) ? p.b()
                                                                          : Term(); },
     xWithZero},
    {"add.same", Add, addSame, xWithItself},
    {"add.subtracts", Add, addSubtracts,
     [](Instances& i) {
       const Term x = i.x(), y = i.y();
       for (const auto& [a, b] : {std::pair{x - y, y}, {x.negated(), y}, {~x, x}}) {
         i.emit({a, b});
         i.emit({b, a});
       }
       i.each(i.width, [&](Term k) { i.emit({~x, k}); });
       i.each(i.width, [&](Term k) { i.emit({k, x.negated()}); });
     }},
    {"add.constant_outward", Add, addConstantOutward, sumsWithConstant},
    {"add.to_parts", Add, addToParts, partsPlusConstant},

    {"sub.constant", Sub, subConstant,
     [](Instances& i) {
       i.each(i.width, [&](Term k) { i.emit({i.x(), k}); });
       i.emit({i.zero(), i.x()});
       i.emit({i.ones(), i.x()});
     }},
    {"sub.cancel", Sub, subCancels,
     [](Instances& i) {
       const Term x = i.x(), y = i.y();
       for (const auto& [a, b] :
            {std::pair{x, x}, {x + y, x}, {y + x, x}, {x, x + y}, {x, y + x}, {x - y, x}, {x, x - y}, {x, y.negated()}})
         i.emit({a, b});
     }},
    {"sub.constant_outward", Sub, subConstantOutward, differencesWithConstant},

    {"mul.constant", Mul, mulByConstant, productsWithConstant},
    {"mul.truth", Mul, mulByTruth,
     [](Instances& i) {
       if (i.width == 1)
         return;
       i.emit({i.c().zext(i.width), i.x()});
       i.emit({i.x(), i.c().zext(i.width)});
     }},
};

} // namespace

std::span<const Rule> arithmeticRules() { return kRules; }

} // namespace warplaw::symbolic::fold
