#include "check/foreign.h"
#include "fuzz/instructions/shfl.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/red.h"
#include "spec/instructions/shflsync.h"
#include "spec/instructions/vote.h"
#include "spec/instructions/votesync.h"
#include "spec/surrounding_parts.h"
#include <bit>
#include <fmt/format.h>

namespace warplaw::check {
namespace {
using spec::kLanes;
using spec::ShflMode;

void runRightly(Stated& s) {
  sharedOracle().of(s.form.mnemonic()).runPlainly(s.form, s.choices, s.operands, s.memory, s.cells, s.results);
}
/// The right rules of other operands.
Reading ofOperands(std::string name, std::function<void(const Stated&, spec::Operands&)> spoil) {
  return {std::move(name), [spoil](Stated& s) {
            const spec::Operands told = s.operands;
            spoil(s, s.operands);
            runRightly(s);
            s.operands = told;
          }};
}
/// What the right rules leave, changed.
Reading ofResults(std::string name, std::function<void(Stated&)> spoil) {
  return {std::move(name), [spoil](Stated& s) {
            runRightly(s);
            spoil(s);
          }};
}
template <class F> void eachExecuting(const Stated& s, F&& f) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (s.operands.exec >> lane & 1)
      f(lane);
}
std::uint32_t withBit(std::uint32_t word, unsigned bit, bool value) {
  return (word & ~(1u << bit)) | std::uint32_t{value} << bit;
}

/// The lanes that take part beside this one: those that execute; of a .sync form the members of its mask (SYNC-1).
std::uint32_t membersBeside(const Stated& s, unsigned lane) {
  const spec::Mnemonic mnemonic = s.form.mnemonic();
  if (mnemonic == spec::Mnemonic::Shfl || mnemonic == spec::Mnemonic::Vote)
    return s.operands.exec;
  return s.operands.row[spec::sync_rows::kMask][lane] & ~spec::partIn<spec::ExitedLanes>(s.cells).lanes;
}

// ---- a destination that is a source's register, or predicate (MACH-2)

/// One lane after another: each reads what those before it have written.
void runInTurn(Stated& s, const std::array<unsigned, kLanes>& order) {
  const Stated told = s;
  Stated now = s;
  runRightly(s);
  for (const unsigned lane : order) {
    if (!(told.operands.exec >> lane & 1))
      continue;
    Stated one = now;
    runRightly(one);
    s.results.row[0][lane] = one.results.row[0][lane];
    const bool predicate = one.results.predicate >> lane & 1;
    s.results.predicate = withBit(s.results.predicate, lane, predicate);
    if (told.resultRow)
      now.operands.row[*told.resultRow][lane] = one.results.row[0][lane];
    if (told.isPredicateTheSource)
      now.operands.predicate = withBit(now.operands.predicate, lane, predicate);
  }
}
/// The word of all lanes, then the predicate.
void runWordFirst(Stated& s) {
  Stated then = s;
  runRightly(s);
  if (!s.resultRow)
    return;
  eachExecuting(s, [&](unsigned lane) { then.operands.row[*s.resultRow][lane] = s.results.row[0][lane]; });
  runRightly(then);
  s.results.predicate = then.results.predicate;
}
/// In every register that is both, or in that of `value` alone.
std::vector<Reading> destinationWrittenTooEarly(unsigned value) {
  const std::string name = "destination-read-after-it-was-written (MACH-2)";
  const auto inTurn = [&](bool isDown, bool isAny) {
    return Reading{name, [=](Stated& s) {
                     if (!s.isPredicateTheSource && (!s.resultRow || (!isAny && *s.resultRow != value)))
                       return runRightly(s);
                     std::array<unsigned, kLanes> order;
                     for (unsigned k = 0; k < kLanes; ++k)
                       order[k] = isDown ? kLanes - 1 - k : k;
                     runInTurn(s, order);
                   }};
  };
  return {inTurn(false, true), inTurn(true, true), inTurn(false, false), inTurn(true, false), {name, runWordFirst}};
}

/// One lane after another: who executes is read from the guard, which holds the answers of the lanes before. The word,
/// too, or the predicate alone.
void runByGuardInTurn(Stated& s, bool isDown, bool isWordToo) {
  const Stated told = s;
  Stated now = s;
  runRightly(s);
  if (!told.isPredicateTheGuard)
    return;
  for (unsigned k = 0; k < kLanes; ++k) {
    const unsigned lane = isDown ? kLanes - 1 - k : k;
    if (!(told.operands.exec >> lane & 1))
      continue;
    Stated one = now;
    runRightly(one);
    const bool predicate = one.results.predicate >> lane & 1;
    s.results.predicate = withBit(s.results.predicate, lane, predicate);
    if (isWordToo)
      s.results.row[0][lane] = one.results.row[0][lane];
    now.operands.exec = withBit(now.operands.exec, lane, predicate);
  }
}
std::vector<Reading> guardWrittenTooEarly() {
  std::vector<Reading> all;
  for (const bool isDown : {false, true})
    for (const bool isWordToo : {false, true})
      all.push_back(
          {"guard-read-after-it-was-written (MACH-2)", [=](Stated& s) { runByGuardInTurn(s, isDown, isWordToo); }});
  return all;
}

std::vector<Reading> writtenTooEarly(unsigned value) {
  std::vector<Reading> all = destinationWrittenTooEarly(value);
  const std::vector<Reading> guards = guardWrittenTooEarly();
  all.insert(all.end(), guards.begin(), guards.end());
  return all;
}

// ---- shuffles

/// Where they say what, of SHFL and of shfl.sync.
struct Shuffle {
  unsigned value, lane, range;
  ShflMode mode(const Stated& s) const {
    return isSynced() ? static_cast<ShflMode>(s.form.as<spec::ShflsyncForm>().mode) : s.form.as<spec::ShflForm>().mode;
  }
  std::uint32_t given(const Stated& s, unsigned lane) const {
    return isSynced() ? s.choices.as<spec::ShflsyncChoices>().any[lane]
                      : s.choices.as<spec::ShflChoices>().inactive[lane];
  }
  bool isSynced() const { return value == spec::sync_rows::kValue; }
};
Shuffle shuffleOf(spec::Mnemonic mnemonic) {
  if (mnemonic == spec::Mnemonic::Shfl)
    return {spec::shfl_rows::kValue, spec::shfl_rows::kLane, spec::shfl_rows::kRange};
  return {spec::sync_rows::kValue, spec::shflsync_rows::kLane, spec::shflsync_rows::kRange};
}

/// One lane's operands as SHFL-1 takes them apart, but for b, which is whole.
struct Asked {
  ShflMode mode;
  std::int64_t lane, b;
  std::int64_t segment, least, greatest;
  /// Where it would read, and is that in range; out of range a lane reads itself.
  std::int64_t candidate() const {
    switch (mode) {
    case ShflMode::Idx:
      return least | (b & ~segment);
    case ShflMode::Up:
      return lane - b;
    case ShflMode::Down:
      return lane + b;
    case ShflMode::Bfly:
      break;
    }
    return lane ^ b;
  }
  bool isInRange(std::int64_t at) const { return mode == ShflMode::Up ? at >= greatest : at <= greatest; }
  fuzz::ShflSourcePlain source() const {
    const bool inRange = isInRange(candidate());
    const bool isLane = candidate() >= 0 && candidate() < std::int64_t{kLanes};
    return {static_cast<int>(inRange && isLane ? candidate() : lane), inRange};
  }
};
Asked askedOf(const Shuffle& shuffle, const Stated& s, unsigned lane) {
  const std::uint32_t c = s.operands.row[shuffle.range][lane], segment = c >> 8 & 31, least = lane & segment;
  return {shuffle.mode(s), lane, s.operands.row[shuffle.lane][lane] & 31, segment, least, least | (c & ~segment & 31)};
}

using Source = std::function<fuzz::ShflSourcePlain(const Stated&, unsigned lane, Asked)>;
Reading readsFrom(const Shuffle& shuffle, std::string name, Source source) {
  return ofResults(std::move(name), [shuffle, source](Stated& s) {
    eachExecuting(s, [&](unsigned lane) {
      const auto [from, inRange] = source(s, lane, askedOf(shuffle, s, lane));
      const bool isOn = from >= 0 && membersBeside(s, lane) >> from & 1;
      s.results.row[0][lane] =
          isOn ? s.operands.row[shuffle.value][static_cast<unsigned>(from)] : shuffle.given(s, lane);
      s.results.predicate = withBit(s.results.predicate, lane, inRange);
    });
  });
}

/// The k-th of these lanes, from 0; -1 where there are fewer.
int kthOf(std::uint32_t lanes, int k) {
  for (; lanes && k > 0; --k)
    lanes &= lanes - 1;
  return lanes ? std::countr_zero(lanes) : -1;
}
int rankIn(std::uint32_t lanes, unsigned lane) { return std::popcount(lanes & ((1u << lane) - 1)); }

enum class Wraps { Signed, Unsigned };
/// A distance counts with all its bits in arithmetic of 32 bits, and a lane's number is then cut to 5: what a lane
/// receives. Who writes for one lane (warplaw/lane.h) does not say the predicate, which is then right.
Reading wholeDistance(const Shuffle& shuffle, std::string name, Wraps wraps, bool saysPredicate) {
  return ofResults(std::move(name), [=](Stated& s) {
    eachExecuting(s, [&](unsigned lane) {
      Asked asked = askedOf(shuffle, s, lane);
      if (asked.mode == ShflMode::Idx)
        return;
      asked.b = static_cast<std::int32_t>(s.operands.row[shuffle.lane][lane]);
      const auto at = static_cast<std::uint32_t>(asked.candidate());
      const bool inRange = asked.isInRange(wraps == Wraps::Unsigned ? std::int64_t{at} : static_cast<std::int32_t>(at));
      const unsigned from = inRange ? at & 31 : lane;
      if (saysPredicate)
        s.results.predicate = withBit(s.results.predicate, lane, inRange);
      const bool isOn = membersBeside(s, lane) >> from & 1;
      s.results.row[0][lane] = isOn ? s.operands.row[shuffle.value][from] : shuffle.given(s, lane);
    });
  });
}

std::vector<Reading> otherRanges(const Shuffle& shuffle) {
  const std::string rule = shuffle.isSynced() ? " (SYNC-2)" : " (SHFL-1)";
  const auto ranges = [&](const char* name, std::function<std::uint32_t(ShflMode, std::uint32_t)> range) {
    return ofOperands(name + rule, [shuffle, range](const Stated& s, spec::Operands& operands) {
      for (std::uint32_t& c : operands.row[shuffle.range])
        c = range(shuffle.mode(s), c);
    });
  };
  const auto whole = [](ShflMode mode) { return mode == ShflMode::Up ? 0u : 31u; };
  std::vector<Reading> all = {
      ranges("segment-ignored", [](ShflMode, std::uint32_t c) { return c & 31; }),
      ranges("clamp-ignored", [=](ShflMode mode, std::uint32_t c) { return (c & ~31u) | whole(mode); }),
      ranges("range-ignored", [=](ShflMode mode, std::uint32_t) { return whole(mode); })};
  for (const auto& [itsEnd, itsBeginning] : {std::pair(true, true), std::pair(true, false), std::pair(false, true)})
    all.push_back(readsFrom(shuffle, "segment-begins-at-lane-0" + rule, [=](const Stated&, unsigned, Asked asked) {
      asked.greatest &= itsEnd ? ~asked.least : ~0;
      asked.least = itsBeginning ? 0 : asked.least;
      return asked.source();
    }));
  return all;
}
std::vector<Reading> otherSources(const Shuffle& shuffle) {
  const auto rule = [&](const char* of) { return shuffle.isSynced() ? " (SYNC-2)" : fmt::format(" ({})", of); };
  const auto withB = [shuffle](std::int64_t (*counts)(std::uint32_t b)) { // of the word, this
    return [shuffle, counts](const Stated& s, unsigned lane, Asked asked) {
      asked.b = counts(s.operands.row[shuffle.lane][lane]);
      return asked.source();
    };
  };
  std::vector<Reading> all = {
      readsFrom(shuffle, "b-is-signed" + rule("SHFL-9"),
                withB([](std::uint32_t b) { return std::int64_t{static_cast<std::int32_t>(b)}; })),
      readsFrom(shuffle, "butterfly-keeps-the-own-outside-its-segment" + rule("SHFL-12"),
                [](const Stated&, unsigned lane, const Asked& asked) {
                  const bool leaves =
                      asked.mode == ShflMode::Bfly && (asked.candidate() & asked.segment) != asked.least;
                  return leaves ? fuzz::ShflSourcePlain{static_cast<int>(lane), false} : asked.source();
                }),
      readsFrom(shuffle, "index-outside-its-segment-gives-the-own" + rule("SHFL-2"),
                [shuffle](const Stated& s, unsigned lane, const Asked& asked) {
                  const bool isOutside = s.operands.row[shuffle.lane][lane] & ~(31u & ~asked.segment);
                  const bool isOwn = asked.mode == ShflMode::Idx && isOutside;
                  return isOwn ? fuzz::ShflSourcePlain{static_cast<int>(lane), false} : asked.source();
                }),
      readsFrom(shuffle, "k-th-active-lane-taken-for-lane-k" + rule("SHFL-7"),
                [](const Stated& s, unsigned lane, const Asked& asked) {
                  const auto [from, inRange] = asked.source();
                  return fuzz::ShflSourcePlain{kthOf(membersBeside(s, lane), from), inRange};
                }),
      readsFrom(shuffle, "k-th-active-lane-taken-for-lane-k" + rule("SHFL-7"), // its own number, too
                [](const Stated& s, unsigned lane, Asked asked) {
                  const std::uint32_t members = membersBeside(s, lane);
                  const std::int64_t end = asked.greatest & ~asked.least;
                  asked.lane = rankIn(members, lane);
                  asked.least = asked.lane & asked.segment;
                  asked.greatest = asked.least | end;
                  const auto [from, inRange] = asked.source();
                  return fuzz::ShflSourcePlain{kthOf(members, from), inRange};
                }),
      readsFrom(shuffle, "k-th-active-lane-taken-for-lane-k" + rule("SHFL-7"), // where there is one
                [](const Stated& s, unsigned lane, const Asked& asked) {
                  const auto [from, inRange] = asked.source();
                  const int k = inRange && asked.mode == ShflMode::Idx ? kthOf(membersBeside(s, lane), from) : from;
                  return fuzz::ShflSourcePlain{k < 0 ? static_cast<int>(lane) : k, inRange};
                })};
  if (shuffle.isSynced()) // there a twin says so
    return all;
  const std::string name = "high-bits-of-b-count" + rule("SHFL-9");
  all.push_back(readsFrom(shuffle, name, withB([](std::uint32_t b) { return std::int64_t{b}; })));
  all.push_back(readsFrom(shuffle, name, [shuffle](const Stated& s, unsigned lane, Asked asked) { // as of 64 lanes
    if (asked.mode != ShflMode::Idx)
      asked.b = s.operands.row[shuffle.lane][lane] & 63;
    return asked.source();
  }));
  all.push_back(readsFrom(shuffle, name, withB([](std::uint32_t b) { return std::int64_t{b & 0xff}; })));
  all.push_back(
      readsFrom(shuffle, name, withB([](std::uint32_t b) { return std::int64_t{static_cast<std::int8_t>(b)}; })));
  all.push_back(wholeDistance(shuffle, name, Wraps::Signed, false));
  for (const Wraps wraps : {Wraps::Signed, Wraps::Unsigned})
    all.push_back(wholeDistance(shuffle, name, wraps, true));
  return all;
}

// ---- votes

bool asksForEqual(const Stated& s) {
  return s.form.mnemonic() == spec::Mnemonic::Vote ? s.form.as<spec::VoteForm>().mode == spec::VoteMode::Eq
                                                   : s.form.as<spec::VotesyncForm>().mode == spec::VotesyncMode::Uni;
}
std::vector<Reading> votes(spec::Mnemonic mnemonic) {
  const char* const rule = mnemonic == spec::Mnemonic::Vote ? "VOTE" : "SYNC-3";
  const auto named = [&](const char* name, const char* number) {
    return fmt::format("{} ({}{})", name, rule, mnemonic == spec::Mnemonic::Vote ? number : "");
  };
  return {ofResults(named("equal-is-any-xor-all", "-2"),
                    [](Stated& s) {
                      if (asksForEqual(s))
                        s.results.predicate ^= s.operands.exec;
                    }),
          ofResults(named("k-th-voter-taken-for-lane-k", "-1"), [](Stated& s) {
            eachExecuting(s, [&](unsigned lane) {
              if (!(s.results.written[0] >> lane & 1))
                return;
              std::uint32_t ballot = 0;
              for (std::uint32_t left = membersBeside(s, lane), k = 0; left; left &= left - 1, ++k)
                ballot |= (s.results.row[0][lane] >> std::countr_zero(left) & 1) << k;
              s.results.row[0][lane] = ballot;
            });
          })};
}

// ---- INC and DEC

/// The same access with an addition instead; `addend` of the operand.
template <class Form, class Op> std::vector<Reading> counters(Op inc, Op dec, Op add, unsigned row, const char* rule) {
  const auto adds = [=](const char* name, Op instead, std::function<std::uint32_t(std::uint32_t)> addend) {
    return Reading{fmt::format("{} ({})", name, rule), [=](Stated& s) {
                     Stated other = s;
                     auto& form = other.form.as<Form>();
                     if (form.op == instead) {
                       form.op = add;
                       for (std::uint32_t& word : other.operands.row[row])
                         word = addend(word);
                     }
                     runRightly(other);
                     s.memory = other.memory;
                     s.cells = other.cells;
                     s.results = other.results;
                   }};
  };
  return {adds("inc-adds-its-limit", inc, [](std::uint32_t b) { return b; }),
          adds("inc-has-no-limit", inc, [](std::uint32_t) { return 1u; }),
          adds("dec-subtracts-its-limit", dec, [](std::uint32_t b) { return 0u - b; }),
          adds("dec-has-no-limit", dec, [](std::uint32_t) { return ~0u; })};
}

/// ATOMS' lanes one after the other, each on the memory that those before it left: `spoil` changes what a lane asks by
/// what it is rightly given.
void runLaneByLane(Stated& s,
                   const std::function<void(Stated& one, unsigned lane, const spec::Results& rightly)>& spoil) {
  Stated all = s;
  runRightly(all);
  for (const std::uint8_t lane : s.choices.as<spec::AtomsChoices>().order) {
    Stated one = s;
    one.operands.exec &= 1u << lane;
    Stated tried = one;
    runRightly(tried);
    spoil(one, lane, tried.results);
    runRightly(one);
    s.memory = one.memory;
    for (unsigned row = 0; row < spec::kResultRows; ++row)
      all.results.row[row][lane] = one.results.row[row][lane];
  }
  s.results = all.results;
}

/// Up to the limit: one step after the other, as each finds what memory holds.
Reading incAddsUpToItsLimit() {
  return {"inc-adds-its-limit (ATOMS-6)", [](Stated& s) {
            if (s.form.as<spec::AtomsForm>().op != spec::AtomsOp::Inc)
              return runRightly(s);
            runLaneByLane(s, [](Stated& one, unsigned lane, const spec::Results& rightly) {
              if (rightly.row[0][lane] < one.operands.row[spec::atoms_rows::kOperand][lane])
                one.form.as<spec::AtomsForm>().op = spec::AtomsOp::Add;
            });
          }};
}

/// Rd gets what memory held, and is then read as Rb where both are one register. CAS reads Rb first, to compare.
Reading operandReadLate() {
  return {"destination-read-after-it-was-written (MACH-2)", [](Stated& s) {
            namespace rows = spec::atoms_rows;
            const spec::AtomsOp op = s.form.as<spec::AtomsForm>().op;
            if (s.resultRow != rows::kOperand || op == spec::AtomsOp::Cas || op == spec::AtomsOp::Cast)
              return runRightly(s);
            runLaneByLane(s, [](Stated& one, unsigned lane, const spec::Results& rightly) {
              one.operands.row[rows::kOperand][lane] = rightly.row[0][lane];
              one.operands.row[rows::kOperandHigh][lane] = rightly.row[1][lane];
            });
          }};
}

} // namespace

