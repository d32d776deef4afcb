// Accesses of shared memory that an interval notes, or hands over, beside Accesses that notes each lane of each: both
// meet somebody at the same access. For each kind of processor.
#include "ptx/machine/interval.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::ptx {
namespace {

constexpr unsigned kWarps = 3;
constexpr std::size_t kBytes = 3 * Accesses::kLine + 16;
constexpr std::uint64_t kFrom = 0x1000; ///< address of the first byte

struct Kind {
  const char* name;
  bool writes, isAtomic;
  std::uint32_t effect;
};
constexpr Kind kKinds[] = {{"read", false, false, 0},
                           {"write", true, false, 0},
                           {"volatile read", false, true, 0},
                           {"atomic of one order", true, true, 0},
                           {"add", true, true, 1},
                           {"xor", true, true, 2}};

/// CTAs one after another; each does what `random` says until two accesses race.
class Story {
public:
  Story(std::uint64_t seed, std::vector<unsigned> kinds, const RowFunctions& rows)
      : random_(seed), kinds_(std::move(kinds)), rows_(rows) {}
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
        clocks.arrive(each, seen);
      if (isOfAll)
        interval_.restart(handed_, false);
      else
        interval_.beforeClocksChange(clocks, handed_);
      for (unsigned each = isOfAll ? 0 : 1; each < kWarps; ++each)
        clocks.pass(each, seen);
    } else {
      return access(clocks, warp);
    }
    return true;
  }

  /// Lanes at one place, side by side, in reverse, or anywhere.
  bool access(Clocks& clocks, unsigned warp) {
    const Kind& kind = kKinds[kinds_[below(static_cast<unsigned>(kinds_.size()))]];
    const std::uint32_t some = lanes();
    constexpr std::uint32_t kSizes[] = {4, 4, 4, 4, 8, 2};
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
  const std::vector<std::vector<unsigned>> kinds = {{0}, {1}, {0, 0, 0, 1}, {4}, {4, 5}, {0, 4}, {2, 4}, {0, 3}};
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

} // namespace
} // namespace warplaw::ptx
