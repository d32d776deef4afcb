// SHFL as terms: which lane each lane reads and whether that is in range (SHFL-1..6, -8), what it gets
// (SHFL-7), what is left alone (MACH-5); its plan (SHFL-9).
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {

Term isMode(Term mode, spec::ShflMode which) { return mode.eq(static_cast<Bits>(which)); }

} // namespace

ShflSource shflSource(Term lane, Term mode, Term b, Term c) {
  const Term delta = b.extract(4, 0), clamp = c.extract(4, 0), segment = c.extract(12, 8);
  const Term minLane = lane & segment;
  const Term maxLane = (minLane | (clamp & ~segment)).zext(8);
  const Term isUp = isMode(mode, spec::ShflMode::Up);

  const Term indexed = (minLane | (delta & ~segment)).zext(8);
  const Term above = lane.zext(8) + delta.zext(8); // up to 62: no wrap in 8 bits
  const Term below = lane.zext(8) - delta.zext(8); // down to -31
  const Term crossed = (lane ^ delta).zext(8);

  ShflSource source;
  source.candidate = isMode(mode, spec::ShflMode::Idx)
                         .ite(indexed, isUp.ite(below, isMode(mode, spec::ShflMode::Down).ite(above, crossed)));
  source.inRange = isUp.ite(maxLane.sle(source.candidate), source.candidate.sle(maxLane));
  source.lane = source.inRange.ite(source.candidate.extract(4, 0), lane);
  return source;
}

ResultTerms shflEncoding(const ShflModifierTerms& modifiers, const OperandTerms& operands,
                         const ShflChoiceTerms& choices, const ResultTerms& before) {
  const Term mode = modifiers.mode;
  Terms& terms = mode.terms();
  PerLane<Term> executes, inRange;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    executes[lane] = operands.exec.bit(lane);
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const ShflSource source = shflSource(terms.constant(5, lane), mode, operands.row[spec::shfl_rows::kLane][lane],
                                         operands.row[spec::shfl_rows::kRange][lane]);
    const Term sourceExecutes = terms.select(source.lane, executes);
    const Term read = terms.select(source.lane, operands.row[spec::shfl_rows::kValue]);
    after.row[0][lane] = executes[lane].ite(sourceExecutes.ite(read, choices.inactive[lane]), before.row[0][lane]);
    inRange[lane] = executes[lane].ite(source.inRange, before.predicate.bit(lane));
  }
  after.predicate = assembled(inRange);
  after.written = {operands.exec, terms.constant(32, 0)};
  after.predicateWritten = operands.exec;
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  return after;
}

Term isLegal(const ShflFormTerms& form) {
  const auto below = [](Term value, Bits limit) { return value.ult(limit); };
  const auto legalOperand = [&](const spec::RegisterOrImmediateIn<AsTerms>& operand, unsigned immediateBits) {
    return operand.isImmediate.ite(below(operand.value, Bits(1) << immediateBits), below(operand.value, 256));
  };
  return below(form.mode, 4) & below(form.pu.index, 8) & legalOperand(form.sb, 5) & legalOperand(form.sc, 13);
}

Term isLegal(const ShflModifierTerms& modifiers) { return modifiers.mode.ult(Bits(4)); }

Term isAllowed(const ShflChoiceTerms& choices) { return choices.inactive[0].terms().truth(true); }

ShflModifierTerms shflModifiers(const ShflFormTerms& form) { return {form.mode.zext(32)}; }

PlanTerms shflPlan(const ShflFormTerms& form, const ShflChoiceTerms&, const PlanTerms& before) {
  Terms& terms = form.mode.terms();
  PlanTerms plan = before;
  plan.source[spec::shfl_rows::kValue] = {terms.constant(32, static_cast<Bits>(spec::SourceKind::Register)),
                                          form.ra.index.zext(32)};
  plan.source[spec::shfl_rows::kLane] = readOperand(form.sb);
  plan.source[spec::shfl_rows::kRange] = readOperand(form.sc);
  plan.destination[0] = form.rd.index.zext(32);
  plan.destinationPredicate = form.pu.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
