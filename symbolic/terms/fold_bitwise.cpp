// Folding rules: not, and, or, xor. Operands of commutative operations stand in a canonical order, a constant last.
#include "symbolic/terms/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {
namespace {

// ---- not

Term notOfJunction(Terms&, const Parts& p) {
  const Term a = p.a();
  if (!is(a, And) && !is(a, Or))
    return {};
  if (!is(a.arg(0), Not) && !is(a.arg(1), Not))
    return {};
  return make(is(a, And) ? Or : And, ~a.arg(0), ~a.arg(1));
}

// ---- and, or, xor

Bits neutral(const Parts& p) { return p.op == And ? onesOf(p.width) : 0; }
Op dual(Op op) { return op == And ? Or : And; }

Term neutralOperand(Terms&, const Parts& p) {
  const auto isNeutral = [&](Term t) { return t.isConstant() && t.value() == neutral(p); };
  return isNeutral(p.b()) ? p.a() : isNeutral(p.a()) ? p.b() : Term();
}
void xWithNeutral(Instances& i) { i.op == And ? xWithOnes(i) : xWithZero(i); }

/// x against a junction that x, or its complement, is part of. For and; for or with everything dual.
Term absorbed(Terms& terms, const Parts& p) {
  const Op same = p.op, other = dual(p.op);
  const Term absorbing = terms.constant(p.width, p.op == And ? 0 : onesOf(p.width));
  return either(p, [&](Term x, Term y) -> Term {
    if (otherOperand(y, same, x))
      return y; // x & (x & v)
    if (otherOperand(y, other, x))
      return x; // x & (x | v)
    if (is(y, Not)) {
      if (otherOperand(y.arg(0), other, x))
        return absorbing; // x & ~(x | v)
      if (const Term v = otherOperand(y.arg(0), same, x))
        return make(same, x, ~v); // x & ~(x & v)
    }
    if (!is(y, And) && !is(y, Or))
      return {};
    for (const unsigned i : {0u, 1u}) {
      if (!areComplements(x, y.arg(i)))
        continue;
      return is(y, same) ? absorbing : make(same, x, y.arg(1 - i)); // x & (~x & v), x & (~x | v)
    }
    return {};
  });
}
void absorptions(Instances& i) {
  const Term x = i.x(), y = i.y();
  for (const Op op : {And, Or})
    for (const Term junction : {make(op, x, y), make(op, y, x), make(op, ~x, y), make(op, y, ~x), ~make(op, x, y)}) {
      i.emit({x, junction});
      i.emit({junction, x});
    }
  for (const Op op : {And, Or})
    i.emit({~x, make(op, x, y)});
}

Term bothZext(Terms&, const Parts& p) {
  if (!is(p.a(), Zext) || !is(p.b(), Zext))
    return {};
  const unsigned inner = std::max(p.a().arg(0).width(), p.b().arg(0).width());
  if (inner == p.width)
    return {};
  return make(p.op, p.a().arg(0).zext(inner), p.b().arg(0).zext(inner)).zext(p.width);
}
void twoZexts(Instances& i) {
  i.cuts([&](unsigned l) {
    i.cuts([&](unsigned m) { i.emit({i.var("l", l).zext(i.width), i.var("m", m).zext(i.width)}); });
  });
}

/// zext(a) & y: nothing above a's width is left.
Term andZext(Terms&, const Parts& p) {
  return either(p, [&](Term a, Term y) -> Term {
    if (!is(a, Zext) || a.arg(0).width() == p.width)
      return {};
    const Term inner = a.arg(0);
    return (inner & y.extract(inner.width() - 1, 0)).zext(p.width);
  });
}

/// sext(c) is a choice between all ones and 0.
Term truthMask(Terms& terms, const Parts& p) {
  return either(p, [&](Term mask, Term x) -> Term {
    if (!isWideTruth(mask, Sext))
      return {};
    if (p.op == Xor && !x.isConstant())
      return {};
    const Term ones = terms.constant(p.width, onesOf(p.width));
    return mask.arg(0).ite(make(p.op, ones, x), make(p.op, constantLike(x, 0), x));
  });
}
void masksOfTruth(Instances& i) {
  if (i.width == 1)
    return;
  const Term mask = i.c().sext(i.width);
  i.offer({mask, i.x()});
  i.offer({i.x(), mask});
  i.each(i.width, [&](Term k) { i.emit({mask, k}); });
}

/// Words that hold bits at different places, as or puts lanes' bits together.
void fieldsApart(Instances& i) {
  const auto bitAt = [&](const std::string& name, unsigned place) {
    return i.var(name, 1).ite(i.k(Bits{1} << place), i.zero());
  };
  i.cuts([&](unsigned l) {
    const Term low = i.var("l", l).zext(i.width), high = i.var("h", i.width - l).concat(i.terms.constant(l, 0));
    const Term below = bitAt("b", l - 1), above = bitAt("a", l), masked = i.x() & i.k(onesOf(i.width) << l);
    for (const Term a : {low, below, low | below, low ^ below, below & i.y()})
      for (const Term b : {high, above, masked, high | above, above ^ masked, i.d().ite(high, masked)}) {
        i.emit({a, b});
        i.emit({b, a});
        i.offer({a | i.x(), b}); // x may be anywhere
      }
  });
}

/// x & k, x | k where k has at most three runs of equal bits: the runs of x that k leaves, between constants.
Term byRuns(Terms& terms, const Parts& p) {
  const Term x = p.a(), k = p.b();
  if (!k.isConstant() || p.width == 1)
    return {};
  const auto bitOf = [&](unsigned i) { return static_cast<unsigned>(k.value() >> i & 1); };
  unsigned runs = 1;
  for (unsigned i = 1; i < p.width; ++i)
    runs += bitOf(i) != bitOf(i - 1);
  if (runs == 1 || runs > 3)
    return {};
  Term result;
  for (unsigned low = 0, next; low < p.width; low = next) {
    for (next = low + 1; next < p.width && bitOf(next) == bitOf(low); ++next) {
    }
    const bool kept = bitOf(low) == (p.op == And);
    const Term run = kept ? x.extract(next - 1, low) : terms.constant(next - low, p.op == And ? 0 : onesOf(next - low));
    result = result ? run.concat(result) : run;
  }
  return result;
}

// ---- xor

const Rule kRules[] = {
    {"not.not", Not, [](Terms&, const Parts& p) { return is(p.a(), Not) ? p.a().arg(0) : Term(); },
     [](Instances& i) { i.emit({~i.x()}); }},
    {"not.junction", Not, notOfJunction,
     [](Instances& i) {
       for (const Op op : {And, Or})
         for (const Term junction : {make(op, ~i.x(), i.y()), make(op, i.x(), ~i.y()), make(op, ~i.x(), ~i.y())})
           i.emit({junction});
     }},

    {"and.ones", And, neutralOperand, xWithNeutral},
    {"or.zero", Or, neutralOperand, xWithNeutral},
    {"xor.zero", Xor, neutralOperand, xWithNeutral},
    {"xor.same", Xor, [](Terms&, const Parts& p) { return p.a().same(p.b()) ? constantLike(p.a(), 0) : Term(); },
     xWithItself},
    {"and.complement", And,
     [](Terms&, const Parts& p) { return areComplements(p.a(), p.b()) ? constantLike(p.a(), 0) : Term(); },
     xWithComplement},
    {"or.complement", Or,
     [](Terms&, const Parts& p) {
       return areComplements(p.a(), p.b()) ? constantLike(p.a(), onesOf(p.width)) : Term();
     },
     xWithComplement},
    {"xor.ones", Xor, [](Terms&, const Parts& p) { return isOnes(p.b())   ? ~p.a()
                                                          : isOnes(p.a()) ? ~p.b()
                                                                          : Term(); },
     xWithOnes},
    {"or.absorb", Or, absorbed, absorptions},
    {"and.disjoint", And,
     [](Terms&, const Parts& p) {
       return (possibleOnes(p.a()) & possibleOnes(p.b())) == 0 ? constantLike(p.a(), 0) : Term();
     },
     fieldsApart},
    {"and.truth_mask", And, truthMask, masksOfTruth},
    {"and.zext", And, andZext,
     [](Instances& i) {
       i.cuts([&](unsigned l) {
         i.emit({i.var("l", l).zext(i.width), i.x()});
         i.emit({i.x(), i.var("l", l).zext(i.width)});
       });
     }},
    {"or.zexts", Or, bothZext, twoZexts},
    {"xor.zexts", Xor, bothZext, twoZexts},
    {"and.runs", And, byRuns, xWithEach},
};

} // namespace

std::span<const Rule> bitwiseRules() { return kRules; }

} // namespace warplaw::symbolic::fold
