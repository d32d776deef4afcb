// Accesses of shared memory that an interval notes, or hands over, beside Accesses that notes each lane of each: both
// meet somebody at the same access. For each kind of processor.
#include "access_kinds.h"
#include "ptx/machine/interval.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::ptx {
namespace interval_test {

constexpr unsigned kWarps = 3;
constexpr std::size_t kBytes = 5 * Accesses::kLine + 16;
constexpr std::uint64_t kFrom = 0x1000; ///< address of the first byte
/// After so many intervals their numbers begin again.
constexpr std::uint64_t kIntervals = (std::uint64_t{1} << 32) / kWordStates - 1;

/// CTAs one after another; each does what `random` says until two accesses race.
class Story {
public:
  Story(std::uint64_t seed, std::vector<unsigned> kinds, const RowFunctions& rows)
      : random_(seed), kinds_(std::move(kinds)), rows_(rows) {}
  /// So many intervals before it begins, in which nobody accesses anything.
  void skip(std::uint64_t intervals) {
    for (; intervals != 0; --intervals)
      interval_.restart(handed_, false);
  }
  void run(unsigned steps) {
    std::uint64_t start = 1;
    for (unsigned cta = 0; cta < 3; ++cta) {
      Clocks clocks(kWarps, start);
      interval_.restart(handed_, true);
      each_.forget();
      for (unsigned i = 0; i < steps; ++i)
        if (!step(clocks))
          return;
      start = clocks.end();
    }
  }
  unsigned noted = 0, left = 0, met = 0; ///< accesses: by the interval, by Accesses; those that met somebody

private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::uint32_t lanes() {
    constexpr std::uint32_t kLanes[] = {~0U, ~0U, ~0U, 1, 3, 0x80000000, 0xffff0000, 0x0f0f0f0f};
    return kLanes[below(std::size(kLanes))];
  }

  bool step(Clocks& clocks) {
    const unsigned warp = below(kWarps), what = below(12);
    if (what == 0) {
      told_ += fmt::format("some lanes of warp {} meet\n", warp);
      interval_.beforeClocksChange(clocks, handed_);
      clocks.joinLanes(warp, lanes());
    } else if (what <= 3) {
      const bool isOfAll = what != 1;
      told_ += isOfAll ? "all warps meet\n" : "two warps meet\n";
      Clocks::Seen seen;
      for (unsigned each = isOfAll ? 0 : 1; each < kWarps; ++each)
        clocks.arrive(each, ~0U, seen);
      if (isOfAll)
        interval_.restart(handed_, false);
      else
        interval_.beforeClocksChange(clocks, handed_);
      for (unsigned each = isOfAll ? 0 : 1; each < kWarps; ++each)
        clocks.pass(each, ~0U, seen);
    } else {
      return access(clocks, warp);
    }
    return true;
  }

  /// Lanes at one place, side by side, in reverse, or anywhere.
  bool access(Clocks& clocks, unsigned warp) {
    const Kind& kind = kKinds[kinds_[below(static_cast<unsigned>(kinds_.size()))]];
    const std::uint32_t some = lanes();
    constexpr std::uint32_t kSizes[] = {4, 4, 4, 4, 8, 16, 2};
    const std::uint32_t size = kSizes[below(std::size(kSizes))], count = static_cast<std::uint32_t>(kBytes) / size;
    const unsigned way = below(4), first = below(count - 32);
    std::uint64_t base[32], address[32];
    for (unsigned lane = 0; lane < 32; ++lane)
      base[lane] = kFrom + size * (way == 0   ? first
                                   : way == 1 ? first + lane
                                   : way == 2 ? first + 31 - lane
                                              : below(count));
    const Span span =
        rows_.addresses(base, 0, ~std::uint64_t{0}, size, some, static_cast<unsigned>(std::countr_zero(some)), address);
    clocks.tick(warp);
    const Access now{&clocks, stampOf(clocks.now(warp), warp, 0), ++steps_, kind.writes, kind.isAtomic, kind.effect};
    told_ += fmt::format("step {}: {} of {} bytes by lanes {:#x} of warp {}, way {} from {}\n", steps_, kind.name, size,
                         some, warp, way, first);
    const bool isNoted = interval_.note(now, address, kFrom, size, some, span, rows_, handed_);
    ++(isNoted ? noted : left);
    for (std::uint32_t rest = some; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::size_t at = address[lane] - kFrom;
      const Accesses::Met expected = each_.note(at, size, now, lane);
      const Accesses::Met found = isNoted ? Accesses::Met{} : handed_.note(at, size, now, lane);
      EXPECT_EQ(found.race.isNone(), expected.race.isNone()) << "lane " << lane << "\n" << told_;
      if (expected.race.isNone())
        EXPECT_EQ(found.order.isNone(), expected.order.isNone()) << "lane " << lane << "\n" << told_;
      met += !expected.isNone();
      if (!expected.race.isNone() || testing::Test::HasFailure())
        return false;
    }
    return true;
  }

