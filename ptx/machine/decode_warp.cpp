// Instructions of a warp and barriers of a CTA (SYNC-1 to SYNC-7, BAR-1, PTX-12, PTX-13).
#include "ptx/machine/decoder.h"
#include "spec/instructions/matchsync.h"
#include "spec/instructions/reduxsync.h"
#include "spec/instructions/shfl.h"
#include "spec/instructions/votesync.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

using spec::scalar::kB32;
using spec::scalar::kPred;
using spec::scalar::kU32;
using spec::scalar::Type;

// in the order of ShflMode, VotesyncMode, MatchsyncMode, ReduxsyncOp, BarrierKind
constexpr std::string_view kShuffles[] = {"idx", "up", "down", "bfly"};
constexpr std::string_view kVotes[] = {"all", "any", "uni", "ballot"};
constexpr std::string_view kMatches[] = {"any", "all"};
constexpr std::string_view kReductions[] = {"add", "min", "max", "and", "or", "xor"};
constexpr std::string_view kBarriers[] = {"sync", "arrive", "red"};
constexpr std::string_view kBarrierReductions[] = {"popc", "and", "or"};
constexpr std::uint64_t kMostBarriers = 16, kMostThreads = 1024;

/// Types that redux.sync has, by its operation.
bool isReduced(std::uint8_t operation, Type type, spec::scalar::Modes modes) {
  const auto op = static_cast<spec::ReduxsyncOp>(operation);
  if (op == spec::ReduxsyncOp::And || op == spec::ReduxsyncOp::Or || op == spec::ReduxsyncOp::Xor)
    return type == kB32 && modes == 0;
  if (type.isFloat())
    return type.width() == 32 && op != spec::ReduxsyncOp::Add;
  return type.width() == 32 && type.kind != spec::scalar::Kind::Bits && modes == 0;
}

} // namespace

void Decoder::shuffle() {
  Step step{.kind = StepKind::Shuffle};
  Pieces pieces(*this);
  step.isSync = pieces.take("sync");
  step.operation = static_cast<std::uint8_t>(pieces.needOne(kShuffles));
  step.type = pieces.takeType();
  pieces.end();
  if (step.type != kB32)
    rejectOpcode();
  needOperands(step.isSync ? 5 : 4);
  const auto [d, p] = destinations(operand(0), kB32);
  step.dst[0] = d;
  step.dst[1] = p;
  for (std::size_t i = 1; i < at->operands.size(); ++i)
    step.src[i - 1] = source(operand(i), kB32);
  pending.push_back(step);
}

void Decoder::vote() {
  Step step{.kind = StepKind::Vote};
  Pieces pieces(*this);
  step.isSync = pieces.take("sync");
  step.operation = static_cast<std::uint8_t>(pieces.needOne(kVotes));
  step.type = pieces.takeType();
  pieces.end();
  const bool isBallot = step.operation == static_cast<std::uint8_t>(spec::VotesyncMode::Ballot);
  if (step.type != (isBallot ? kB32 : kPred))
    rejectOpcode();
  needOperands(step.isSync ? 3 : 2);
  step.dst[0] = destination(operand(0), step.type);
  step.src[0] = source(operand(1), kPred);
  if (step.isSync)
    step.src[1] = source(operand(2), kB32);
  pending.push_back(step);
}

void Decoder::match() {
  Step step{.kind = StepKind::Match};
  Pieces pieces(*this);
  step.isSync = pieces.take("sync");
  step.operation = static_cast<std::uint8_t>(pieces.needOne(kMatches));
  step.type = pieces.takeType();
  pieces.end();
  if (!step.isSync || step.type.kind != spec::scalar::Kind::Bits || step.type.width() < 32 || step.type.width() > 64)
    rejectOpcode();
  needOperands(3);
  const auto [d, p] = destinations(operand(0), kB32);
  if (p != kNoRegister && step.operation == static_cast<std::uint8_t>(spec::MatchsyncMode::Any))
    reject("SYNC-4", "match.any has no predicate", "match.any.sync d, a, membermask");
  step.dst[0] = d;
  step.dst[1] = p;
  step.src[0] = source(operand(1), step.type);
  step.src[1] = source(operand(2), kB32);
  pending.push_back(step);
}

