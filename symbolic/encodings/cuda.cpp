// CUDA's warp functions as terms: see cuda.h.
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {

Term modeTerm(Terms& terms, spec::ShflMode mode) { return terms.constant(32, static_cast<Bits>(mode)); }

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
  Term votes = isSet(predicate[0]);
  for (unsigned lane = 1; lane < spec::kLanes; ++lane)
    votes = isSet(predicate[lane]).concat(votes);
  const spec::VoteMode mode = which == CudaVote::All ? spec::VoteMode::All : spec::VoteMode::Any;
  const VoteOutcome vote = voteOutcome(terms.constant(32, static_cast<Bits>(mode)), exec, votes);
  const Term answer = which == CudaVote::Ballot ? vote.ballot : vote.quantifier.zext(32);
  PerLane<Term> after;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after[lane] = exec.bit(lane).ite(answer, before[lane]);
  return after;
}

} // namespace warplaw::symbolic
