// Instructions of several lanes: who waits for whom (PTX-12), and what each receives (SYNC-2 to SYNC-7).
#include "plain/cta.h"
#include "plain/scalar.h"
#include <algorithm>
#include <bit>

namespace warplaw::plain {
namespace {

using ptx::StepKind;

/// One kind with the same qualifiers: lanes at two of them meet, wherever they stand.
bool isAlike(const ptx::Step& a, const ptx::Step& b) {
  return a.kind == b.kind && a.operation == b.operation && a.type == b.type && a.modes == b.modes;
}

/// SHFL-1 to SHFL-6: the lane that lane `i` reads, and the predicate.
struct SourceLane {
  int lane;
  bool isInRange;
};
SourceLane sourceLane(unsigned mode, int i, Word b, Word c) {
  const int delta = static_cast<int>(b % 32), clamp = static_cast<int>(c % 32);
  const int segment = static_cast<int>(c / 256 % 32), inSegment = 31 - segment; // the bits that the segment leaves
  const int least = i & segment, most = least | (clamp & inSegment);
  int j = 0;
  switch (mode) {
  case 0:
    j = least | (delta & inSegment);
    break;
  case 1:
    j = i - delta;
    break;
  case 2:
    j = i + delta;
    break;
  default:
    j = i ^ delta;
  }
  const bool isInRange = mode == 1 ? j >= most : j <= most;
  return {isInRange ? j : i, isInRange};
}

std::int32_t asSigned(Word word) { return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(word)); }

Word reducedIntegers(const ptx::Step& step, const std::vector<Word>& words) {
  const auto less = [&](Word a, Word b) { return step.type.isSigned() ? asSigned(a) < asSigned(b) : a < b; };
  Word result = words[0];
  for (const Word word : std::span(words).subspan(1))
    switch (step.operation) {
    case 0:
      result = (result + word) % (Word{1} << 32);
      break;
    case 1:
      result = std::min(result, word, less);
      break;
    case 2:
      result = std::max(result, word, less);
      break;
    case 3:
      result &= word;
      break;
    case 4:
      result |= word;
      break;
    default:
      result ^= word;
    }
  return result;
}

/// min and max of floats; modes: 1: .abs, 2: .NaN. Signed magnitudes order them, -0 below +0.
Word reducedFloats(const ptx::Step& step, std::vector<Word> words) {
  constexpr Word kSign = 0x80000000, kInfinity = 0x7f800000, kNaN = 0x7fffffff;
  const auto isNaN = [](Word word) { return word % kSign > kInfinity; };
  const auto rank = [](Word word) {
    const auto magnitude = static_cast<std::int64_t>(word % kSign);
    return word >= kSign ? -1 - magnitude : magnitude;
  };
  if (step.modes & 1)
    for (Word& word : words)
      word %= kSign;
  const auto nans = std::ranges::count_if(words, isNaN);
  if (nans == std::ssize(words) || (nans && (step.modes & 2)))
    return kNaN;
  std::erase_if(words, isNaN);
  return step.operation == 1 ? std::ranges::min(words, {}, rank) : std::ranges::max(words, {}, rank);
}

} // namespace

void Cta::arrive(Thread& thread, const ptx::Step& step) {
  if (!step.isSync && (step.kind == StepKind::Shuffle || step.kind == StepKind::Vote))
    return alone(thread, step);
  thread.membermask = static_cast<std::uint32_t>(value(thread, membermaskOf(step)));
  if (!(thread.membermask >> thread.lane() & 1))
    throw Stopped{End::Undefined, "thread " + std::to_string(thread.number) + " is not in its membermask, line " +
                                      std::to_string(step.place.line)};
  thread.state = State::WaitsForLanes;
  tryTogether(thread.warp(), thread.membermask);
}

/// Without .sync nobody is waited for: a thread may be alone.
void Cta::alone(Thread& thread, const ptx::Step& /*step*/) {
  together({&thread});
  ++thread.counter;
}

void Cta::tryTogether(std::uint32_t warp, std::uint32_t membermask) {
  Lanes part;
  for (std::size_t i = std::size_t{warp} * 32; i < std::min<std::size_t>(std::size_t{warp} * 32 + 32, threads_.size());
       ++i) {
    Thread& thread = threads_[i];
    if (!(membermask >> thread.lane() & 1) || thread.state == State::Exited)
      continue;
    if (thread.state != State::WaitsForLanes || thread.membermask != membermask)
      return;
    part.push_back(&thread);
  }
  const auto isUnlike = [&](const Thread* thread) { return !isAlike(stepOf(*part[0]), stepOf(*thread)); };
  if (part.empty() || std::ranges::any_of(part, isUnlike))
    return;
  together(part);
  for (Thread* const thread : part)
    release(*thread);
}

