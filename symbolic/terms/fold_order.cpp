// Folding rules: the canonical order of operands of commutative operations, by structure alone, so that it does not
// depend on what else was built before; constants last. Bits that only one of two operands can have set make or, xor
// and add a concatenation.
#include "symbolic/terms/float_format.h"
#include "symbolic/terms/fold_words.h"

namespace warplaw::symbolic::fold {
namespace {

bool outOfOrder(Term a, Term b) {
  if (a.isConstant() || b.isConstant())
    return a.isConstant() && !b.isConstant();
  const Node &m = *a.node(), &n = *b.node();
  return m.hash != n.hash ? m.hash > n.hash : m.id > n.id;
}

Term ordered(Terms& terms, const Parts& p) {
  return outOfOrder(p.a(), p.b()) ? terms.make(p.op, p.width, std::array{p.b(), p.a()}) : Term();
}
void bothOrders(Instances& i) {
  i.offer({i.x(), i.y()});
  i.offer({i.y(), i.x()});
  i.each(i.width, [&](Term k) { i.emit({k, i.x()}); });
}

/// Every NaN that comes out is one, so that not even a NaN's payload tells the order.
void bothOrdersOfFloats(Instances& i) {
  const unsigned width = i.floatWidth();
  if (!width)
    return;
  const Term x = i.var("x", width), y = i.var("y", width);
  const FloatFormat format = floatFormat(width);
  i.offer({x, y});
  i.offer({y, x});
  for (const Bits k : {Bits{0}, format.infinity() | 1})
    i.emit({i.terms.constant(width, k), x});
}

Term disjoint(Terms&, const Parts& p) {
  return either(p, [&](Term upper, Term lower) -> Term {
    const unsigned low = lowZeros(upper);
    if (low == 0 || low >= p.width || highZeros(lower) < p.width - low)
      return {};
    return upper.extract(p.width - 1, low).concat(lower.extract(low - 1, 0));
  });
}
void disjointOperands(Instances& i) {
  i.cuts([&](unsigned low) {
    const Term upper = i.var("h", i.width - low).concat(i.terms.constant(low, 0));
    i.cuts(low + 1, [&](unsigned l) {
      const Term lower = i.var("l", l).zext(i.width);
      i.emit({upper, lower});
      i.emit({lower, upper});
    });
    i.each(low, [&](Term k) { i.emit({upper, k.zext(i.width)}); });
    i.each(i.width - low,
           [&](Term k) { i.offer({i.terms.constant(i.width, k.value() << low), i.var("l", low).zext(i.width)}); });
  });
}

const Rule kRules[] = {
    {"and.order", And, ordered, bothOrders},
    {"or.order", Or, ordered, bothOrders},
    {"add.order", Add, ordered, bothOrders},
    {"eq.order", Eq, ordered, bothOrders},
    {"float_add.order", Op::FloatAdd, ordered, bothOrdersOfFloats},
    {"or.disjoint", Or, disjoint, disjointOperands},
    {"xor.disjoint", Xor, disjoint, disjointOperands},
};

} // namespace

std::span<const Rule> orderRules() { return kRules; }

} // namespace warplaw::symbolic::fold
