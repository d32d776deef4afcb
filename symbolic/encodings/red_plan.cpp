// RED's forms as terms: which are legal, what their datapath is told, which registers they read (RED-1, -2, MACH-3,
// -7).
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;

constexpr unsigned kOffsetBits = 20;

/// The table of RED-1 by sizes, of an operation and a size as wide as they come.
Term isLegalPair(Term op, Term size) {
  const Term adds = is(op, RedOp::Add), selects = is(op, RedOp::Min) | is(op, RedOp::Max);
  const Term counts = is(op, RedOp::Inc) | is(op, RedOp::Dec);
  const Term fits = is(size, RedSize::U32) | ((is(size, RedSize::S32) | is(size, RedSize::U64)) & ~counts) |
                    (is(size, RedSize::S64) & selects) | (is(size, RedSize::F16x2) & (adds | selects)) |
                    ((is(size, RedSize::F32) | is(size, RedSize::F64)) & adds);
  return atMost(op, static_cast<Bits>(RedOp::Xor)) & fits;
}

} // namespace

Term isLegal(const RedFormTerms& form) {
  Terms& terms = form.op.terms();
  const Term base = form.address.base.index, offset = form.address.offset;
  const Term conditions[] = {
      isLegalPair(form.op, form.size),
      atMost(offset, onesOf(kOffsetBits)),
      form.address.hasBase | base.eq(Bits(spec::kZeroRegister)),
      form.extended.implies(beginsPair(base)),
      (form.extended & ~form.address.hasBase).implies(~offset.bit(kOffsetBits - 1)), // nothing to count down from
      redIsWide(form.size).implies(beginsPair(form.rb.index)),
  };
  return terms.all(conditions);
}

RedModifierTerms redModifiers(const RedFormTerms& form) {
  return {form.op.zext(32), form.size.zext(32), form.extended.zext(32), form.address.offset};
}

Term isLegal(const RedModifierTerms& modifiers) {
  return isLegalPair(modifiers.op, modifiers.size) & atMost(modifiers.extended, 1) &
         atMost(modifiers.imm20, onesOf(kOffsetBits));
}

PlanTerms redPlan(const RedFormTerms& form, const RedChoiceTerms&, const PlanTerms& before) {
  const Term hasBase = form.address.hasBase, base = form.address.base.index, rb = form.rb.index;
  PlanTerms plan = onlyGuardOf(before);
  plan.excludesHelpers = plan.excludesHelpers.terms().constant(32, 1);
  plan.source[rows::kBase] = readRegister(hasBase, base);
  plan.source[rows::kBaseHigh] = readRegister(hasBase & form.extended, registerAfter(base, 1));
  plan.source[rows::kOperand] = readRegister(rb);
  plan.source[rows::kOperandHigh] = readRegister(redIsWide(form.size), registerAfter(rb, 1));
  return plan;
}

} // namespace warplaw::symbolic
