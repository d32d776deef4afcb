// ISETP as terms: a comparison combined with a predicate, in every executing lane (ISETP-1); its plan (ISETP-2, -3).
#include "symbolic/encodings/isetp.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::IsetpCombine;
using spec::IsetpCompare;
namespace rows = spec::isetp_rows;
constexpr unsigned kImmediateBits = 20; // ISETP-2

Term compared(const IsetpModifierTerms& modifiers, Term a, Term b) {
  const Term less = isSet(modifiers.isUnsigned).ite(a.ult(b), a.slt(b)), equal = a.eq(b);
  const std::pair<IsetpCompare, Term> answers[] = {{IsetpCompare::Lt, less},           {IsetpCompare::Le, less | equal},
                                                   {IsetpCompare::Gt, ~less & ~equal}, {IsetpCompare::Ge, ~less},
                                                   {IsetpCompare::Eq, equal},          {IsetpCompare::Ne, ~equal}};
  Term answer = is(modifiers.compare, IsetpCompare::Always); // and Never is false
  for (const auto& [compare, holds] : answers)
    answer = is(modifiers.compare, compare).ite(holds, answer);
  return answer;
}
} // namespace

Term isetpBit(const IsetpModifierTerms& modifiers, Term a, Term b, Term p) {
  const Term holds = compared(modifiers, a, b);
  return is(modifiers.combine, IsetpCombine::And)
      .ite(holds & p, is(modifiers.combine, IsetpCombine::Or).ite(holds | p, holds.ne(p)));
}

ResultTerms isetpEncoding(const IsetpModifierTerms& modifiers, const OperandTerms& operands, const IsetpChoiceTerms&,
                          const ResultTerms& before) {
  PerLane<Term> bits;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term bit =
        isetpBit(modifiers, operands.row[rows::kA][lane], operands.row[rows::kB][lane], operands.predicate.bit(lane));
    bits[lane] = operands.exec.bit(lane).ite(bit, before.predicate.bit(lane));
  }
  ResultTerms after = writesNothing(before); // no register
  after.predicate = assembled(bits);
  after.predicateWritten = operands.exec;
  return after;
}

Term isLegal(const IsetpFormTerms& form) {
  const Term conditions[] = {atMost(form.compare, static_cast<Bits>(IsetpCompare::Always)),
                             atMost(form.combine, static_cast<Bits>(IsetpCombine::Xor)),
                             atMost(form.pu.index, spec::kTruePredicate),
                             is(form.pv.name, spec::IsetpSecond::Dropped), // ISETP-3
                             isLegalOperand(form.rb, kImmediateBits),
                             atMost(form.pp.predicate.index, spec::kTruePredicate)};
  return form.compare.terms().all(conditions);
}

Term isLegal(const IsetpModifierTerms& modifiers) {
  return atMost(modifiers.compare, static_cast<Bits>(IsetpCompare::Always)) & atMost(modifiers.isUnsigned, 1) &
         atMost(modifiers.combine, static_cast<Bits>(IsetpCombine::Xor));
}

IsetpModifierTerms isetpModifiers(const IsetpFormTerms& form) {
  return {.compare = form.compare.zext(32), .isUnsigned = form.isUnsigned.zext(32), .combine = form.combine.zext(32)};
}

PlanTerms isetpPlan(const IsetpFormTerms& form, const IsetpChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[rows::kA] = readRegister(form.ra.index);
  plan.source[rows::kB] = readSignExtended(form.rb, kImmediateBits);
  plan.sourcePredicate = form.pp.predicate.index.zext(32);
  plan.sourcePredicateNegated = form.pp.negated.zext(32);
  plan.destinationPredicate = form.pu.index.zext(32); // and no other (ISETP-3)
  return plan;
}

} // namespace warplaw::symbolic
