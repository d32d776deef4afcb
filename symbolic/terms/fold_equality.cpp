// Folding rules: eq. Equality with a constant goes down to what is not known; equality of concatenations is equality of
// their parts.
#include "symbolic/terms/fold_words.h"

namespace warplaw::symbolic::fold {
namespace {

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
    i.cuts([&](unsigned other) { i.emit({zero, i.var("o", other).zext(i.width)}); });
    i.cuts(low, [&](unsigned lower) {
      const Term three = i.var("p", i.width - low).concat(i.var("q", low - lower).concat(i.var("r", lower)));
      const Term left = i.var("p", i.width - low).concat(i.var("q", low - lower)).concat(i.var("r", lower));
      i.emit({hl, three});
      i.emit({three, zero});
      i.emit({left, i.ones()});
      i.emit({left, hl});
    });
  });
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

const Rule kRules[] = {
    {"eq.same", Eq, [](Terms& terms, const Parts& p) { return p.a().same(p.b()) ? terms.truth(true) : Term(); },
     xWithItself},
    {"eq.one_bit", Eq, [](Terms&, const Parts& p) { return p.a().width() == 1 ? ~(p.a() ^ p.b()) : Term(); },
     [](Instances& i) {
       if (i.width == 1)
         i.emit({i.x(), i.y()});
     }},
    {"eq.parts", Eq, eqParts, seams},
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
};

} // namespace

std::span<const Rule> equalityRules() { return kRules; }

} // namespace warplaw::symbolic::fold