  std::mt19937_64 random_;
  std::vector<unsigned> kinds_;
  const RowFunctions& rows_;
  Interval interval_{kBytes};
  Accesses handed_{kBytes}, each_{kBytes};
  std::string told_;
  std::uint32_t steps_ = 0;
};

TEST(Interval, MeetsWhomAccessesMeet_PTX_15) {
  const std::vector<std::vector<unsigned>> kinds = {
      {0}, {1}, {0, 0, 0, 1}, {4}, {4, 5}, {0, 4}, {2, 4}, {0, 3}, {1, 4}, {0, 1, 4}, {0, 1, 2, 3, 4, 5}};
  for (const RowFunctions* const rows : rowPaths()) {
    if (!rows->isSupported())
      continue;
    unsigned noted = 0, left = 0, met = 0, told = 0;
    for (std::uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed, ++told) {
      Story story(seed, kinds[seed % kinds.size()], *rows);
      story.run(16);
      noted += story.noted;
      left += story.left;
      met += story.met;
    }
    EXPECT_GT(noted, 2 * told);
    EXPECT_GT(left, told);
    EXPECT_GT(met, told / 4);
  }
}

/// All lanes access words, two lanes the same one; then one lane alone writes its own.
TEST(Interval, OfTwoThatReadAWordNeitherWritesItUnmet_PTX_15) {
  for (const RowFunctions* const rows : rowPaths()) {
    for (unsigned number = 0; rows->isSupported() && number < 32 * 32 * 32; ++number) {
      const unsigned one = number % 32, other = number / 32 % 32, writer = number / 1024;
      Interval interval(kBytes);
      Accesses accesses(kBytes);
      Clocks clocks(kWarps, 1);
      interval.restart(accesses, true);
      std::uint64_t base[32], address[32];
      for (unsigned lane = 0; lane < 32; ++lane)
        base[lane] = kFrom + 4 * (lane == one ? other : lane);
      const auto isNoted = [&](bool writes, std::uint32_t lanes) {
        const Span span = rows->addresses(base, 0, ~std::uint64_t{0}, 4, lanes,
                                          static_cast<unsigned>(std::countr_zero(lanes)), address);
        clocks.tick(0);
        return interval.note({&clocks, stampOf(clocks.now(0), 0, 0), 0, writes}, address, kFrom, 4, lanes, span, *rows,
                             accesses);
      };
      EXPECT_TRUE(isNoted(false, ~0U));
      EXPECT_EQ(isNoted(true, 1U << writer), one == other || (writer != one && writer != other));
      interval.restart(accesses, true);
      EXPECT_EQ(isNoted(true, ~0U), one == other);
    }
  }
}

TEST(Interval, NumbersOfIntervalsBeginAgain_PTX_15) {
  unsigned noted = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    const std::vector<unsigned> kinds = seed % 2 == 0 ? std::vector<unsigned>{0} : std::vector<unsigned>{0, 0, 0, 0, 1};
    Story first(seed, kinds, rowFunctions()), last(seed, kinds, rowFunctions());
    last.skip(kIntervals - 1 - seed % 6); // so that they begin again in the middle of it
    first.run(30);
    last.run(30);
    EXPECT_EQ(first.noted, last.noted);
    EXPECT_EQ(first.left, last.left);
    noted += first.noted;
  }
  EXPECT_GT(noted, 60u * 4);
}

/// Turns with a barrier, or a new CTA, between them. In each, every byte or word is written by another thread.
struct Turns {
  const char* name;
  std::size_t (*size)(unsigned number); ///< of a turn, and more by one from warp to warp
  bool areBlocks;
};

TEST(Interval, NoTurnHoldsMoreMemory_PTX_15) {
  const auto bytes = [](unsigned) -> std::size_t { return 1; };
  const auto words = [](unsigned) -> std::size_t { return 4; };
  const auto both = [](unsigned number) -> std::size_t { return number % 3 == 0 ? 4 : number % 3; };
  const Turns kTurns[] = {{"bytes", bytes, false}, {"words", words, false}, {"both", both, false},
                          {"bytes", bytes, true},  {"words", words, true},  {"both", both, true}};
  const RowFunctions& rows = rowFunctions();
  for (const Turns& turns : kTurns) {
    SCOPED_TRACE(fmt::format("{}, {}", turns.name, turns.areBlocks ? "blocks" : "barriers"));
    Interval interval(kBytes);
    Accesses accesses(kBytes);
    Clocks clocks(kWarps, 1);
    interval.restart(accesses, true);
    for (unsigned turn = 0; turn < 10000 && !HasFailure(); ++turn) {
      for (unsigned warp = 0; warp < kWarps; ++warp) {
        const std::size_t size = turns.size(turn + warp), line = Accesses::kLine * ((warp + turn) % kWarps);
        std::uint64_t base[32], address[32];
        for (unsigned lane = 0; lane < 32; ++lane)
          base[lane] = kFrom + line + 4 * ((lane + turn) % 32);
        const Span span = rows.addresses(base, 0, ~std::uint64_t{0}, static_cast<std::uint32_t>(size), ~0U, 0, address);
        clocks.tick(warp);
        const Access now{&clocks, stampOf(clocks.now(warp), warp, 0), 0, true};
        const bool isNoted = interval.note(now, address, kFrom, size, ~0U, span, rows, accesses) ||
                             (size == 4 && accesses.noteWhole(line, now));
        for (unsigned lane = 0; lane < 32 && !isNoted; ++lane)
          EXPECT_TRUE(accesses.note(address[lane] - kFrom, size, now, lane).isNone()) << "turn " << turn;
      }
      interval.restart(accesses, turns.areBlocks);
      if (turns.areBlocks)
        clocks.restart(clocks.end());
      else
        clocks.passAll();
      for (std::size_t line = 0; line < accesses.lines() && turns.areBlocks; ++line)
        EXPECT_FALSE(accesses.isTouched(line)) << "turn " << turn;
    }
    // for each byte and each word of each line, once
    EXPECT_LE(accesses.ownedPlaces(), accesses.lines() * (Accesses::kLine + Accesses::kLine / 4));
  }
}

} // namespace interval_test
} // namespace warplaw::ptx
