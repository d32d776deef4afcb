// LOP as terms: a bitwise operation of words that may be inverted first (LOP-1); its plan (LOP-2).
#include "symbolic/encodings/lop.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::LopOp;
namespace rows = spec::lop_rows;
constexpr unsigned kImmediateBits = 20; // LOP-2

Term operand(Term inverts, Term word) { return isSet(inverts).ite(~word, word); }
} // namespace

Term lopLane(const LopModifierTerms& modifiers, const LopChoiceTerms&, Term, const LaneWords& words) {
  const Term a = operand(modifiers.invertsA, words[rows::kA]), b = operand(modifiers.invertsB, words[rows::kB]);
  return is(modifiers.op, LopOp::And)
      .ite(a & b, is(modifiers.op, LopOp::Or).ite(a | b, is(modifiers.op, LopOp::Xor).ite(a ^ b, b)));
}

Term isLegal(const LopFormTerms& form) {
  return atMost(form.op, static_cast<Bits>(LopOp::PassB)) & isLegalOperand(form.rb, kImmediateBits);
}

Term isLegal(const LopModifierTerms& modifiers) {
  return atMost(modifiers.op, static_cast<Bits>(LopOp::PassB)) & atMost(modifiers.invertsA, 1) &
         atMost(modifiers.invertsB, 1);
}

LopModifierTerms lopModifiers(const LopFormTerms& form) {
  return {.op = form.op.zext(32), .invertsA = form.ra.negated.zext(32), .invertsB = form.rb.negated.zext(32)};
}

PlanTerms lopPlan(const LopFormTerms& form, const LopChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd,
                  {readRegister(form.ra.reg.index), // PASS_B's, too
                   readSignExtended(form.rb.operand, kImmediateBits)});
}

} // namespace warplaw::symbolic
