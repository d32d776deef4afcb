// Who accessed a place of memory, and what is before what, beside a list of all accesses that is searched each time:
// both meet somebody at the same access.
#include "access_kinds.h"
#include "ptx/machine/order.h"
#include <bit>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::ptx {
namespace order_test {

constexpr unsigned kWarps = 2;
constexpr std::size_t kBytes = 2 * Accesses::kLine;

/// A thread's access of one byte.
struct Event {
  unsigned thread;
  std::size_t byte;
  Stamp stamp;
  std::uint32_t step;
  bool writes, isAtomic;
  std::uint32_t effect;
};

/// All that happened; each thread of the CTA that runs knows of which events they are before what it does.
class AllEvents {
public:
  explicit AllEvents(unsigned threads) : known_(threads) {}
  void newCta() {
    for (auto& known : known_)
      known.assign(events_.size(), false);
    first_ = events_.size();
  }
  /// What these threads know, all know that wait for them; what they did, too.
  void meet(const std::vector<unsigned>& threads, const std::vector<unsigned>& waiting) {
    std::vector<bool> all(events_.size(), false);
    for (std::size_t i = first_; i < events_.size(); ++i)
      for (const unsigned thread : threads)
        if (knows(thread, i))
          all[i] = true;
    for (const unsigned thread : waiting)
      known_[thread] = all;
  }
  bool meets(const Event& now, const Event& earlier, std::size_t index) const {
    if (earlier.byte != now.byte || knows(now.thread, index) || (!now.writes && !earlier.writes))
      return false;
    if (!now.isAtomic || !earlier.isAtomic)
      return true;
    return now.effect == 0 || now.effect != earlier.effect;
  }
  /// Those that an access meets: in a race, or not.
  std::vector<Event> metBy(const Event& now, bool isRace) const {
    std::vector<Event> met;
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (meets(now, events_[i], i) && isRace == !(now.isAtomic && events_[i].isAtomic))
        met.push_back(events_[i]);
    return met;
  }
  void add(const Event& event) { events_.push_back(event); }

private:
  bool knows(unsigned thread, std::size_t event) const {
    return event >= first_ &&
           (events_[event].thread == thread || (event < known_[thread].size() && known_[thread][event]));
  }
  std::vector<Event> events_;
  std::vector<std::vector<bool>> known_; ///< [thread][event]
  std::size_t first_ = 0;                ///< of this CTA
};

/// CTAs one after another; each does what `random` says until two accesses race.
class Story {
public:
  Story(std::uint64_t seed, std::vector<unsigned> kinds, bool prefersWholes)
      : random_(seed), kinds_(std::move(kinds)), prefersWholes_(prefersWholes), accesses_(kBytes), all_(kWarps * 32) {}
  /// Did anybody race?
  bool run(unsigned steps) {
    std::uint64_t start = 1;
    for (unsigned cta = 0; cta < 3; ++cta) {
      Clocks clocks(kWarps, start);
      all_.newCta();
      for (unsigned i = 0; i < steps; ++i)
        if (!step(clocks))
          return true;
      start = clocks.end();
    }
    return false;
  }
  unsigned orders() const { return orders_; } ///< accesses that met others, and no race

private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  static std::vector<unsigned> threadsOf(unsigned warp, std::uint32_t lanes) {
    std::vector<unsigned> threads;
    for (; lanes != 0; lanes &= lanes - 1)
      threads.push_back(warp * 32 + static_cast<unsigned>(std::countr_zero(lanes)));
    return threads;
  }
  std::uint32_t lanes() {
    constexpr std::uint32_t kLanes[] = {~0U, 1, 2, 3, 0xf0, 0x80000000, 0xffff0000, 0x5};
    return kLanes[below(std::size(kLanes))];
  }

  bool step(Clocks& clocks) {
    const unsigned warp = below(kWarps), what = below(8);
    if (what == 0) {
      const std::uint32_t some = lanes();
      told_ += fmt::format("lanes {:#x} of warp {} meet\n", some, warp);
      clocks.joinLanes(warp, some);
      all_.meet(threadsOf(warp, some), threadsOf(warp, some));
    } else if (what == 1) {
      meetAtBarrier(clocks);
    } else {
      return access(clocks, warp);
    }
    return true;
  }

  /// All of all warps, or some lanes of some, of which not all wait.
  void meetAtBarrier(Clocks& clocks) {
    const bool isOfThreads = below(2) == 0;
    std::uint32_t come[kWarps], wait[kWarps];
    for (unsigned each = 0; each < kWarps; ++each) {
      come[each] = isOfThreads ? lanes() : ~0U;
      wait[each] = isOfThreads && below(3) == 0 ? 0 : come[each];
      told_ += fmt::format("lanes {:#x} of warp {} come to a barrier, {:#x} wait\n", come[each], each, wait[each]);
    }
    Clocks::Seen seen;
    std::vector<unsigned> threads, waiting;
    for (unsigned each = 0; each < kWarps; ++each) {
      if (come[each] != ~0U && !clocks.areOfThreads()) {
        seen = clocks.ofThreads(seen); // of warps that came before
        clocks.takeThreads();
      }
      clocks.arrive(each, come[each], seen);
      std::ranges::copy(threadsOf(each, come[each]), std::back_inserter(threads));
      std::ranges::copy(threadsOf(each, wait[each]), std::back_inserter(waiting));
    }
    for (unsigned each = 0; each < kWarps; ++each)
      if (wait[each] != 0)
        clocks.pass(each, wait[each], seen);
    all_.meet(threads, waiting);
  }

