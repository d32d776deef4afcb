// What the rules of all comparisons share.
#include "symbolic/terms/fold_compare.h"

namespace warplaw::symbolic::fold {

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

Term compareOneBit(Terms&, const Parts& p) {
  const Term a = p.a(), b = p.b();
  if (a.width() != 1)
    return {};
  return p.op == Eq ? ~(a ^ b) : p.op == Ult ? ~a & b : a & ~b; // slt: 1 is -1
}
void comparedTruths(Instances& i) {
  if (i.width == 1)
    i.emit({i.x(), i.y()});
}

} // namespace warplaw::symbolic::fold
