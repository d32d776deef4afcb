// Words that the folding rules are written in: what can be read off a term's outermost operations.
#pragma once
#include "symbolic/terms/fold.h"
#include <array>
#include <optional>
#include <utility>

namespace warplaw::symbolic::fold {
using enum Op;

inline bool is(Term t, Op op) { return t.op() == op; }
inline bool isZero(Term t) { return t.isConstant() && t.value() == 0; }
inline bool isOnes(Term t) { return t.isConstant() && t.value() == onesOf(t.width()); }
inline bool areComplements(Term a, Term b) {
  return (is(a, Not) && a.arg(0).same(b)) || (is(b, Not) && b.arg(0).same(a));
}
inline Term constantLike(Term t, Bits value) { return t.terms().constant(t.width(), value); }
inline Term make(Op op, Term a, Term b) { return a.terms().make(op, a.width(), std::array{a, b}); }

/// An extract's lowest and highest bit.
inline unsigned lowOf(Term t) { return static_cast<unsigned>(t.node()->value); }
inline unsigned highOf(Term t) { return lowOf(t) + t.width() - 1; }

/// Tries a pattern on (a, b), then on (b, a).
template <class Pattern> Term either(const Parts& p, Pattern pattern) {
  if (const Term found = pattern(p.a(), p.b()))
    return found;
  return pattern(p.b(), p.a());
}

/// If `t` is `op` on `x` and something else, in either order: that something; otherwise null.
inline Term otherOperand(Term t, Op op, Term x) {
  if (!is(t, op))
    return {};
  return t.arg(0).same(x) ? t.arg(1) : t.arg(1).same(x) ? t.arg(0) : Term();
}

/// If `t` is `op` on something and a constant: that something, and the constant; otherwise null.
inline std::pair<Term, Term> withConstant(Term t, Op op) {
  if (!is(t, op))
    return {};
  if (t.arg(1).isConstant())
    return {t.arg(0), t.arg(1)};
  if (t.arg(0).isConstant())
    return {t.arg(1), t.arg(0)};
  return {};
}

/// The bits that are not certainly 0. Looks at a bounded number of operations, so many deep.
Bits possibleOnes(Term t, unsigned depth = 64);
/// How many of the highest (lowest) bits are certainly 0. Looks a few operations deep: a comparison that is narrowed by
/// all that can be known is harder for a solver, in VADD's and VMAD's saturation.
unsigned highZeros(Term t);
unsigned lowZeros(Term t);

/// The parts above and below bit `low` of a constant, a concatenation or a zero-extension that has a seam there.
std::optional<std::pair<Term, Term>> splitAt(Term t, unsigned low);
/// Where the lowest seam of a concatenation or zero-extension is; 0 if it has none.
unsigned seamOf(Term t);

/// `t` is wide and says the same as a truth value: zext(c) or sext(c) with c of width 1.
inline bool isWideTruth(Term t, Op widening) { return is(t, widening) && t.arg(0).width() == 1 && t.width() > 1; }

// Instances that many rules share.
void xWithItself(Instances& i);
void xWithZero(Instances& i); ///< in both orders
void xWithOnes(Instances& i); ///< in both orders
void xWithComplement(Instances& i);
void xWithEach(Instances& i); ///< x and every constant
void eachWithX(Instances& i);

} // namespace warplaw::symbolic::fold
