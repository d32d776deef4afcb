// ATOMS's operands as terms: which registers a form reads and writes (ATOMS-2, -8, -9, MACH-3), and which forms are
// legal (ATOMS-1, -3, -8).
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
namespace rows = spec::atoms_rows;

Term isWide(const AtomsFormTerms& form) { return is(form.size, AtomsSize::U64); }
Term isZero(Term reg) { return reg.eq(Bits(spec::kZeroRegister)); }
Term isFlag(const AtomsFormTerms& form) { return is(form.op, AtomsOp::Cast) | is(form.op, AtomsOp::CastSpin); }
Term swaps(const AtomsFormTerms& form) { return is(form.op, AtomsOp::Cas) | isFlag(form); }

/// The table of ATOMS-1, of an operation and a size as wide as they come.
Term isLegalPair(Term op, Term size) {
  const Term onlyUnsigned = is(op, AtomsOp::Inc) | is(op, AtomsOp::Dec), wide = is(size, AtomsSize::U64);
  const Term mayBeWide =
      is(op, AtomsOp::Exch) | is(op, AtomsOp::Cas) | is(op, AtomsOp::Cast) | is(op, AtomsOp::CastSpin);
  return atMost(op, static_cast<Bits>(AtomsOp::CastSpin)) & atMost(size, static_cast<Bits>(AtomsSize::U64)) &
         ~(onlyUnsigned & is(size, AtomsSize::S32)) & ~(wide & ~mayBeWide);
}

} // namespace

Term isLegal(const AtomsFormTerms& form) {
  Terms& terms = form.op.terms();
  const Term wide = isWide(form), rb = form.rb.index, rc = form.rc.index;
  const Term pairOfRb = wide.ite(rb.extract(1, 0).eq(Bits(0)), rb.bit(0).eq(Bits(0))) & ~isZero(rb);
  const Term wideRcFits = atMost(rc, 252); // Rb = R252 has only the RZ form
  const Term rcFollows = wide.ite(rc.eq(rb + Bits(2)) & wideRcFits, rc.eq(rb + Bits(1)));
  const Term conditions[] = {
      isLegalPair(form.op, form.size),
      atMost(form.address.offset, 0xffffff),
      form.address.offset.extract(1, 0).eq(Bits(0)),
      form.address.hasBase | isZero(form.address.base.index),
      (wide & ~isFlag(form)).implies(beginsPair(form.rd.index)),
      swaps(form).ite(pairOfRb & (isZero(rc) | rcFollows), isZero(rc)),
      (wide & ~swaps(form)).implies(beginsPair(rb)),
  };
  return terms.all(conditions);
}

AtomsModifierTerms atomsModifiers(const AtomsFormTerms& form) {
  const Term baseIsZero = ~form.address.hasBase | isZero(form.address.base.index);
  return {form.op.zext(32), form.size.zext(32), form.address.offset, baseIsZero.zext(32)};
}

Term isLegalOffset(const AtomsModifierTerms& modifiers) {
  return atMost(modifiers.imm24, 0xffffff) & atMost(modifiers.baseIsZero, 1);
}

Term isLegal(const AtomsModifierTerms& modifiers) {
  return isLegalPair(modifiers.op, modifiers.size) & isLegalOffset(modifiers);
}

Term isAllowed(const AtomsChoiceTerms& choices) {
  std::vector<Term> conditions = {atMost(choices.impliedSwap, 1), atMost(choices.castPair, 1),
                                  atMost(choices.bank64IsDefault, 1)};
  for (Term bank : choices.bank64)
    conditions.push_back(atMost(bank, spec::kLanes - 1));
  return choices.castPair.terms().all(conditions);
}

PlanTerms atomsPlan(const AtomsFormTerms& form, const AtomsChoiceTerms& choices, const PlanTerms& before) {
  Terms& terms = form.op.terms();
  const Term noRegister = terms.constant(32, 0);
  const Term wide = isWide(form), hasSwap = swaps(form);
  const Term distance = wide.ite(terms.constant(8, 2), terms.constant(8, 1));

  // Rc = RZ: 0, or the registers that follow Rb where a vector can stand there (ATOMS-8).
  const Term implied = form.rb.index + distance;
  const Term impliedExists = wide.ite(atMost(form.rb.index, 250), atMost(form.rb.index, 253));
  const Term useImplied = choices.impliedSwap.ne(noRegister) & impliedExists;
  const Term swap = isZero(form.rc.index).ite(useImplied.ite(implied, form.rc.index), form.rc.index);

  PlanTerms plan = before;
  plan.source[rows::kBase] =
      readRegister(form.address.hasBase, form.address.base.index); // absent and RZ read 0 (ATOMS-2, MACH-3)
  plan.source[rows::kOperand] = readRegister(form.rb.index);
  plan.source[rows::kOperandHigh] = readRegister(wide, registerAfter(form.rb.index, 1));
  plan.source[rows::kSwap] = readRegister(hasSwap, swap);
  plan.source[rows::kSwapHigh] = readRegister(hasSwap & wide, registerAfter(swap, 1));

  const Term returnsHigh = wide & (~isFlag(form) | choices.castPair.ne(noRegister));
  plan.destination[0] = form.rd.index.zext(32);
  plan.destination[1] =
      returnsHigh.ite(registerAfter(form.rd.index, 1), terms.constant(8, spec::kZeroRegister)).zext(32);
  return plan;
}

} // namespace warplaw::symbolic
