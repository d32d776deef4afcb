// Scalar operations: flags, oversized shifts, division; sums of floats.
#include "symbolic/lift/operations.h"
#include "symbolic/terms/divide.h"
#include "symbolic/terms/float_format.h"
#include <algorithm>
#include <bit>

namespace warplaw::lift {
namespace {
using symbolic::Bits;

Term signOf(Term a) { return a.bit(a.width() - 1); }

Term zero(Context& context, Term like) { return context.constant(like.width(), 0); }

Term minimumSigned(Context& context, unsigned width) { return context.constant(width, Bits{1} << (width - 1)); }

bool isPowerOfTwo(Term a) { return a.isConstant() && a.value() != 0 && (a.value() & (a.value() - 1)) == 0; }

unsigned exponent(Term a) {
  unsigned e = 0;
  while ((a.value() >> e) != 1)
    ++e;
  return e;
}

Term absolute(Term a) { return signOf(a).ite(a.negated(), a); }

Cause overflow(const char* operation, bool isSigned, Term a, Term b) {
  return {.kind = Cause::Kind::Overflow, .text = operation, .terms = {a, b}, .isSigned = isSigned};
}

Cell shift(Context& context, Binary operation, Flags flags, Cell a, Cell b) {
  const unsigned width = a.bits.width();
  Term poison = a.poison | b.poison;
  const Term limit = context.constant(width, width);
  const Term tooFar = limit.ule(b.bits);
  if (context.shapes.closest(b.bits).max >= width)
    poison = context.poisoned(poison, WARPLAW_FAULT(shift_amount, tooFar, context.truth(false)),
                              [&] { return Cause{.kind = Cause::Kind::Shift, .terms = {b.bits}}; });
  Term result;
  if (operation == Binary::Shl) {
    result = a.bits.shl(b.bits);
    if (flags.nuw)
      poison = context.poisoned(poison, WARPLAW_FAULT(shl_nuw, result.lshr(b.bits).ne(a.bits), context.truth(false)),
                                [&] { return overflow("<<", false, a.bits, b.bits); });
    if (flags.nsw)
      poison = context.poisoned(poison, WARPLAW_FAULT(shl_nsw, result.ashr(b.bits).ne(a.bits), context.truth(false)),
                                [&] { return overflow("<<", true, a.bits, b.bits); });
    return {result, poison};
  }
  result =
      operation == WARPLAW_FAULT(ashr_as_lshr, Binary::Lshr, operation) ? a.bits.lshr(b.bits) : a.bits.ashr(b.bits);
  if (flags.exact)
    poison = context.poisoned(poison, WARPLAW_FAULT(shr_exact, result.shl(b.bits).ne(a.bits), context.truth(false)),
                              [] { return Cause::other("a shift that loses bits and must not"); });
  return {result, poison};
}

/// See Input::dividesByPowers.
symbolic::Division dividedByPower(Context& context, Term dividend, Term divisor) {
  const symbolic::Division general = divideUnsigned(dividend, divisor);
  const Term below = divisor - Bits{1};
  const Term isPower = divisor.ne(zero(context, divisor)) & (divisor & below).eq(Bits{0});
  Term exponent = zero(context, divisor);
  for (unsigned k = divisor.width(); k-- > 1;)
    exponent = divisor.bit(k).ite(context.constant(divisor.width(), k), exponent);
  return {isPower.ite(dividend.lshr(exponent), general.quotient), isPower.ite(dividend & below, general.remainder)};
}

symbolic::Division divided(Context& context, Term dividend, Term divisor) {
  return context.dividesByPowers && !divisor.isConstant() ? dividedByPower(context, dividend, divisor)
                                                          : divideUnsigned(dividend, divisor);
}

Cell divide(Context& context, Binary operation, Flags flags, Cell a, Cell b) {
  if (a.bits.width() > 64) {
    context.reject("division of more than 64 bits");
    return {a.bits, context.truth(true)};
  }
  const bool isSigned = operation == Binary::Sdiv || operation == Binary::Srem;
  const bool wantsQuotient = operation == Binary::Udiv || operation == Binary::Sdiv;
  const unsigned width = a.bits.width();
  const auto division = [&] {
    return Cause{.kind = Cause::Kind::Division, .terms = {a.bits, b.bits}, .isSigned = isSigned};
  };
  context.undefinedIf(WARPLAW_FAULT(division_poison, b.poison, context.truth(false)),
                      [] { return Cause::use("divides by a value that is poison"); });
  context.undefinedIf(WARPLAW_FAULT(division_by_zero, b.bits.eq(Bits{0}), context.truth(false)), division);
  if (isSigned) { // a poison dividend may be the one that overflows
    const Term minusOne = (~zero(context, a.bits)).eq(b.bits);
    const Term overflows = minusOne & (a.poison | a.bits.eq(minimumSigned(context, width)));
    context.undefinedIf(WARPLAW_FAULT(sdiv_overflow, overflows, context.truth(false)), division);
  }
  Term quotient, remainder;
  if (!isSigned && isPowerOfTwo(b.bits)) {
    quotient = a.bits.lshr(context.constant(width, exponent(b.bits)));
    remainder = a.bits & (b.bits - Bits{1});
  } else if (!isSigned) {
    const auto d = divided(context, a.bits, b.bits);
    quotient = d.quotient;
    remainder = d.remainder;
  } else { // rounds towards zero; the remainder has the dividend's sign
    const auto d = divided(context, absolute(a.bits), absolute(b.bits));
    quotient = (signOf(a.bits) ^ signOf(b.bits)).ite(d.quotient.negated(), d.quotient);
    remainder = WARPLAW_FAULT(srem_sign, signOf(a.bits), signOf(b.bits)).ite(d.remainder.negated(), d.remainder);
  }
  Term poison = a.poison;
  if (flags.exact)
    poison =
        context.poisoned(poison, WARPLAW_FAULT(div_exact, remainder.ne(zero(context, a.bits)), context.truth(false)),
                         [] { return Cause::other("a division that leaves a remainder and must not"); });
  return {wantsQuotient ? quotient : remainder, poison};
}

Term apply(Binary operation, Term a, Term b) {
  switch (operation) {
  case Binary::Add:
    return a + b;
  case Binary::Sub:
    return a - b;
  case Binary::Mul:
    return a * b;
  case Binary::And:
    return a & b;
  case Binary::Or:
    return a | b;
  default:
    return a ^ b;
  }
}

Term overflows(Context& context, Binary operation, bool isSigned, Term a, Term b) {
  const Term never = context.truth(false);
  switch (operation) {
  case Binary::Add:
    if (isSigned)
      return WARPLAW_FAULT(add_nsw, addOverflows(context, true, a, b), never);
    return WARPLAW_FAULT(add_nuw, addOverflows(context, false, a, b), never);
  case Binary::Sub:
    if (isSigned)
      return WARPLAW_FAULT(sub_nsw, subOverflows(context, true, a, b), never);
    return WARPLAW_FAULT(sub_nuw, subOverflows(context, false, a, b), never);
  case Binary::Mul:
    if (isSigned)
      return WARPLAW_FAULT(mul_nsw, mulOverflows(context, true, a, b), never);
    return WARPLAW_FAULT(mul_nuw, mulOverflows(context, false, a, b), never);
  default:
    return never;
  }
}

} // namespace

Term addOverflows(Context& context, bool isSigned, Term a, Term b) {
  const unsigned width = a.width();
  if (width <= 62) {
    const std::uint64_t sum = context.shapes.of(a).max + context.shapes.of(b).max;
    if (sum < (std::uint64_t{1} << (isSigned ? width - 1 : width)))
      return context.truth(false);
  }
  if (isSigned && std::max(context.shapes.signedBits(a), context.shapes.signedBits(b)) < width)
    return context.truth(false);
  const Term sum = a + b;
  if (!isSigned)
    return sum.ult(a);
  return signOf(a).eq(signOf(b)) & signOf(sum).ne(signOf(a));
}

Term subOverflows(Context& context, bool isSigned, Term a, Term b) {
  if (!isSigned)
    return a.ult(b);
  const unsigned width = a.width();
  const std::uint64_t half = width <= 64 ? std::uint64_t{1} << (width - 1) : 0;
  if (width <= 64 && context.shapes.of(a).max < half && context.shapes.of(b).max < half)
    return context.truth(false);
  if (std::max(context.shapes.signedBits(a), context.shapes.signedBits(b)) < width)
    return context.truth(false);
  return signOf(a).ne(signOf(b)) & signOf(a - b).ne(signOf(a));
}

/// Above this many bits a term is 0, as its zero-extension says.
static unsigned extendedFrom(Term a) { return a.op() == symbolic::Op::Zext ? a.arg(0).width() : a.width(); }

Term mulOverflows(Context& context, bool isSigned, Term a, Term b) {
  const unsigned width = a.width();
  if (isSigned && context.shapes.signedBits(a) + context.shapes.signedBits(b) <= width)
    return context.truth(false);
  if (!isSigned && extendedFrom(a) + extendedFrom(b) <= width)
    return context.truth(false);
  if (width > 64) {
    context.reject("multiplication that may not wrap, of more than 64 bits");
    return context.truth(true);
  }
  const Bits product = Bits{context.shapes.of(a).max} * context.shapes.of(b).max;
  if (product < (Bits{1} << (isSigned ? width - 1 : width)))
    return context.truth(false);
  if (!isSigned) {
    const Term exact = a.zext(2 * width) * b.zext(2 * width);
    return exact.extract(2 * width - 1, width).ne(zero(context, a));
  }
  const Term exact = a.sext(2 * width) * b.sext(2 * width);
  return exact.ne(exact.extract(width - 1, 0).sext(2 * width));
}

Cell binary(Context& context, Binary operation, Flags flags, Cell a, Cell b) {
  switch (operation) {
  case Binary::Shl:
  case Binary::Lshr:
  case Binary::Ashr:
    return shift(context, operation, flags, a, b);
  case Binary::Udiv:
  case Binary::Sdiv:
  case Binary::Urem:
  case Binary::Srem:
    return divide(context, operation, flags, a, b);
  default:
    break;
  }
  Term poison = WARPLAW_FAULT(binary_poison, a.poison | b.poison, a.poison);
  for (const bool isSigned : {false, true})
    if (isSigned ? flags.nsw : flags.nuw)
      poison = context.poisoned(poison, overflows(context, operation, isSigned, a.bits, b.bits), [&] {
        return overflow(operation == Binary::Add   ? "+"
                        : operation == Binary::Sub ? "-"
                                                   : "*",
                        isSigned, a.bits, b.bits);
      });
  if (flags.disjoint)
    poison = context.poisoned(
        poison, WARPLAW_FAULT(or_disjoint, (a.bits & b.bits).ne(zero(context, a.bits)), context.truth(false)),
        [] { return Cause::other("an or of numbers that share bits and must not"); });
  return {apply(operation, a.bits, b.bits), poison};
}

Cell cast(Context& context, Cast operation, Flags flags, Cell a, unsigned width) {
  const unsigned from = a.bits.width();
  const auto loses = [] { return Cause::other("a number that does not fit its narrower type and must"); };
  Term poison = a.poison;
  switch (operation) {
  case Cast::Trunc: {
    const Term low = a.bits.extract(width - 1, 0);
    if (flags.nuw)
      poison =
          context.poisoned(poison, WARPLAW_FAULT(trunc_nuw, low.zext(from).ne(a.bits), context.truth(false)), loses);
    if (flags.nsw)
      poison =
          context.poisoned(poison, WARPLAW_FAULT(trunc_nsw, low.sext(from).ne(a.bits), context.truth(false)), loses);
    return {low, poison};
  }
  case Cast::Zext:
    if (flags.nneg)
      poison = context.poisoned(poison, WARPLAW_FAULT(zext_nneg, signOf(a.bits), context.truth(false)),
                                [] { return Cause::other("a number that must not be negative and is"); });
    return {a.bits.zext(width), poison};
  case Cast::Sext:
    return {WARPLAW_FAULT(sext_as_zext, a.bits.sext(width), a.bits.zext(width)), poison};
  }
  return a;
}

Term compare(Comparison predicate, Term a, Term b) {
  switch (predicate) {
  case Comparison::Eq:
    return a.eq(b);
  case Comparison::Ne:
    return a.ne(b);
  case Comparison::Ugt:
    return b.ult(a);
  case Comparison::Uge:
    return b.ule(a);
  case Comparison::Ult:
    return WARPLAW_FAULT(ult_as_ule, a.ult(b), a.ule(b));
  case Comparison::Ule:
    return a.ule(b);
  case Comparison::Sgt:
    return WARPLAW_FAULT(sgt_as_ugt, b.slt(a), b.ult(a));
  case Comparison::Sge:
    return b.sle(a);
  case Comparison::Slt:
    return a.slt(b);
  case Comparison::Sle:
    return a.sle(b);
  }
  return Term();
}

Cell compare(Context& context, Comparison predicate, Cell a, Cell b) {
  return {compare(predicate, a.bits, b.bits), WARPLAW_FAULT(icmp_poison, a.poison | b.poison, context.truth(false))};
}

namespace {

Term isNan(Context& context, Term number) {
  const symbolic::FloatFormat format = symbolic::floatFormat(number.width());
  return context.constant(format.width, format.infinity()).ult(number & format.magnitude());
}

Term holds(Context& context, FloatComparison predicate, Term a, Term b) {
  const Term unordered = WARPLAW_FAULT(fcmp_nan, isNan(context, a) | isNan(context, b), isNan(context, a));
  const Term zeros = WARPLAW_FAULT(fcmp_zeros, ((a | b) & symbolic::floatFormat(a.width()).magnitude()).eq(Bits{0}),
                                   context.truth(false));
  const Term equal = ~unordered & (a.eq(b) | zeros);
  const auto less = [](Term x, Term y) { return WARPLAW_FAULT(fcmp_less, x.floatLess(y), x.slt(y)); };
  switch (predicate) {
  case FloatComparison::Uno:
    return unordered;
  case FloatComparison::Ord:
    return ~unordered;
  case FloatComparison::Oeq:
    return equal;
  case FloatComparison::Une:
    return ~equal;
  case FloatComparison::Ueq:
    return unordered | equal;
  case FloatComparison::One:
    return ~(unordered | equal);
  case FloatComparison::Olt:
    return less(a, b);
  case FloatComparison::Ogt:
    return less(b, a);
  case FloatComparison::Ole:
    return ~(unordered | less(b, a));
  case FloatComparison::Oge:
    return ~(unordered | less(a, b));
  case FloatComparison::Ult:
    return unordered | less(a, b);
  case FloatComparison::Ugt:
    return unordered | less(b, a);
  case FloatComparison::Ule:
    return ~less(b, a);
  case FloatComparison::Uge:
    return ~less(a, b);
  }
  return Term();
}

} // namespace

Cell floatAdd(Context& context, Cell a, Cell b) {
  const Term sum = a.bits.floatAdd(b.bits);
  const Term any = context.terms.variable(sum.width(), context.freshName("nan." + context.where + "."));
  const Term nan = isNan(context, any).ite(any, sum); // every NaN, for some `any`
  return {WARPLAW_FAULT(fadd_nan, sum.eq(symbolic::floatFormat(sum.width()).nan()).ite(nan, sum), sum),
          WARPLAW_FAULT(fadd_poison, a.poison | b.poison, a.poison)};
}

Cell compareFloats(Context& context, FloatComparison predicate, Cell a, Cell b) {
  return {holds(context, predicate, a.bits, b.bits),
          WARPLAW_FAULT(fcmp_poison, a.poison | b.poison, context.truth(false))};
}

Cell freeze(Context& context, Cell a) {
  if (a.poison.isFalse())
    return a;
  const Term any = context.terms.variable(a.bits.width(), context.freshName("freeze." + context.where + "."));
  return {WARPLAW_FAULT(freeze_fixed, a.poison.ite(any, a.bits), a.bits), context.truth(false)};
}

Term signedIndex(Context& context, Term index) {
  const unsigned width = index.width();
  if (width >= 64)
    return width == 64 ? index : index.extract(63, 0);
  return context.shapes.closest(index).max < (std::uint64_t{1} << (width - 1)) ? index.zext(64) : index.sext(64);
}

} // namespace warplaw::lift
