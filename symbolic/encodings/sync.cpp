// Groups of executing lanes, and where they are such that the .sync forms are defined (SYNC-1): see sync.h.
#include "symbolic/encodings/sync.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
PerLane<Term> alikeLanes(const PerLane<Term>& words) {
  std::array<PerLane<Term>, spec::kLanes> alike;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    alike[lane][lane] = words[lane].terms().truth(true);
    for (unsigned other = 0; other < lane; ++other)
      alike[lane][other] = alike[other][lane] = words[lane].eq(words[other]);
  }
  PerLane<Term> masks;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    masks[lane] = assembled(alike[lane]);
  return masks;
}

SyncGroups syncGroups(const OperandTerms& operands, const ExitedLaneTerms& exited) {
  SyncGroups groups{operands.exec, operands.exec | ~exited.lanes, operands.row[spec::sync_rows::kMask], {}, {}, {}};
  const Term none = operands.exec.terms().constant(32, 0);
  const PerLane<Term> alike = alikeLanes(groups.mask);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    groups.group[lane] = alike[lane] & groups.exec;
    groups.part[lane] = groups.mask[lane] & groups.live;
    groups.elsewhere[lane] = none;
    for (unsigned other = 0; other < spec::kLanes; ++other) {
      const Term isOfAnother = operands.exec.bit(other) & ~alike[lane].bit(other);
      groups.elsewhere[lane] = groups.elsewhere[lane] | isOfAnother.ite(groups.mask[other], none);
    }
  }
  return groups;
}

Term isDefined(const SyncGroups& groups, Term overlapIsDefined) {
  std::vector<Term> all;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term isApart = ~isSet(groups.mask[lane] & groups.elsewhere[lane]);
    // its group holds the lane itself: then so does its mask
    const Term isWhole = groups.group[lane].eq(groups.part[lane]);
    all.push_back(groups.exec.bit(lane).implies(isWhole & (isSet(overlapIsDefined) | isApart)));
  }
  return groups.exec.terms().all(all);
}

SyncOutcome orAny(Term defined, SyncOutcome outcome, const PerLane<Term>& any, Term anyPredicate) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    outcome.word[lane] = defined.ite(outcome.word[lane], any[lane]);
  outcome.predicate = defined.ite(outcome.predicate, anyPredicate);
  return outcome;
}

ResultTerms syncResults(const ResultTerms& before, Term exec, const SyncOutcome& outcome) {
  const Term none = exec.terms().constant(32, 0);
  const Term words = outcome.givesWord.ite(exec, none), predicates = outcome.givesPredicate.ite(exec, none);
  ResultTerms after = writesNothing(before);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after.row[0][lane] = words.bit(lane).ite(outcome.word[lane], before.row[0][lane]);
  after.predicate = (outcome.predicate & predicates) | (before.predicate & ~predicates);
  after.written[0] = words;
  after.predicateWritten = predicates;
  return after;
}

Term isPtxSource(Term reg) { return reg.ult(Bits(spec::kZeroRegister)); }
Term isPtxSource(const spec::GuardIn<AsTerms>& predicate) {
  return predicate.predicate.index.ult(Bits(spec::kTruePredicate));
}
Term isPtxSource(const spec::RegisterOrImmediateIn<AsTerms>& operand) {
  return operand.isImmediate | isPtxSource(operand.value);
}
Term isPtxPair(Term reg) { return isPtxSource(reg) & beginsPair(reg); }
Term isPtxDestination(const spec::PredicateIn<AsTerms>& predicate) {
  return atMost(predicate.index, spec::kTruePredicate);
}
Term isDropped(const spec::RegisterIn<AsTerms>& reg) { return reg.index.eq(Bits(spec::kZeroRegister)); }
Term isDropped(const spec::PredicateIn<AsTerms>& predicate) { return predicate.index.eq(Bits(spec::kTruePredicate)); }

} // namespace warplaw::symbolic