  /// All lanes the same word, or lane i the word i; sometimes one byte or two of it.
  bool access(Clocks& clocks, unsigned warp) {
    const Kind& kind = kKinds[kinds_[below(static_cast<unsigned>(kinds_.size()))]];
    const bool isWhole = prefersWholes_ && below(3) != 0;
    const std::uint32_t some = isWhole ? ~0U : lanes();
    const bool isSpread = isWhole || below(3) == 0, isByte = !isWhole && below(12) == 0;
    const std::size_t size = isByte ? 1 + below(2) : 4, base = Accesses::kLine * below(2);
    const std::size_t inWord = isByte ? size * below(static_cast<unsigned>(4 / size)) : 0;
    clocks.tick(warp);
    const Access now{&clocks, stampOf(clocks.now(warp), warp, 0), ++steps_, kind.writes, kind.isAtomic, kind.effect};
    told_ += fmt::format("step {}: {} of {} bytes at {}{} by lanes {:#x} of warp {}\n", steps_, kind.name, size,
                         base + inWord, isSpread ? " and on" : "", some, warp);
    if (some == ~0U && isSpread && !isByte && (isWhole || below(2) == 0) && accesses_.noteWhole(base, now)) {
      told_ += "  noted as a whole\n";
      for (unsigned lane = 0; lane < 32; ++lane)
        if (!agree(now, warp, lane, base + 4 * lane, 4, {}))
          return false;
      return true;
    }
    for (std::uint32_t left = some; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const std::size_t at = base + (isSpread ? 4 * lane : 0) + inWord;
      Accesses::Met met;
      if (!accesses_.noteQuickly(at, size, now, lane))
        met = accesses_.note(at, size, now, lane);
      if (!agree(now, warp, lane, at, size, met))
        return false;
    }
    return true;
  }

  /// False: somebody was met in a race, as both say. After accesses that may change places, and show it, all goes on.
  bool agree(const Access& now, unsigned warp, unsigned lane, std::size_t at, std::size_t size,
             const Accesses::Met& met) {
    std::vector<Event> races, orders;
    for (std::size_t byte = at; byte < at + size; ++byte) {
      const Event event{warp * 32 + lane, byte, now.stamp | lane, now.step, now.writes, now.isAtomic, now.effect};
      std::ranges::copy(all_.metBy(event, true), std::back_inserter(races));
      std::ranges::copy(all_.metBy(event, false), std::back_inserter(orders));
      all_.add(event);
    }
    const auto isOneOf = [](const std::vector<Event>& some, const Earlier& earlier) {
      return std::ranges::any_of(
          some, [&](const Event& other) { return other.stamp == earlier.stamp && other.step == earlier.step; });
    };
    EXPECT_TRUE(races.empty() ? met.race.isNone() : isOneOf(races, met.race)) << "race, lane " << lane << "\n" << told_;
    if (races.empty()) {
      EXPECT_TRUE(orders.empty() ? met.order.isNone() : isOneOf(orders, met.order)) << "order, lane " << lane << "\n"
                                                                                    << told_;
    }
    orders_ += !orders.empty();
    return races.empty() && !testing::Test::HasFailure();
  }

  std::mt19937_64 random_;
  std::vector<unsigned> kinds_;
  bool prefersWholes_; ///< lines that all lanes access, lane i the word i
  Accesses accesses_;
  AllEvents all_;
  std::string told_;
  std::uint32_t steps_ = 0;
  unsigned orders_ = 0;
};

TEST(Order, AccessesMeetWhomAListOfAllMeets_PTX_15) {
  // some kinds at a time, so that many steps pass before somebody is met
  const std::vector<std::vector<unsigned>> kinds = {{0},
                                                    {0, 1},
                                                    {4},
                                                    {4, 5},
                                                    {0, 4},
                                                    {1, 4},
                                                    {0, 4, 4, 4, 5},
                                                    {2, 4},
                                                    {2, 3},
                                                    {0, 1, 2, 3, 4, 5},
                                                    {1, 3, 3, 3, 3},
                                                    {0, 3, 3, 4}};
  unsigned races = 0, orders = 0, told = 0;
  for (std::uint64_t seed = 0; seed < 1300 && !HasFailure(); ++seed, ++told) {
    Story story(seed, kinds[seed % kinds.size()], seed / kinds.size() % 4 == 3);
    races += story.run(12);
    orders += story.orders();
  }
  EXPECT_GT(races, told / 4);
  EXPECT_LT(races, told);
  EXPECT_GT(orders, told);
}

} // namespace order_test
} // namespace warplaw::ptx
