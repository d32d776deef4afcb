// Folding rules: ite and select. Choices between constants become widened truth values; what both branches share moves
// out.
#include "symbolic/terms/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {
namespace {

Term iteSimple(Terms&, const Parts& p) {
  const Term c = p.a(), x = p.b(), y = p.c();
  if (x.same(y))
    return x;
  if (is(c, Not))
    return c.arg(0).ite(y, x);
  if (is(x, Ite) && x.arg(0).same(c))
    return c.ite(x.arg(1), y);
  if (is(y, Ite) && y.arg(0).same(c))
    return c.ite(x, y.arg(2));
  if (is(c, Eq) && ((c.arg(0).same(x) && c.arg(1).same(y)) || (c.arg(1).same(x) && c.arg(0).same(y))))
    return y;
  return {};
}

/// A truth value chosen by another: a junction, where one branch is known.
Term iteTruth(Terms&, const Parts& p) {
  const Term c = p.a(), x = p.b(), y = p.c();
  if (p.width != 1)
    return {};
  if (isOnes(x) || x.same(c))
    return c | y;
  if (isZero(x))
    return ~c & y;
  if (isOnes(y))
    return ~c | x;
  if (isZero(y) || y.same(c))
    return c & x;
  if (areComplements(x, y))
    return c ^ y;
  return {};
}

/// One branch is a choice with a branch in common with this one.
Term iteNested(Terms&, const Parts& p) {
  const Term c = p.a(), x = p.b(), y = p.c();
  if (is(x, Ite)) {
    if (x.arg(2).same(y))
      return (c & x.arg(0)).ite(x.arg(1), y);
    if (x.arg(1).same(y))
      return (c & ~x.arg(0)).ite(x.arg(2), y);
  }
  if (is(y, Ite)) {
    if (y.arg(1).same(x))
      return (c | y.arg(0)).ite(x, y.arg(2));
    if (y.arg(2).same(x))
      return (~c & y.arg(0)).ite(y.arg(1), x);
  }
  return {};
}

/// 1 or 0, all ones or 0.
Term iteWidened(Terms&, const Parts& p) {
  const Term c = p.a(), x = p.b(), y = p.c();
  if (p.width == 1 || !x.isConstant() || !y.isConstant())
    return {};
  const auto one = [](Term t) { return t.value() == 1; };
  if (isZero(y))
    return one(x) ? c.zext(p.width) : isOnes(x) ? c.sext(p.width) : Term();
  if (isZero(x))
    return one(y) ? (~c).zext(p.width) : isOnes(y) ? (~c).sext(p.width) : Term();
  return {};
}

/// Both branches extended from fewer bits (a constant is, where it fits).
Term iteOfExtended(Terms& terms, const Parts& p) {
  const Term c = p.a();
  const auto innerOf = [](Term t, Op op) { return is(t, op) && t.arg(0).width() < t.width() ? t.arg(0).width() : 0; };
  for (const Op op : {Zext, Sext}) {
    const unsigned bx = innerOf(p.b(), op), by = innerOf(p.c(), op);
    if (bx == 0 && by == 0)
      continue;
    const unsigned inner = std::max(bx, by);
    const auto narrowed = [&](Term t) -> Term {
      if (innerOf(t, op) != 0)
        return terms.make(op, inner, std::array{t.arg(0)});
      return t.isConstant() && fits(t, op, inner) ? terms.constant(inner, t.value()) : Term();
    };
    const Term x = narrowed(p.b()), y = narrowed(p.c());
    if (x && y)
      return terms.make(op, p.width, std::array{c.ite(x, y)});
  }
  return {};
}
void extendedBranches(Instances& i) {
  i.cuts([&](unsigned l) {
    const Term zero = i.var("l", l).zext(i.width), sign = i.var("l", l).sext(i.width);
    i.cuts([&](unsigned m) {
      i.emit({i.c(), zero, i.var("m", m).zext(i.width)});
      i.emit({i.c(), sign, i.var("m", m).sext(i.width)});
    });
    i.each(i.width, [&](Term k) {
      i.offer({i.c(), zero, k});
      i.offer({i.c(), k, zero});
      i.offer({i.c(), sign, k});
      i.offer({i.c(), k, sign});
    });
  });
}

/// Branches that agree above or below a seam.
Term iteOfParts(Terms&, const Parts& p) {
  const Term c = p.a();
  for (const Term seamed : {p.b(), p.c()}) {
    const unsigned seam = seamOf(seamed);
    if (seam == 0)
      continue;
    const auto xs = splitAt(p.b(), seam), ys = splitAt(p.c(), seam);
    if (!xs || !ys)
      continue;
    if (xs->first.same(ys->first))
      return xs->first.concat(c.ite(xs->second, ys->second));
    if (xs->second.same(ys->second))
      return c.ite(xs->first, ys->first).concat(xs->second);
  }
  return {};
}
void commonParts(Instances& i) {
  i.cuts([&](unsigned low) {
    const Term h = i.var("h", i.width - low), l = i.var("l", low), m = i.var("m", i.width - low), n = i.var("n", low);
    i.emit({i.c(), h.concat(l), h.concat(n)});
    i.emit({i.c(), h.concat(l), m.concat(l)});
    i.emit({i.c(), h.concat(l), l.zext(i.width)});
    i.emit({i.c(), l.zext(i.width), h.concat(l)});
    i.pairs(i.width - low, low, [&](Term k, Term j) {
      i.emit({i.c(), k.concat(l), i.terms.constant(i.width, k.value() << low | j.value())});
      i.emit({i.c(), i.terms.constant(i.width, k.value() << low | j.value()), h.concat(j)});
    });
    for (unsigned lower = 1; lower < low; ++lower) {
      const Term q = i.var("q", low - lower), r = i.var("r", lower);
      i.emit({i.c(), h.concat(q.concat(r)), i.var("o", i.width - lower).concat(r)});
      i.offer({i.c(), h.concat(q.concat(r)), h.concat(q).concat(i.var("s", lower))});
    }
  });
}

// ---- select

Term selectSame(Terms& terms, const Parts& p) {
  const auto cells = p.args.subspan(1);
  std::size_t count = cells.size();
  while (count > 1 && cells[count - 1].same(cells[count - 2]))
    --count; // past the last cell the last is read anyway
  if (count == 1)
    return cells[0];
  return count < cells.size() ? terms.select(p.a(), cells.first(count)) : Term();
}

Term selectNarrow(Terms& terms, const Parts& p) {
  if (!is(p.a(), Zext))
    return {};
  const Term index = p.a().arg(0);
  const auto cells = p.args.subspan(1);
  if (index.width() == p.a().width())
    return {};
  const std::size_t reachable = index.width() < 32 ? std::size_t{1} << index.width() : cells.size();
  return terms.select(index, cells.first(std::min(cells.size(), reachable)));
}

Term selectFew(Terms&, const Parts& p) { return p.args.size() == 3 ? p.a().eq(Bits{0}).ite(p.b(), p.c()) : Term(); }

Term selectByChoice(Terms& terms, const Parts& p) {
  const Term index = p.a();
  if (!is(index, Ite) || !index.arg(1).isConstant() || !index.arg(2).isConstant())
    return {};
  const auto cells = p.args.subspan(1);
  return index.arg(0).ite(terms.select(index.arg(1), cells), terms.select(index.arg(2), cells));
}

/// Every number of cells for indexes of 1 to 3 bits (2 bits where cells are wide: no rule looks into them).
template <class F> void tables(Instances& i, F f) {
  for (unsigned indexWidth = 1; indexWidth <= (i.width <= 4 ? 3u : 2u); ++indexWidth)
    for (unsigned count = 1; count <= 1u << indexWidth; ++count) {
      std::vector<Term> cells;
      cells.reserve(count);
      for (unsigned cell = 0; cell < count; ++cell)
        cells.push_back(i.var("cell" + std::to_string(cell), i.width));
      f(indexWidth, cells);
    }
}
void emitSelect(Instances& i, Term index, std::vector<Term> cells) {
  cells.insert(cells.begin(), index);
  i.emitWide(i.width, cells);
}

const Rule kRules[] = {
    {"ite.simple", Ite, iteSimple,
     [](Instances& i) {
       const Term c = i.c(), x = i.x(), y = i.y(), z = i.z();
       i.emit({c, x, x});
       i.emit({~c, x, y});
       i.emit({c, c.ite(x, z), y});
       i.emit({c, x, c.ite(z, y)});
       i.emit({x.eq(y), x, y});
       i.emit({x.eq(y), y, x});
     }},
    {"ite.truth", Ite, iteTruth,
     [](Instances& i) {
       if (i.width != 1)
         return;
       const Term c = i.c(), x = i.x();
       for (const Term known : {i.zero(), i.ones(), c})
         i.offer({c, known, x});
       for (const Term known : {i.zero(), i.ones(), c})
         i.offer({c, x, known});
       i.emit({c, x, ~x});
       i.emit({c, ~x, x});
     }},
    {"ite.nested", Ite, iteNested,
     [](Instances& i) {
       const Term c = i.c(), d = i.d(), x = i.x(), y = i.y();
       i.emit({c, d.ite(x, y), y});
       i.emit({c, d.ite(x, y), x});
       i.emit({c, x, d.ite(x, y)});
       i.emit({c, x, d.ite(y, x)});
     }},
    {"ite.widened", Ite, iteWidened,
     [](Instances& i) {
       if (i.width == 1)
         return;
       for (const Term k : {i.k(1), i.ones()}) {
         i.emit({i.c(), k, i.zero()});
         i.emit({i.c(), i.zero(), k});
       }
     }},
    {"ite.extended", Ite, iteOfExtended, extendedBranches},
    {"ite.parts", Ite, iteOfParts, commonParts},

    {"select.same", Select, selectSame,
     [](Instances& i) {
       tables(i, [&](unsigned indexWidth, const std::vector<Term>& cells) {
         const Term index = i.var("index", indexWidth);
         if (cells.size() == 1)
           emitSelect(i, index, cells);
         for (std::size_t distinct = 1; distinct < cells.size(); ++distinct) {
           auto repeated = cells;
           std::fill(repeated.begin() + static_cast<std::ptrdiff_t>(distinct), repeated.end(), repeated[distinct - 1]);
           emitSelect(i, index, repeated);
         }
       });
     }},
    {"select.narrow", Select, selectNarrow,
     [](Instances& i) {
       tables(i, [&](unsigned indexWidth, const std::vector<Term>& cells) {
         for (unsigned inner = 1; inner < indexWidth; ++inner)
           emitSelect(i, i.var("index", inner).zext(indexWidth), cells);
       });
     }},
    {"select.few", Select, selectFew,
     [](Instances& i) {
       for (unsigned indexWidth = 1; indexWidth <= 3; ++indexWidth)
         emitSelect(i, i.var("index", indexWidth), {i.x(), i.y()});
     }},
    {"select.choice", Select, selectByChoice,
     [](Instances& i) {
       tables(i, [&](unsigned indexWidth, const std::vector<Term>& cells) {
         i.pairs(indexWidth, [&](Term k, Term l) { emitSelect(i, i.c().ite(k, l), cells); });
       });
     }},
};

} // namespace

std::span<const Rule> choiceRules() { return kRules; }

} // namespace warplaw::symbolic::fold
