// Turns of phrase that the rules repeat, as terms: "is set", "at most", "reads register R" (MACH-3). For encodings
// alone.
#pragma once
#include "symbolic/encodings/machine.h"
#include <algorithm>

namespace warplaw::symbolic {

/// Not 0.
inline Term isSet(Term flag) { return flag.ne(flag.terms().constant(flag.width(), 0)); }

inline Term atMost(Term value, Bits limit) { return value.ule(value.terms().constant(value.width(), limit)); }

/// Is `value` this value of an enumeration?
template <class Enum> Term is(Term value, Enum which) { return value.eq(static_cast<Bits>(which)); }

/// Bit i of the mask is lane i's.
inline Term assembled(const PerLane<Term>& bits) {
  Term mask = bits[0];
  for (unsigned lane = 1; lane < spec::kLanes; ++lane)
    mask = bits[lane].concat(mask);
  return mask;
}

/// `reg` (8 bits) where it is wanted, otherwise nothing.
inline SourceTerms readRegister(Term wanted, Term reg) {
  Terms& terms = wanted.terms();
  const auto kind = [&](spec::SourceKind k) { return terms.constant(32, static_cast<Bits>(k)); };
  return {wanted.ite(kind(spec::SourceKind::Register), kind(spec::SourceKind::Absent)),
          wanted.ite(reg.zext(32), terms.constant(32, 0))};
}
inline SourceTerms readRegister(Term reg) { return readRegister(reg.terms().truth(true), reg); }

/// A register or an immediate, its bits as they stand there.
inline SourceTerms readOperand(const spec::RegisterOrImmediateIn<AsTerms>& operand) {
  const auto kind = [&](spec::SourceKind k) { return operand.value.terms().constant(32, static_cast<Bits>(k)); };
  return {operand.isImmediate.ite(kind(spec::SourceKind::Immediate), kind(spec::SourceKind::Register)), operand.value};
}

/// The same, the bits of an immediate sign-extended: it has `bits` of them.
inline SourceTerms readSignExtended(const spec::RegisterOrImmediateIn<AsTerms>& operand, unsigned bits) {
  return {readOperand(operand).kind,
          operand.isImmediate.ite(operand.value.extract(bits - 1, 0).sext(32), operand.value)};
}

/// A register, or an immediate of no more than `bits` bits.
inline Term isLegalOperand(const spec::RegisterOrImmediateIn<AsTerms>& operand, unsigned bits) {
  Terms& terms = operand.value.terms();
  return operand.value.ule(
      operand.isImmediate.ite(terms.constant(32, (Bits(1) << bits) - 1), terms.constant(32, spec::kZeroRegister)));
}
/// The same; a number has no sign of its own before it.
inline Term isLegalOperand(const spec::NegatableOperandIn<AsTerms>& operand, unsigned bits) {
  return isLegalOperand(operand.operand, bits) & ~(operand.negated & operand.operand.isImmediate);
}

/// The register `distance` after one of a vector; RZ has no successor, and a field of 255 is RZ (MACH-3, ATOMS-8).
inline Term registerAfter(Term reg, unsigned distance) {
  Terms& terms = reg.terms();
  const Term last = terms.constant(8, spec::kZeroRegister - distance);
  return last.ult(reg).ite(terms.constant(8, spec::kZeroRegister), reg + Bits(distance));
}

/// A pair begins there, or it is RZ (MACH-3).
inline Term beginsPair(Term reg) {
  return reg.eq(Bits(spec::kZeroRegister)) | (reg.bit(0).eq(Bits(0)) & atMost(reg, 252));
}

/// The guard of `before`, and otherwise nothing that is read or written.
inline PlanTerms onlyGuardOf(const PlanTerms& before) {
  PlanTerms plan = constants(before.guardPredicate.terms(), spec::Plan{});
  plan.guardPredicate = before.guardPredicate;
  plan.guardNegated = before.guardNegated;
  return plan;
}

/// These rows are read, and Rd is written, under the guard of `before` (MACH-3).
inline PlanTerms planOfRd(const PlanTerms& before, const spec::RegisterIn<AsTerms>& rd,
                          std::initializer_list<SourceTerms> rows) {
  PlanTerms plan = onlyGuardOf(before);
  std::ranges::copy(rows, plan.source.begin());
  plan.destination[0] = rd.index.zext(32);
  return plan;
}

/// Results that write nothing to the warp and report no error.
inline ResultTerms writesNothing(const ResultTerms& before) {
  Terms& terms = before.predicate.terms();
  ResultTerms after = before;
  after.written.fill(terms.constant(32, 0));
  after.predicateWritten = terms.constant(32, 0);
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

} // namespace warplaw::symbolic
