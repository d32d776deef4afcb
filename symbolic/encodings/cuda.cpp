// CUDA's functions on a warp as terms: see cuda.h.
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/cuda_words.h"

namespace warplaw::symbolic {
namespace {

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
  return shflSource(lane, number(lane.terms(), mode), x, cudaRange(mode, width));
}

PerLane<Term> cudaShuffle(spec::ShflMode mode, const CudaShuffle& call, const PerLane<Term>& before) {
  Terms& terms = call.exec.terms();
  OperandTerms operands = executedBy(call.exec);
  operands.row[spec::shfl_rows::kValue] = call.var;
  operands.row[spec::shfl_rows::kLane] = call.x; // raw (CSHFL-1)
  operands.row[spec::shfl_rows::kRange].fill(cudaRange(mode, call.width));
  ResultTerms results = constants(terms, spec::Results{});
  results.row[0] = before;
  results = shflEncoding({number(terms, mode)}, operands, {call.inactive}, results); // its predicate is dropped
  return chosen(isCudaWidth(call.width), results.row[0], before);
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
  const BarModifierTerms modifiers{number(terms, call.op)};
  OperandTerms operands = executedBy(call.exec); // barrier 0, all of the CTA
  if (call.op != spec::BarOp::Sync)
    operands.predicate = votesOf(call.predicate);
  const BarChoiceTerms choices{call.choices.outside, isSet(call.choices.outsideIsNeutral).zext(32),
                               isSet(call.choices.exitedArrive).zext(32)};
  const ArrivalTerms arrival = arrivalOf(modifiers, operands, choices, call.inputs, barriers);
  const NamedTerms named = namedBy(modifiers, operands);
  const Term misuse = isMisuse(named, barriers, arrival),
             completes = arrive(barrierAt(barriers, named.id), arrival).completes;
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
  const PerLane<Term> words = isCount ? results.row[0] : numbersOf(results.predicate);
  return {accepted, received(exec, chosen(accepted, words, before), before)};
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
  const auto word = [&](unsigned lane) { return both.row[1][lane].concat(both.row[0][lane]); };
  return received(exec, eachLane(word), before);
}

} // namespace warplaw::symbolic
