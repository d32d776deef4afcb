// ATOMS's operands as terms: which registers a form reads and writes (ATOMS-2, -8, -9, MACH-3), and which forms are
// legal (ATOMS-1, -3, -8).
#include "symbolic/encodings/atoms.h"

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
namespace rows = spec::atoms_rows;

Term isOp(const AtomsFormTerms& form, AtomsOp op) { return form.op.eq(static_cast<Bits>(op)); }
Term isWide(const AtomsFormTerms& form) { return form.size.eq(static_cast<Bits>(AtomsSize::U64)); }
Term isZero(Term reg) { return reg.eq(Bits(spec::kZeroRegister)); }
Term isFlag(const AtomsFormTerms& form) { return isOp(form, AtomsOp::Cast) | isOp(form, AtomsOp::CastSpin); }
Term swaps(const AtomsFormTerms& form) { return isOp(form, AtomsOp::Cas) | isFlag(form); }
Term atMost(Term value, Bits limit) { return value.ule(value.terms().constant(value.width(), limit)); }

/// The register `distance` after one of a vector; RZ has no successor, and a field of 255 is RZ (MACH-3, ATOMS-8).
Term after(Term reg, unsigned distance) {
  Terms& terms = reg.terms();
  const Term last = terms.constant(8, spec::kZeroRegister - distance);
  return last.ult(reg).ite(terms.constant(8, spec::kZeroRegister), reg + Bits(distance));
}

/// Even or a multiple of 4, so that a vector begins there, or RZ.
Term beginsPair(Term reg) { return isZero(reg) | (reg.bit(0).eq(Bits(0)) & atMost(reg, 252)); }

SourceTerms read(Term wanted, Term reg) {
  Terms& terms = wanted.terms();
  const auto kind = [&](spec::SourceKind k) { return terms.constant(32, static_cast<Bits>(k)); };
  return {wanted.ite(kind(spec::SourceKind::Register), kind(spec::SourceKind::Absent)),
          wanted.ite(reg.zext(32), terms.constant(32, 0))};
}

} // namespace

AtomsFormTerms AtomsFormTerms::variables(Terms& terms) {
  return {terms.variable(8, "op"), terms.variable(8, "size"),   terms.variable(8, "rd"), terms.variable(1, "hasBase"),
          terms.variable(8, "ra"), terms.variable(32, "imm24"), terms.variable(8, "rb"), terms.variable(8, "rc")};
}

Term isLegal(const AtomsFormTerms& form) {
  Terms& terms = form.op.terms();
  const Term wide = isWide(form);
  const Term isSigned = form.size.eq(static_cast<Bits>(AtomsSize::S32));
  const Term onlyUnsigned = isOp(form, AtomsOp::Inc) | isOp(form, AtomsOp::Dec);
  const Term mayBeWide = isOp(form, AtomsOp::Exch) | swaps(form);
  const Term pairOfRb = wide.ite(form.rb.extract(1, 0).eq(Bits(0)), form.rb.bit(0).eq(Bits(0))) & ~isZero(form.rb);
  const Term wideRcFits = atMost(form.rc, 252); // Rb = R252 has only the RZ form
  const Term rcFollows = wide.ite(form.rc.eq(form.rb + Bits(2)) & wideRcFits, form.rc.eq(form.rb + Bits(1)));
  const Term conditions[] = {
      atMost(form.op, static_cast<Bits>(AtomsOp::CastSpin)),
      atMost(form.size, static_cast<Bits>(AtomsSize::U64)),
      ~(onlyUnsigned & isSigned),
      ~(wide & ~mayBeWide),
      atMost(form.imm24, 0xffffff),
      form.imm24.extract(1, 0).eq(Bits(0)),
      form.hasBase | isZero(form.ra),
      (wide & ~isFlag(form)).implies(beginsPair(form.rd)),
      swaps(form).ite(pairOfRb & (isZero(form.rc) | rcFollows), isZero(form.rc)),
      (wide & ~swaps(form)).implies(beginsPair(form.rb)),
  };
  return terms.all(conditions);
}

Term atomsBaseIsZero(const AtomsFormTerms& form) { return ~form.hasBase | isZero(form.ra); }

PlanTerms atomsPlan(const AtomsFormTerms& form, Term impliedSwap, Term castPair, const PlanTerms& before) {
  Terms& terms = form.op.terms();
  const Term yes = terms.truth(true);
  const Term noRegister = terms.constant(32, 0);
  const Term wide = isWide(form), hasSwap = swaps(form);
  const Term distance = wide.ite(terms.constant(8, 2), terms.constant(8, 1));

  // Rc = RZ: 0, or the registers that follow Rb where a vector can stand there (ATOMS-8).
  const Term implied = form.rb + distance;
  const Term impliedExists = wide.ite(atMost(form.rb, 250), atMost(form.rb, 253));
  const Term useImplied = impliedSwap.ne(noRegister) & impliedExists;
  const Term swap = isZero(form.rc).ite(useImplied.ite(implied, form.rc), form.rc);

  PlanTerms plan = before;
  plan.source[rows::kBase] = read(form.hasBase, form.ra); // absent and RZ read 0 (ATOMS-2, MACH-3)
  plan.source[rows::kOperand] = read(yes, form.rb);
  plan.source[rows::kOperandHigh] = read(wide, after(form.rb, 1));
  plan.source[rows::kSwap] = read(hasSwap, swap);
  plan.source[rows::kSwapHigh] = read(hasSwap & wide, after(swap, 1));

  const Term returnsHigh = wide & (~isFlag(form) | castPair.ne(noRegister));
  plan.destination[0] = form.rd.zext(32);
  plan.destination[1] = returnsHigh.ite(after(form.rd, 1), terms.constant(8, spec::kZeroRegister)).zext(32);
  return plan;
}

} // namespace warplaw::symbolic
