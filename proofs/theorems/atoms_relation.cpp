// What one atomic step may do to its location, as a relation between values (ATOMS-6, -7, -9): the meaning of
// "linearizable", kept apart from the encoding's functions, so that their agreement says something.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

Term isZero(Term value) { return value.eq(Bits(0)); }

/// The operations that always store.
Term storedBy(Pair pair, const Transition& t) {
  // signed order is unsigned order with the sign bit turned over
  const Bits turned = pair.size == AtomsSize::S32 ? Bits(1) << 31 : 0;
  const auto atMost = [&](Term a, Term b) { return turned ? (a + turned).ule(b + turned) : a.ule(b); };
  switch (pair.op) {
  case AtomsOp::Add:
    return (t.now - t.operand).eq(t.old);
  case AtomsOp::Min: // one of the two, and above neither
    return (t.now.eq(t.old) | t.now.eq(t.operand)) & atMost(t.now, t.old) & atMost(t.now, t.operand);
  case AtomsOp::Max:
    return (t.now.eq(t.old) | t.now.eq(t.operand)) & atMost(t.old, t.now) & atMost(t.operand, t.now);
  case AtomsOp::Inc: // counts up to Rb, then starts again
    return (isZero(t.now) & t.operand.ule(t.old)) |
           (~isZero(t.now) & (t.now - Bits(1)).eq(t.old) & t.now.ule(t.operand));
  case AtomsOp::Dec: // counts down to 0, then starts again at Rb
    return ((isZero(t.old) | t.operand.ult(t.old)) & t.now.eq(t.operand)) |
           (t.now.ult(t.old) & (t.now + Bits(1)).eq(t.old) & t.old.ule(t.operand));
  case AtomsOp::And: // no bit that either lacks, every bit that both have
    return isZero(t.now & ~t.old) & isZero(t.now & ~t.operand) & isZero(~t.now & t.old & t.operand);
  case AtomsOp::Or:
    return isZero(t.old & ~t.now) & isZero(t.operand & ~t.now) & isZero(t.now & ~t.old & ~t.operand);
  case AtomsOp::Xor:
    return (t.now ^ t.old).eq(t.operand);
  default: // EXCH
    return t.now.eq(t.operand);
  }
}

} // namespace

Transition Transition::variables(Terms& terms, AtomsSize size, std::string_view prefix) {
  const auto word = [&](std::string_view name) {
    return terms.variable(bitsOf(size), fmt::format("{}{}", prefix, name));
  };
  return {word("old"), word("operand"), word("swap"), word("now"), word("returned")};
}

Transition Transition::another() const {
  Terms& terms = old.terms();
  return {old, operand, swap, terms.variable(old.width(), "now'"), terms.variable(old.width(), "returned'")};
}

Term related(Pair pair, const Transition& t) {
  if (!compares(pair.op))
    return storedBy(pair, t) & t.returned.eq(t.old);
  const Term held = t.old.eq(t.operand) & t.now.eq(t.swap), failed = t.old.ne(t.operand) & t.now.eq(t.old);
  if (pair.op == AtomsOp::Cas)
    return (held | failed) & t.returned.eq(t.old);
  return (held & t.returned.eq(Bits(1))) | (failed & t.returned.eq(Bits(0)));
}

} // namespace warplaw::proofs::atoms
