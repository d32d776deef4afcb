// Folding rules: eq. Equality with a constant goes down to what is not known; equality of concatenations is equality of
// their parts.
#include "symbolic/terms/fold_compare.h"

namespace warplaw::symbolic::fold {
namespace {

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

const Rule kRules[] = {
    {"eq.same", Eq, ofEqual, xWithItself},
    {"eq.complement", Eq,
     [](Terms& terms, const Parts& p) { return areComplements(p.a(), p.b()) ? terms.truth(false) : Term(); },
     xWithComplement},
    {"eq.one_bit", Eq, compareOneBit, comparedTruths},
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
};

} // namespace

std::span<const Rule> equalityRules() { return kRules; }

} // namespace warplaw::symbolic::fold