void Decoder::reduce() {
  Step step{.kind = StepKind::Redux};
  Pieces pieces(*this);
  step.isSync = pieces.take("sync");
  step.operation = static_cast<std::uint8_t>(pieces.needOne(kReductions));
  step.type = pieces.takeType();
  step.modes = (pieces.take("abs") ? 1 : 0) | (pieces.take("NaN") ? 2 : 0);
  pieces.end();
  if (!step.isSync || !isReduced(step.operation, step.type, step.modes))
    rejectOpcode();
  needOperands(3);
  step.dst[0] = destination(operand(0), step.type);
  step.src[0] = source(operand(1), step.type);
  step.src[1] = source(operand(2), kB32);
  pending.push_back(step);
}

void Decoder::elect() {
  Step step{.kind = StepKind::Elect};
  Pieces pieces(*this);
  step.isSync = pieces.take("sync");
  pieces.end();
  if (!step.isSync || !std::holds_alternative<Operand::Pair>(operand(0).value))
    reject("SYNC-7", fmt::format("{} gives two results", at->opcodeText()), "elect.sync d|p, membermask");
  needOperands(2);
  const auto [d, p] = destinations(operand(0), kB32);
  if (p == kNoRegister)
    reject("SYNC-7", "elect.sync leaves its predicate out", "d|p, _|p");
  step.dst[0] = d;
  step.dst[1] = p;
  step.src[0] = source(operand(1), kB32);
  pending.push_back(step);
}

void Decoder::activemask() {
  Pieces pieces(*this);
  if (pieces.takeType() != kB32)
    rejectOpcode();
  pieces.end();
  needOperands(1);
  Step step{.kind = StepKind::Activemask};
  step.type = kB32;
  step.dst[0] = destination(operand(0), kB32);
  pending.push_back(step);
}

void Decoder::warpBarrier(Pieces& pieces) {
  if (!pieces.take("sync"))
    rejectOpcode();
  pieces.end();
  needOperands(1);
  Step step{.kind = StepKind::WarpBarrier};
  step.isSync = true;
  step.src[0] = source(operand(0), kB32);
  pending.push_back(step);
}

/// bar, bar.cta (aligned); barrier, barrier.cta (per thread, but for .aligned).
void Decoder::barrier() {
  Pieces pieces(*this);
  const bool isBar = at->opcode[0] == "bar";
  if (isBar && pieces.take("warp"))
    return warpBarrier(pieces);
  if (pieces.take("cluster"))
    notSupported("barrier.cluster: clusters");
  pieces.take("cta");
  Step step{.kind = StepKind::Barrier};
  const int kind = pieces.needOne(kBarriers);
  const bool isReduction = kBarriers[kind] == "red";
  step.operation = static_cast<std::uint8_t>(kind);
  if (isReduction) {
    const int reduction = pieces.needOne(kBarrierReductions);
    step.operation = static_cast<std::uint8_t>(static_cast<int>(BarrierKind::Popc) + reduction);
    step.type = pieces.takeType();
    if (step.type != (reduction == 0 ? kU32 : kPred))
      rejectOpcode();
  }
  // below sm_70 one without .aligned is as one with it
  step.isAligned = pieces.take("aligned") || isBar || kernel.target < kIndependent;
  pieces.end();
  barrierOperands(step, isReduction ? 1 : 0, isReduction);
  pending.push_back(step);
}

void Decoder::barrierOperands(Step& step, std::size_t first, bool isReduction) {
  const bool isArrive = step.operation == static_cast<std::uint8_t>(BarrierKind::Arrive);
  needOperands(isReduction ? 3 : isArrive ? 2 : 1, isReduction ? 4 : 2);
  if (isReduction)
    step.dst[0] = destination(operand(0), step.type);
  const std::size_t last = at->operands.size() - (isReduction ? 1 : 0);
  step.src[0] = source(operand(first), kU32);
  if (step.src[0].kind == Source::Kind::Immediate && step.src[0].value >= kMostBarriers)
    reject("BAR-4", fmt::format("there is no barrier {}", step.src[0].value), "0 to 15");
  if (first + 1 < last) {
    step.src[1] = source(operand(first + 1), kU32);
    const std::uint64_t count = step.src[1].value;
    if (step.src[1].kind == Source::Kind::Immediate && (count == 0 || count % 32 || count > kMostThreads))
      reject("BAR-4", fmt::format("a barrier of {} threads", count), "a multiple of 32, up to 1024");
  }
  if (isReduction)
    step.src[2] = source(operand(last), kPred);
}

} // namespace warplaw::ptx
