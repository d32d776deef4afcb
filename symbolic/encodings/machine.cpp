// The architectural level as terms: exec mask, fetch and write-back (MACH-1, -2, -3, -5, -7, -8).
#include "symbolic/encodings/machine.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {

/// One bit in all 32 lanes.
Term everywhere(Term bit) { return bit.sext(32); }

/// What predicate `number` (32 bits, 0..7) reads in every lane: PT is true everywhere (MACH-3).
Term readPredicate(const WarpTerms& warp, Term number) {
  Terms& terms = number.terms();
  std::vector<Term> cells(warp.predicates.begin(), warp.predicates.end());
  cells.push_back(terms.constant(32, 0xffffffff));
  return terms.select(number.extract(2, 0), cells);
}

Term negatedIf(Term flag, Term mask) { return mask ^ everywhere(isSet(flag)); }

} // namespace

Term isLegal(const SourceTerms& source) {
  const Term isRegister = source.kind.eq(static_cast<Bits>(spec::SourceKind::Register));
  return atMost(source.kind, static_cast<Bits>(spec::SourceKind::Immediate)) &
         isRegister.implies(atMost(source.value, spec::kZeroRegister));
}

Term isLegal(const PlanTerms& plan) {
  std::vector<Term> conditions = {atMost(plan.guardPredicate, spec::kTruePredicate),
                                  atMost(plan.guardNegated, 1),
                                  atMost(plan.excludesHelpers, 1),
                                  atMost(plan.sourcePredicate, spec::kTruePredicate),
                                  atMost(plan.sourcePredicateNegated, 1),
                                  atMost(plan.destinationPredicate, spec::kTruePredicate)};
  for (const SourceTerms& source : plan.source)
    conditions.push_back(isLegal(source));
  for (Term destination : plan.destination)
    conditions.push_back(atMost(destination, spec::kZeroRegister));
  return plan.guardPredicate.terms().all(conditions);
}

Term execLanes(const WarpTerms& warp, const PlanTerms& plan) {
  const Term guard = negatedIf(plan.guardNegated, readPredicate(warp, plan.guardPredicate));
  const Term excluded = everywhere(isSet(plan.excludesHelpers)) & warp.helpers;
  return warp.active & guard & ~excluded;
}

PerLane<Term> fetchRow(const WarpTerms& warp, const SourceTerms& source) {
  Terms& terms = source.kind.terms();
  const Term zero = terms.constant(32, 0);
  const Term isRegister = source.kind.eq(static_cast<Bits>(spec::SourceKind::Register));
  const Term isImmediate = source.kind.eq(static_cast<Bits>(spec::SourceKind::Immediate));
  PerLane<Term> row;
  std::vector<Term> cells(spec::kRegisters + 1);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    for (unsigned n = 0; n < spec::kRegisters; ++n)
      cells[n] = warp.registers[n][lane];
    cells[spec::kZeroRegister] = zero;
    const Term fromRegister = terms.select(source.value.extract(7, 0), cells);
    row[lane] = isRegister.ite(fromRegister, isImmediate.ite(source.value, zero));
  }
  return row;
}

OperandTerms fetch(const WarpTerms& warp, const PlanTerms& plan) {
  OperandTerms operands;
  operands.exec = execLanes(warp, plan);
  operands.predicate = negatedIf(plan.sourcePredicateNegated, readPredicate(warp, plan.sourcePredicate));
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    operands.row[r] = fetchRow(warp, plan.source[r]);
  return operands;
}

WarpTerms writeBack(const WarpTerms& warp, const PlanTerms& plan, Term exec, const ResultTerms& results) {
  WarpTerms after = warp;
  const Term none = exec.terms().constant(8, static_cast<Bits>(spec::ErrorKind::None));
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    const Term writes = exec & results.written[r];
    for (unsigned n = 0; n < spec::kRegisters; ++n) {
      const Term names = plan.destination[r].eq(n); // RZ is none of these: the write is dropped
      if (names.isFalse())                          // of a plan that is known, one register is written
        continue;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        after.registers[n][lane] = (names & writes.bit(lane)).ite(results.row[r][lane], after.registers[n][lane]);
    }
  }
  const Term predicateWrites = exec & results.predicateWritten;
  for (unsigned n = 0; n < spec::kPredicates; ++n) { // PT is none of these
    const Term mask = everywhere(plan.destinationPredicate.eq(n)) & predicateWrites;
    after.predicates[n] = (results.predicate & mask) | (warp.predicates[n] & ~mask);
  }
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after.errors[lane] = exec.bit(lane).ite(results.error[lane], none);
  return after;
}

} // namespace warplaw::symbolic
