// What one atomic step may do to its location, as a relation between values (ATOMS-6, -7, -9): the meaning of
// "linearizable", kept apart from the encoding's functions, so that their agreement says something.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

/// Order by the form's signedness: signed order is unsigned order with the sign bit turned over.
struct Order {
  AtomsSize size;
  Term key(Term value) const {
    if (size != AtomsSize::S32)
      return value;
    return value + (Bits(1) << (value.width() - 1));
  }
  Term atMost(Term a, Term b) const { return key(a).ule(key(b)); }
};

Term isZero(Term value) { return value.eq(Bits(0)); }

/// The operations that always store.
Term storedBy(Pair pair, const Transition& t) {
  const Order order{pair.size};
  switch (pair.op) {
  case AtomsOp::Add:
    return (t.now - t.operand).eq(t.old);
  case AtomsOp::Min: // one of the two, and above neither
    return (t.now.eq(t.old) | t.now.eq(t.operand)) & order.atMost(t.now, t.old) & order.atMost(t.now, t.operand);
  case AtomsOp::Max:
    return (t.now.eq(t.old) | t.now.eq(t.operand)) & order.atMost(t.old, t.now) & order.atMost(t.operand, t.now);
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

Term related(Pair pair, const Transition& t) {
  if (!compares(pair.op))
    return storedBy(pair, t) & t.returned.eq(t.old);
  const Term held = t.old.eq(t.operand) & t.now.eq(t.swap), failed = t.old.ne(t.operand) & t.now.eq(t.old);
  if (pair.op == AtomsOp::Cas)
    return (held | failed) & t.returned.eq(t.old);
  return (held & t.returned.eq(Bits(1))) | (failed & t.returned.eq(Bits(0)));
}

} // namespace warplaw::proofs::atoms
