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
};

} // namespace

std::span<const Rule> choiceRules() { return kRules; }

} // namespace warplaw::symbolic::fold
