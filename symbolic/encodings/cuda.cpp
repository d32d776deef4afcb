// CUDA's functions on a warp as terms: see cuda.h.
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {

Term modeTerm(Terms& terms, spec::ShflMode mode) { return terms.constant(32, static_cast<Bits>(mode)); }

/// Who says yes, as a mask.
Term votesOf(const PerLane<Term>& predicate) {
  Term votes = isSet(predicate[0]);
  for (unsigned lane = 1; lane < spec::kLanes; ++lane)
    votes = isSet(predicate[lane]).concat(votes);
  return votes;
}

/// Lanes of exec receive; the words of others stay.
PerLane<Term> received(Term exec, const PerLane<Term>& words, const PerLane<Term>& before) {
  PerLane<Term> after;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after[lane] = exec.bit(lane).ite(words[lane], before[lane]);
  return after;
}

template <class Enumeration> Term number(Terms& terms, Enumeration value) {
  return terms.constant(32, static_cast<Bits>(value));
}
OperandTerms executedBy(Term exec) {
  OperandTerms operands = constants(exec.terms(), spec::Operands{});
  operands.exec = exec;
  return operands;
}
ResultTerms noResults(Terms& terms) { return constants(terms, spec::Results{}); }

/// CLOCKLO, or CLOCK64 in two rows.
ResultTerms clockResults(spec::Cs2rSize size, Term exec, const SpecialInputTerms& inputs) {
  Terms& terms = exec.terms();
  return cs2rEncoding({number(terms, size), number(terms, spec::ClockWord::Low)}, executedBy(exec), {},
                      noResults(terms), inputs);
}

} // namespace

Term isCudaWidth(Term width) {
  std::vector<Term> legal;
  for (const unsigned allowed : kCudaWidths)
    legal.push_back(width.eq(Bits(allowed)));
  return width.terms().any(legal);
}

Term cudaRange(spec::ShflMode mode, Term width) {
  Terms& terms = width.terms();
  const Term segment = (terms.constant(32, spec::kLanes) - width).shl(terms.constant(32, 8));
  return segment | terms.constant(32, mode == spec::ShflMode::Up ? 0 : 31);
}

ShflSource cudaSource(spec::ShflMode mode, Term lane, Term x, Term width) {
  return shflSource(lane, modeTerm(lane.terms(), mode), x, cudaRange(mode, width));
}

PerLane<Term> cudaShuffle(spec::ShflMode mode, const CudaShuffle& call, const PerLane<Term>& before) {
  Terms& terms = call.exec.terms();
  OperandTerms operands = constants(terms, spec::Operands{});
  operands.exec = call.exec;
  operands.row[spec::shfl_rows::kValue] = call.var;
  operands.row[spec::shfl_rows::kLane] = call.x; // raw (CSHFL-1)
  operands.row[spec::shfl_rows::kRange].fill(cudaRange(mode, call.width));
  ResultTerms results = constants(terms, spec::Results{});
  results.row[0] = before;
  results = shflEncoding({modeTerm(terms, mode)}, operands, {call.inactive}, results); // its predicate is dropped
  PerLane<Term> after;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after[lane] = isCudaWidth(call.width).ite(results.row[0][lane], before[lane]);
  return after;
}

PerLane<Term> cudaVote(CudaVote which, Term exec, const PerLane<Term>& predicate, const PerLane<Term>& before) {
  Terms& terms = exec.terms();
  const spec::VoteMode mode = which == CudaVote::All ? spec::VoteMode::All : spec::VoteMode::Any;
  const VoteOutcome vote = voteOutcome(number(terms, mode), exec, votesOf(predicate));
  const Term answer = which == CudaVote::Ballot ? vote.ballot : vote.quantifier.zext(32);
  PerLane<Term> answers;
  answers.fill(answer);
  return received(exec, answers, before);
}

Term cudaSync(const CudaSync& call, BarrierTerms& barriers) {
  Terms& terms = call.exec.terms();
  const BarModifierTerms modifiers{number(terms, call.op), terms.constant(32, 0), terms.constant(32, 0)};
  OperandTerms operands = executedBy(call.exec);
  if (call.op != spec::BarOp::Sync)
    operands.predicate = votesOf(call.predicate);
  const BarChoiceTerms choices{call.choices.outside, isSet(call.choices.outsideIsNeutral).zext(32),
                               isSet(call.choices.exitedArrive).zext(32)};
  const ArrivalTerms arrival = arrivalOf(modifiers, operands, choices, call.inputs, barriers);
  const BarrierTermsOf there = barrierAt(barriers, modifiers.id);
  const Term misuse = isMisuse(there, arrival), completes = arrive(there, arrival).completes;
  barEncoding(modifiers, operands, choices, noResults(terms), call.inputs, barriers);
  const Term arrived =
      completes.ite(number(terms, spec::CudaArrival::Releases), number(terms, spec::CudaArrival::Waits));
  return isSet(call.exec).ite(misuse.ite(number(terms, spec::CudaArrival::Misuse), arrived),
                              number(terms, spec::CudaArrival::NobodyCalls));
}

CudaSyncResult cudaSyncResult(bool isCount, Term exec, const SpecialInputTerms& inputs, const BarrierTerms& barriers,
                              const PerLane<Term>& before) {
  Terms& terms = exec.terms();
  const auto ofWarp = [&](Term mask) { return mask.lshr(inputs.warp).bit(0); };
  const Term hasKind = isCount ? ofWarp(barriers.latchIsCount) : ~ofWarp(barriers.latchIsCount);
  const Term accepted = ~ofWarp(barriers.waiting[0]) & hasKind;
  const B2rChoiceTerms none = constants(terms, spec::B2rChoices{}); // of what has a choice nothing is received
  const ResultTerms results = b2rEncoding({}, executedBy(exec), none, noResults(terms), inputs, barriers);
  PerLane<Term> words;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    words[lane] = accepted.ite(isCount ? results.row[0][lane] : results.predicate.bit(lane).zext(32), before[lane]);
  return {accepted, received(exec, words, before)};
}

Term cudaTrigger(Term exec, Term counter, CounterTerms& counters) {
  Terms& terms = exec.terms();
  const Term accepted = counter.ult(Bits(spec::kTriggerCounters)), exists = counter.ult(Bits(spec::kCounters));
  const Term mask = terms.constant(32, 1).shl(counter);
  counters = triggered(counters, accepted.ite(mask, terms.constant(32, 0)), exec);
  const Term rejected =
      exists.ite(number(terms, spec::CudaTrigger::Reserved), number(terms, spec::CudaTrigger::NoSuchCounter));
  return accepted.ite(number(terms, spec::CudaTrigger::Counts), rejected);
}

PerLane<Term> cudaClock(Term exec, const SpecialInputTerms& inputs, const PerLane<Term>& before) {
  return received(exec, clockResults(spec::Cs2rSize::B32, exec, inputs).row[0], before);
}

PerLane<Term> cudaClock64(Term exec, const SpecialInputTerms& inputs, const PerLane<Term>& before) {
  const ResultTerms both = clockResults(spec::Cs2rSize::B64, exec, inputs);
  PerLane<Term> words;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    words[lane] = both.row[1][lane].concat(both.row[0][lane]);
  return received(exec, words, before);
}

} // namespace warplaw::symbolic
