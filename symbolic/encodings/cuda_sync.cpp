// CUDA's functions of today on a warp as terms: see cuda_sync.h.
#include "symbolic/encodings/cuda_sync.h"
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/cuda_words.h"

namespace warplaw::symbolic {
namespace {
using spec::ShflsyncMode;
namespace rows = spec::sync_rows;

/// What every .sync form reads: who executes, and the masks.
OperandTerms operandsOf(const CudaSyncCall& call) {
  OperandTerms operands = executedBy(call.warp.exec);
  operands.row[rows::kMask] = call.mask;
  return operands;
}
ExitedLaneTerms exitedOf(const CudaWarp& warp) { return {warp.exited}; }
Term overlapOf(const CudaWarp& warp) { return isSet(warp.overlapIsDefined).zext(32); }
PerLane<Term> wordsOf(const PerLane<Term>& values, unsigned word) {
  return eachLane([&](unsigned lane) { return values[lane].extract(32 * word + 31, 32 * word); });
}
bool isWide(const PerLane<Term>& values) { return values[0].width() == 64; }

/// All that execute, or none (SYNC-1).
Term promisedTo(const CudaSyncCall& call) {
  const Term defined = isDefined(syncGroups(operandsOf(call), exitedOf(call.warp)), overlapOf(call.warp));
  return defined.ite(call.warp.exec, call.warp.exec.terms().constant(32, 0));
}

/// The SHFL of each group that one word is shuffled by (CSHFL-1).
OperandTerms operandsOf(const CudaSyncShuffle& shuffle, const PerLane<Term>& words) {
  static_assert(static_cast<int>(ShflsyncMode::Up) == static_cast<int>(spec::ShflMode::Up));
  OperandTerms operands = operandsOf(shuffle.call);
  operands.row[rows::kValue] = words;
  operands.row[spec::shflsync_rows::kLane] = shuffle.x; // raw
  operands.row[spec::shflsync_rows::kRange].fill(cudaRange(static_cast<spec::ShflMode>(shuffle.mode), shuffle.width));
  return operands;
}
PerLane<Term> shuffled(const CudaSyncShuffle& shuffle, const PerLane<Term>& words, const PerLane<Term>& any) {
  const CudaWarp& warp = shuffle.call.warp;
  Terms& terms = warp.exec.terms();
  const ShflsyncChoiceTerms choices{any, terms.constant(32, 0), overlapOf(warp)}; // its predicate is dropped
  return shflsyncEncoding({number(terms, shuffle.mode)}, operandsOf(shuffle, words), choices, noResults(terms),
                          exitedOf(warp))
      .row[0];
}

/// Where the lane that is read is a live member of the group, if all is defined (SYNC-2).
Term promisedTo(const CudaSyncShuffle& shuffle) {
  Terms& terms = shuffle.width.terms();
  const OperandTerms operands = operandsOf(shuffle, wordsOf(shuffle.var, 0));
  const SyncGroups groups = syncGroups(operands, exitedOf(shuffle.call.warp));
  const Term defined = isDefined(groups, overlapOf(shuffle.call.warp));
  const PerLane<ShflSource> sources = shflsyncSources({number(terms, shuffle.mode)}, operands);
  return assembled(eachLane(
      [&](unsigned lane) { return operands.exec.bit(lane) & defined & isInPart(sources[lane], groups.part[lane]); }));
}

} // namespace

CudaReceived cudaShuffle(const CudaSyncShuffle& shuffle, const CudaReceived& before) {
  const CudaWarp& warp = shuffle.call.warp;
  const Term accepted = isCudaWidth(shuffle.width);
  PerLane<Term> words = shuffled(shuffle, wordsOf(shuffle.var, 0), warp.any);
  if (isWide(shuffle.var)) {
    const PerLane<Term> high = shuffled(shuffle, wordsOf(shuffle.var, 1), warp.anyHigh);
    words = eachLane([&](unsigned lane) { return high[lane].concat(words[lane]); });
  }
  CudaReceived after = before;
  after.result = chosen(accepted, received(warp.exec, words, before.result), before.result);
  after.promised = accepted.ite(promisedTo(shuffle), before.promised);
  return after;
}

CudaReceived cudaVote(spec::VotesyncMode mode, const CudaSyncCall& call, const PerLane<Term>& predicate,
                      const CudaReceived& before) {
  const CudaWarp& warp = call.warp;
  Terms& terms = warp.exec.terms();
  OperandTerms operands = operandsOf(call);
  operands.predicate = votesOf(predicate);
  const ResultTerms results =
      votesyncEncoding({number(terms, mode)}, operands, {warp.any, warp.anyPredicate, overlapOf(warp)},
                       noResults(terms), exitedOf(warp));
  const PerLane<Term> words = mode == spec::VotesyncMode::Ballot ? results.row[0] : numbersOf(results.predicate);
  CudaReceived after = before;
  after.result = received(warp.exec, words, before.result);
  after.promised = promisedTo(call);
  return after;
}

CudaReceived cudaMatch(spec::MatchsyncMode mode, const CudaSyncCall& call, const PerLane<Term>& value,
                       const CudaReceived& before) {
  const CudaWarp& warp = call.warp;
  Terms& terms = warp.exec.terms();
  OperandTerms operands = operandsOf(call);
  operands.row[rows::kValue] = wordsOf(value, 0);
  if (isWide(value))
    operands.row[rows::kHigh] = wordsOf(value, 1);
  const auto type = isWide(value) ? spec::MatchsyncType::B64 : spec::MatchsyncType::B32;
  const ResultTerms results =
      matchsyncEncoding({number(terms, mode), number(terms, type)}, operands,
                        {warp.any, warp.anyPredicate, overlapOf(warp)}, noResults(terms), exitedOf(warp));
  CudaReceived after = before;
  after.result = received(warp.exec, results.row[0], before.result);
  if (mode == spec::MatchsyncMode::All)
    after.pred = received(warp.exec, numbersOf(results.predicate), before.pred);
  after.promised = promisedTo(call);
  return after;
}

CudaReceived cudaReduction(spec::ReduxsyncOp op, spec::ReduxsyncType type, const CudaSyncCall& call,
                           const PerLane<Term>& value, const CudaReceived& before) {
  const CudaWarp& warp = call.warp;
  Terms& terms = warp.exec.terms();
  OperandTerms operands = operandsOf(call);
  operands.row[rows::kValue] = value;
  const Term no = terms.constant(32, 0);
  const ResultTerms results = reduxsyncEncoding({number(terms, op), number(terms, type), no, no}, operands,
                                                {warp.any, overlapOf(warp)}, noResults(terms), exitedOf(warp));
  CudaReceived after = before;
  after.result = received(warp.exec, results.row[0], before.result);
  after.promised = promisedTo(call);
  return after;
}

PerLane<Term> cudaActivemask(Term exec, const PerLane<Term>& before) {
  return received(exec, activemaskEncoding({}, executedBy(exec), {}, noResults(exec.terms())).row[0], before);
}

} // namespace warplaw::symbolic