std::vector<Reading> foreignReadings(spec::Mnemonic mnemonic) {
  std::vector<Reading> all;
  const auto add = [&](const std::vector<Reading>& some) { all.insert(all.end(), some.begin(), some.end()); };
  switch (mnemonic) {
  case spec::Mnemonic::Shfl:
  case spec::Mnemonic::Shflsync:
    add(otherRanges(shuffleOf(mnemonic)));
    add(otherSources(shuffleOf(mnemonic)));
    add(writtenTooEarly(shuffleOf(mnemonic).value));
    break;
  case spec::Mnemonic::Vote:
  case spec::Mnemonic::Votesync:
    add(votes(mnemonic));
    add(writtenTooEarly(spec::sync_rows::kValue));
    break;
  case spec::Mnemonic::Matchsync:
  case spec::Mnemonic::Reduxsync:
  case spec::Mnemonic::Electsync:
    add(writtenTooEarly(spec::sync_rows::kValue));
    break;
  case spec::Mnemonic::Atoms:
    add(counters<spec::AtomsForm>(spec::AtomsOp::Inc, spec::AtomsOp::Dec, spec::AtomsOp::Add,
                                  spec::atoms_rows::kOperand, "ATOMS-6"));
    add({incAddsUpToItsLimit(), operandReadLate()});
    break;
  case spec::Mnemonic::Red:
    add(counters<spec::RedForm>(spec::RedOp::Inc, spec::RedOp::Dec, spec::RedOp::Add, spec::red_rows::kOperand,
                                "RED-6"));
    break;
  default:
    break;
  }
  return all;
}

} // namespace warplaw::check
