// The steps that take most of the time: those of one fragment, also where one side of a branch goes straight to where
// both meet, where all have met, and where a whole warp comes to a barrier.
#include "ptx/machine/machine.h"
#include <algorithm>
#include <bit>
#include <cstddef>

namespace warplaw::ptx {

/// The loop of a Plain; false: a source may be anything, or a divisor is 0.
[[gnu::always_inline]] inline bool Machine::runPlain(Warp& warp, const Known& known, std::uint32_t lanes) const {
  Value* const values = warp.values.data();
  const Value &a = values[known.src[0]], &b = values[known.src[1]], &c = values[known.src[2]],
              &d = values[known.src[3]];
  // a byte that says most of it, and is nearer than a register's own word
  const std::uint8_t* const areDefined = warp.areDefined.data();
  if ((areDefined[known.src[0]] & areDefined[known.src[1]] & areDefined[known.src[2]] & areDefined[known.src[3]]) ==
          0 &&
      ((a.undefined | b.undefined | c.undefined | d.undefined) & lanes) != 0)
    return false;
  if (known.divisor != 0 && (rows_.zerosOf(b.word.data(), known.divisor) & lanes) != 0)
    return false;
  Value& to = values[known.dst];
  if (lanes == ~0u) {
    known.loop(a.word.data(), b.word.data(), c.word.data(), d.word.data(), to.word.data());
  } else {
    alignas(64) Row result;
    known.loop(a.word.data(), b.word.data(), c.word.data(), d.word.data(), result.data());
    rows_.blend(lanes, result.data(), to.word.data());
  }
  if (known.kept != ~std::uint64_t{0})
    rows_.mask(known.kept, to.word.data());
  define(warp, known.dst, lanes);
  return true;
}

/// Quick steps of these lanes, accesses of shared memory without a guard, and branches that they take together. It ends
/// before another step, where a value may be undefined, where the lanes meet others, and after `most` steps; gives how
/// many were done. Lanes that are all there meet nobody. `idle` and `parted`: as in runAlone.
template <bool areAll>
[[gnu::always_inline]] inline unsigned Machine::quickSteps(Cta& cta, Warp& warp, std::uint32_t& pc, std::uint32_t lanes,
                                                           std::uint32_t meetAt, unsigned most, std::uint64_t& idle,
                                                           std::uint32_t& parted) {
  auto* const values = reinterpret_cast<std::byte*>(warp.values.data());
  const std::uint8_t* const areDefined = warp.areDefined.data();
  const auto wordsOf = [&](std::uint32_t at) { return reinterpret_cast<Value*>(values + at)->word.data(); };
  const Known* const all = known_.data();
  const Known* known = all + pc;
  unsigned count = 0, skipped = 0;
  for (; count < most; ++count) {
    if (known->way == Known::Way::Quick) {
      const auto& [a, b, c, d] = known->src;
      if ((areDefined[a] & areDefined[b] & areDefined[c] & areDefined[d] & areDefined[known->dst]) == 0)
        break;
      std::uint64_t* const to = wordsOf(known->at[4]);
      alignas(64) Row some;
      known->loop(wordsOf(known->at[0]), wordsOf(known->at[1]), wordsOf(known->at[2]), wordsOf(known->at[3]),
                  areAll ? to : some.data());
      if (!areAll)
        rows_.blend(lanes, some.data(), to);
      ++known;
    } else if (known->way == Known::Way::Jump) {
      std::uint32_t taken = lanes;
      if (known->guard != kNoRegister) {
        if (areDefined[known->guard] == 0)
          break;
        const std::uint32_t holds = rows_.bitsOf(warp.values[known->guard].word.data());
        taken &= known->guardNegated ? ~holds : holds;
      }
      if (taken == 0) {
        ++skipped;
        ++known;
      } else if (taken == lanes) {
        if (all + known->target <= known && !jumpsBackAlone(warp))
          break;
        known = all + known->target;
      } else {
        if (steps_[static_cast<std::size_t>(known - all)].isUniform)
          break;
        parted = taken;
        idle += static_cast<unsigned>(std::popcount(lanes & ~taken));
        ++count;
        break;
      }
    } else if (known->isOfShared && known->guard == kNoRegister) {
      const auto at = static_cast<std::uint32_t>(known - all);
      cta.clocks.tick(warp.number);
      if (!accessShared(cta, warp, at, lanes))
        execute({cta, warp, steps_[at], at, lanes});
      ++known;
    } else {
      break;
    }
    if (!areAll && static_cast<std::uint32_t>(known - all) == meetAt) {
      ++count;
      break;
    }
  }
  idle += std::uint64_t{skipped} * (areAll ? 32u : static_cast<unsigned>(std::popcount(lanes)));
  pc = static_cast<std::uint32_t>(known - all);
  return count;
}

/// One step of these lanes, and where they are then; false: it needs a look at others. `parted`: those that a branch
/// takes, where others of them go on.
[[gnu::always_inline]] inline bool Machine::runNextAlone(Cta& cta, Warp& warp, std::uint32_t& pc, std::uint32_t lanes,
                                                         std::uint64_t& idle, std::uint32_t& parted) {
  const Known& known = known_[pc];
  std::uint32_t executing = lanes, next = pc + 1;
  if (known.way == Known::Way::Other)
    return false;
  if (known.guard != kNoRegister) {
    const Value& guard = warp.values[known.guard];
    if (!warp.areDefined[known.guard] && (guard.undefined & lanes) != 0)
      return false;
    const std::uint32_t holds = rows_.bitsOf(guard.word.data());
    executing &= known.guardNegated ? ~holds : holds;
  }
  if (known.way == Known::Way::Jump) {
    const bool isParted = executing != lanes && executing != 0;
    if (isParted ? steps_[pc].isUniform : executing != 0 && known.target <= pc && !jumpsBackAlone(warp))
      return false;
    parted = isParted ? executing : 0;
    next = isParted ? pc : executing != 0 ? known.target : next;
  } else if (executing != 0 && (known.way > Known::Way::Plain || !runPlain(warp, known, executing))) {
    const Now now{cta, warp, steps_[pc], pc, executing};
    if (known.way == Known::Way::Access)
      cta.clocks.tick(warp.number);
    if (!known.isOfWords || !accessWords(now))
      execute(now);
  }
  if (executing != lanes)
    idle += static_cast<unsigned>(std::popcount(lanes & ~executing));
  pc = next;
  return true;
}

bool Machine::runAlone(Cta& cta, Warp& warp, std::size_t fragment, unsigned& turn) {
  if (trace_)
    return false;
  const Fragment& one = warp.fragments[fragment];
  const bool isLast = fragment + 1 == warp.fragments.size();
  const auto most = static_cast<unsigned>(std::min<std::uint64_t>(kTurn - turn, left_ - 1)); // the bound is step()'s
  std::uint32_t pc = one.pc, lanes = one.lanes, meetAt = warp.meetingPlace(one);
  unsigned count = 0, counted = 0;     // steps, and of how many `threads` has the lanes
  std::uint64_t threads = 0, idle = 0; // idle: lanes that do not execute a step
  std::uint32_t parted = 0;
  bool isAlone = true, isAtBarrier = false;
  const auto goOn = [&] { // as other lanes
    threads += std::uint64_t{count - counted} * static_cast<unsigned>(std::popcount(lanes));
    counted = count;
    lanes = one.lanes;
    meetAt = warp.meetingPlace(one);
  };
  while (isAlone && count < most) {
    if (pc == meetAt && count != 0) {
      if (!isLast || !warp.meetsAll())
        break;
      goOn();
      continue;
    }
    const unsigned quick = lanes == ~0u && meetAt == ~0u
                               ? quickSteps<true>(cta, warp, pc, lanes, meetAt, most - count, idle, parted)
                               : quickSteps<false>(cta, warp, pc, lanes, meetAt, most - count, idle, parted);
    count += quick;
    if (parted == 0) {
      if (count == most || (quick != 0 && pc == meetAt))
        continue;
      isAlone = runNextAlone(cta, warp, pc, lanes, idle, parted);
      count += isAlone ? 1 : 0;
    }
    const Known& known = known_[pc];
    if (parted != 0) {
      ++outcome_.counters.divergentBranches;
      const std::uint32_t meeting = steps_[pc].reconverge;
      if (!isLast || (known.target != meeting && pc + 1 != meeting))
        break;
      const bool meets = known.target == meeting; // those that it takes do
      warp.sendAhead(meets ? parted : lanes & ~parted, meeting);
      goOn();
      pc = meets ? pc + 1 : known.target;
      parted = 0;
    }
  }
  goOn();
  if (!isAlone && known_[pc].isOfBlock && known_[pc].guard == kNoRegister) {
    cta.clocks.tick(warp.number);
    warp.fragments[fragment].pc = pc;
    isAtBarrier = isAlone = comesWhole({cta, warp, steps_[pc], pc, lanes});
    count += isAtBarrier ? 1 : 0;
    threads += isAtBarrier ? static_cast<unsigned>(std::popcount(lanes)) : 0;
  }
  if (count != 0) {
    turn += count;
    left_ -= count;
    outcome_.counters.warpInstructions += count;
    outcome_.counters.threadInstructions += threads - idle;
    if (parted != 0)
      warp.diverge(fragment, parted, known_[pc].target, pc + 1, steps_[pc].reconverge);
    else if (!isAtBarrier)
      warp.advance(fragment, pc);
  }
  return isAlone && count != 0;
}

} // namespace warplaw::ptx
