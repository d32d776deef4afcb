// CS2R as terms: which word of CLOCK64 goes where (SR-1, SR-3); its plan (MACH-3).
#include "symbolic/encodings/cs2r.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::ClockWord;
using spec::Cs2rSize;

ResultTerms cs2rEncoding(const Cs2rModifierTerms& modifiers, const OperandTerms& operands, const Cs2rChoiceTerms&,
                         const ResultTerms& before, const SpecialInputTerms& inputs) {
  const Term exec = operands.exec, zero = exec.terms().constant(32, 0);
  const Term pair = is(modifiers.size, Cs2rSize::B64);
  const Term first = is(modifiers.word, ClockWord::Low).ite(inputs.clockLow, inputs.clockHigh);
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    after.row[0][lane] = exec.bit(lane).ite(first, before.row[0][lane]);
    after.row[1][lane] = (exec.bit(lane) & pair).ite(inputs.clockHigh, before.row[1][lane]);
  }
  after.written = {exec, pair.ite(exec, zero)};
  after.predicateWritten = zero;
  after.error.fill(exec.terms().constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

Term isLegal(const Cs2rFormTerms& form) {
  const Term isPair = ~form.rd.index.bit(0) & form.rd.index.ult(Bits(spec::kZeroRegister - 1));
  const Term pair = (isPair | form.rd.index.eq(Bits(spec::kZeroRegister))) & is(form.sr.name, ClockWord::Low);
  return atMost(form.size, static_cast<Bits>(Cs2rSize::B32)) &
         atMost(form.sr.name, static_cast<Bits>(ClockWord::High)) & (is(form.size, Cs2rSize::B32) | pair);
}

Term isLegal(const Cs2rModifierTerms& modifiers) {
  return atMost(modifiers.size, static_cast<Bits>(Cs2rSize::B32)) &
         atMost(modifiers.word, static_cast<Bits>(ClockWord::High));
}

Cs2rModifierTerms cs2rModifiers(const Cs2rFormTerms& form) { return {form.size.zext(32), form.sr.name.zext(32)}; }

PlanTerms cs2rPlan(const Cs2rFormTerms& form, const Cs2rChoiceTerms&, const PlanTerms& before) {
  const Term first = form.rd.index.zext(32), none = first.terms().constant(32, spec::kZeroRegister);
  PlanTerms plan = onlyGuardOf(before);
  plan.destination[0] = first;
  plan.destination[1] = (is(form.size, Cs2rSize::B64) & first.ne(none)).ite(first + Bits(1), none);
  return plan;
}

} // namespace warplaw::symbolic
