// Folding rules: add, sub, mul. A difference with a constant is a sum; a product with 2^n is a shift; a product of
// sign-extended factors is sign-extended.
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

Term subConstant(Terms&, const Parts& p) {
  if (p.b().isConstant())
    return p.a() + p.b().negated();
  if (isZero(p.a()))
    return p.b().negated();
  if (isOnes(p.a()))
    return ~p.b();
  return {};
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

/// A product has no more bits than its factors together: those above copy its sign. No solver need find that out.
Term mulOfExtended(Terms&, const Parts& p) {
  if (!is(p.a(), Sext) || !is(p.b(), Sext))
    return {};
  const Term x = p.a().arg(0), y = p.b().arg(0);
  const unsigned bits = x.width() + y.width();
  return bits < p.width ? (x.sext(bits) * y.sext(bits)).sext(p.width) : Term();
}
void factorsExtended(Instances& i) {
  for (const unsigned other : {i.width, i.width + 2})
    for (const unsigned more : {1u, 3u}) {
      const unsigned wide = i.width + other + more;
      if (wide > kMaxWidth)
        continue;
      i.emitWide(wide, {i.x().sext(wide), i.var("f", other).sext(wide)});
    }
}

const Rule kRules[] = {
    {"add.zero", Add, [](Terms&, const Parts& p) { return isZero(p.b())   ? p.a()
                                                          : isZero(p.a()) ? p.b()
                                                                          : Term(); },
     xWithZero},

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

    {"mul.constant", Mul, mulByConstant, productsWithConstant},
    {"mul.extended", Mul, mulOfExtended, factorsExtended},
};

} // namespace

std::span<const Rule> arithmeticRules() { return kRules; }

} // namespace warplaw::symbolic::fold