void Cta::together(const Lanes& part) {
  switch (stepOf(*part[0]).kind) {
  case StepKind::Shuffle:
    return shuffle(part);
  case StepKind::Vote:
    return vote(part);
  case StepKind::Match:
    return match(part);
  case StepKind::Redux:
    return reduce(part);
  case StepKind::Elect:
    return elect(part);
  default:
    return; // bar.warp.sync has no result
  }
}

/// All bits, if what any of them hands over has one that may be anything.
Word Cta::undefinedAmong(const Lanes& part) const {
  const auto isAny = [&](const Thread* thread) { return held(*thread, stepOf(*thread).src[0]).undefined != 0; };
  return std::ranges::any_of(part, isAny) ? ~Word{0} : 0;
}

void Cta::shuffle(const Lanes& part) {
  std::array<Held, 32> a;
  a.fill({0, ~Word{0}}); // of who is not there
  std::vector<SourceLane> from;
  std::vector<bool> isAnyLane;
  for (Thread* const thread : part) {
    const ptx::Step& step = stepOf(*thread);
    a[thread->lane()] = held(*thread, step.src[0]);
    const Held b = held(*thread, step.src[1]), c = held(*thread, step.src[2]);
    from.push_back(sourceLane(step.operation, static_cast<int>(thread->lane()), b.word, c.word));
    isAnyLane.push_back((b.undefined | c.undefined) != 0);
  }
  for (std::size_t i = 0; i < part.size(); ++i) {
    const auto lane = static_cast<std::size_t>(from[i].lane);
    const Word all = isAnyLane[i] ? ~Word{0} : 0;
    give(*part[i], stepOf(*part[i]).dst[0], {a[lane].word, a[lane].undefined | all});
    give(*part[i], stepOf(*part[i]).dst[1], {from[i].isInRange, all});
  }
}

void Cta::vote(const Lanes& part) {
  Word ballot = 0;
  std::size_t count = 0;
  const Word undefined = undefinedAmong(part);
  for (Thread* const thread : part)
    if (held(*thread, stepOf(*thread).src[0]).word & 1) {
      ballot |= Word{1} << thread->lane();
      ++count;
    }
  const bool all = count == part.size(), any = count != 0;
  const Word results[] = {all, any, all || !any, ballot};
  for (Thread* const thread : part)
    give(*thread, stepOf(*thread).dst[0], {results[stepOf(*thread).operation], undefined});
}

void Cta::match(const Lanes& part) {
  std::vector<Word> a;
  const Word undefined = undefinedAmong(part);
  for (Thread* const thread : part)
    a.push_back(held(*thread, stepOf(*thread).src[0]).word);
  for (std::size_t i = 0; i < part.size(); ++i) {
    Word equal = 0;
    bool all = true;
    for (std::size_t j = 0; j < part.size(); ++j) {
      all &= a[i] == a[j];
      equal |= a[i] == a[j] ? Word{1} << part[j]->lane() : 0;
    }
    const ptx::Step& step = stepOf(*part[i]);
    give(*part[i], step.dst[0], {step.operation == 0 || all ? equal : 0, undefined});
    give(*part[i], step.dst[1], {all, undefined});
  }
}

void Cta::reduce(const Lanes& part) {
  std::vector<Word> words;
  for (Thread* const thread : part)
    words.push_back(held(*thread, stepOf(*thread).src[0]).word);
  const ptx::Step& step = stepOf(*part[0]);
  const Word result = step.type.isFloat() ? reducedFloats(step, words) : reducedIntegers(step, words);
  const Word undefined = undefinedAmong(part);
  for (Thread* const thread : part)
    give(*thread, stepOf(*thread).dst[0], {result, undefined});
}

/// The leader is one fixed function of the membermask: the least of it or the greatest, by the run's choice.
void Cta::elect(const Lanes& part) {
  const std::uint32_t m = part[0]->membermask;
  const unsigned leader = running_.leaders % 2 ? 31 - std::countl_zero(m) : std::countr_zero(m);
  running_.undefined |= std::ranges::none_of(part, [&](const Thread* thread) { return thread->lane() == leader; });
  for (Thread* const thread : part) {
    give(*thread, stepOf(*thread).dst[0], leader);
    give(*thread, stepOf(*thread).dst[1], thread->lane() == leader);
  }
}

} // namespace warplaw::plain
