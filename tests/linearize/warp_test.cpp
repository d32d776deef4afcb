// The method for one instruction against the general one, on random warps of up to 32 lanes, and against the trail
// checker on all small trails. Whether it says anything true is agree_test's to see, which reaches it too.
#include "linearize/check.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>

namespace warplaw::linearize::test {
namespace {

using Random = std::mt19937_64;
std::uint64_t below(Random& random, std::uint64_t bound) { return (random() >> 32) % bound; }
bool chance(Random& random, unsigned percent) { return below(random, 100) < percent; }
template <class T> const T& oneOf(Random& random, const std::vector<T>& choices) {
  return choices[below(random, choices.size())];
}

constexpr std::uint64_t kBase = 16;

void setBytes(std::vector<std::uint8_t>& memory, std::uint64_t at, unsigned bytes, std::uint64_t value) {
  for (unsigned k = 0; k < bytes; ++k)
    memory[at + k] = static_cast<std::uint8_t>(value >> 8 * k);
}

/// All of memory as one region, or each 4 or 8 bytes as one, all there, none, or some, rarely half of one.
std::vector<KnownBytes> known(const std::vector<std::uint8_t>& memory, unsigned bytes, Random& random) {
  if (chance(random, 30))
    return {{0, memory}};
  std::vector<KnownBytes> regions;
  const unsigned percent = oneOf<unsigned>(random, {100, 100, 100, 80, 0});
  for (std::size_t at = kBase; at + bytes <= memory.size(); at += bytes)
    if (chance(random, percent)) {
      const unsigned length = chance(random, 1) && chance(random, 20) ? bytes / 2 : bytes;
      const auto from = memory.begin() + static_cast<std::ptrdiff_t>(at);
      regions.push_back({at, {from, from + length}});
    }
  return regions;
}

Operation integerOperation(Random& random) {
  for (;;)
    if (const Operation o = oneOf(random, allOperations()); !isFloat(o.type))
      return chance(random, 10) ? Operation{Op::Cast, Type::U32} : o;
}

/// Lanes of one instruction, run in some order, with up to two things changed after that.
History warp(Random& random) {
  History h;
  const Operation o = integerOperation(random);
  const unsigned bytes = bytesOf(o.type), places = oneOf<unsigned>(random, {1, 1, 2, 3, 8, 32}),
                 lanes = chance(random, 30) ? 32 : 1 + static_cast<unsigned>(below(random, 32));
  const std::uint64_t values = oneOf<std::uint64_t>(random, {1, 2, 3, 5, 1000});
  // 8 bytes: also few values that the hash table keeps side by side, so that it has to tell locations apart as well
  const bool neighbours = bytes == 8 && chance(random, 30);
  const auto anyValue = [&] {
    return neighbours ? below(random, 12) * 317 << 55 // 317 undoes the low 9 bits of the spreading factor
                      : below(random, values);
  };
  const auto favourite = static_cast<unsigned>(below(random, places)), favour = oneOf<unsigned>(random, {0, 0, 60});
  h.instructions = {{0, 0, o}};
  std::vector<std::uint8_t> memory(kBase + bytes * (places + 1), 0); // one place more, which nobody accesses
  h.memorySize = memory.size();
  std::vector<std::uint64_t> now(places);
  for (unsigned k = 0; k < places; ++k)
    setBytes(memory, kBase + bytes * k, bytes, now[k] = anyValue());
  h.initial = known(memory, bytes, random);
  std::vector<std::uint8_t> order(32);
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::shuffle(order.begin(), order.end(), random);
  const unsigned percent = oneOf<unsigned>(random, {100, 100, 100, 0, 50}); // of lanes that return
  const std::uint64_t limit = anyValue();                                   // of INC and DEC that return nothing
  const bool limited = percent == 0 && (o.op == Op::Inc || o.op == Op::Dec) && chance(random, 90);
  for (unsigned k = 0; k < lanes; ++k) {
    const unsigned place = chance(random, favour) ? favourite : static_cast<unsigned>(below(random, places));
    Access a;
    a.lane = order[k];
    a.returns = chance(random, percent);
    a.address = kBase + bytes * place;
    a.operand = limited ? limit : anyValue();
    a.swap = takesSwap(o.op) ? anyValue() : 0;
    const std::uint64_t old =
        std::exchange(now[place], stepOf(o, now[place], a.operand, a.swap, ZeroOrder::NegativeBelow));
    a.returned = a.returns ? returnedBy(o.op, old, a.operand) : 0;
    h.accesses.push_back(a);
  }
  std::shuffle(h.accesses.begin(), h.accesses.end(), random);
  for (std::uint64_t wrongs = below(random, 3); wrongs-- > 0;) {
    Access& a = h.accesses[below(random, lanes)];
    if (a.returns && chance(random, 60))
      a.returned = returnsFlag(o.op) ? below(random, chance(random, 95) ? 2 : 3) : anyValue();
    else if (chance(random, 60))
      now[below(random, places)] = anyValue();
    else
      a.operand = anyValue();
  }
  for (unsigned k = 0; k < places; ++k)
    setBytes(memory, kBase + bytes * k, bytes, now[k]);
  if (chance(random, 2))
    memory.back() ^= 1;
  h.final = known(memory, bytes, random);
  return h;
}

/// The same for the general method: another instruction, which does nothing.
History withIdleInstruction(History h) {
  h.instructions.push_back({1, 0, {Op::Add, Type::U32}});
  return h;
}

void expectSame(const History& h, const Verdict& one, const Verdict& other) {
  ASSERT_EQ(one.answer, other.answer) << toJson(h);
  if (one.answer == Answer::Illegal) {
    const Fault &a = one.fault, &b = other.fault;
    ASSERT_EQ(a.kind, b.kind) << toJson(h);
    ASSERT_EQ(a.accesses, b.accesses) << toJson(h);
    ASSERT_EQ(std::tie(a.address, a.bytes, a.value, a.half, a.first, a.last, a.lastIsFinal, a.firstAssumed),
              std::tie(b.address, b.bytes, b.value, b.half, b.first, b.last, b.lastIsFinal, b.firstAssumed))
        << toJson(h);
    ASSERT_EQ(explain(h, one), explain(h, other)) << toJson(h);
    return;
  }
  ASSERT_EQ(one.order, other.order) << toJson(h);
  ASSERT_EQ(one.assumed.size(), other.assumed.size()) << toJson(h);
  for (std::size_t k = 0; k < one.assumed.size(); ++k) {
    ASSERT_EQ(one.assumed[k].address, other.assumed[k].address) << toJson(h);
    ASSERT_EQ(one.assumed[k].bytes, other.assumed[k].bytes) << toJson(h);
  }
}

struct Case {           ///< what a history was an example of
  char method = 't';    ///< 't'rail, 'f'lags, 's'um
  bool several = false; ///< locations
  FaultKind kind = FaultKind::None;
  auto operator<=>(const Case&) const = default;
};

TEST(Warp, SaysWhatTheGeneralMethodSays_ATOMS_5_RED_11) {
  Random random(1);
  WarpChecker quick;
  Checker general;
  std::map<Case, std::size_t> seen;
  std::size_t left = 0, failures = 0;
  constexpr std::size_t kHistories = 100000;
  for (std::size_t k = 0; k < kHistories; ++k) {
    const History h = warp(random);
    ASSERT_TRUE(validate(h)) << validate(h).error().message << toJson(h);
    Verdict verdict, ordered;
    const bool isCase = quick.check(h, false, verdict);
    ASSERT_EQ(quick.check(h, true, ordered), isCase);
    if (!isCase) {
      ++left;
      continue;
    }
    ASSERT_EQ(verdict.answer, ordered.answer);
    ASSERT_NO_FATAL_FAILURE(
        expectSame(h, ordered, general.check(withIdleInstruction(h), {.witness = true, .budget = {}})));
    if (verdict.answer == Answer::Legal) {
      ASSERT_EQ(replay(h, ordered), "") << toJson(h);
    }
    const bool several = std::any_of(h.accesses.begin(), h.accesses.end(),
                                     [&](const Access& a) { return a.address != h.accesses[0].address; });
    const bool flags = returnsFlag(h.instructions[0].operation.op);
    ++seen[{!h.accesses[0].returns ? 's' : flags ? 'f' : 't', several, verdict.fault.kind}];
    failures += flags && verdict.answer == Answer::Legal &&
                std::any_of(h.accesses.begin(), h.accesses.end(), [](const Access& a) { return a.returned == 0; });
  }
  std::printf("left to the general method %zu, legal with a failed CAST %zu\n", left, failures);
  for (const auto& [example, count] : seen)
    std::printf("%c %s %d: %zu\n", example.method, example.several ? "several" : "one", static_cast<int>(example.kind),
                count);
  EXPECT_LT(left, kHistories / 2);
  EXPECT_GT(left, kHistories / 50);
  EXPECT_GT(failures, kHistories / 100);
  for (const bool several : {false, true}) {
    for (const FaultKind kind : {FaultKind::None, FaultKind::WrongTotal})
      EXPECT_GT((seen[{'s', several, kind}]), 200u) << several;
    for (const FaultKind kind : {FaultKind::None, FaultKind::FirstNotLeft, FaultKind::LastNotReached,
                                 FaultKind::Unbalanced, FaultKind::Disconnected}) {
      EXPECT_GT((seen[{'t', several, kind}]), 200u) << several;
      EXPECT_GT((seen[{'f', several, kind}]), 20u) << several;
    }
    EXPECT_GT((seen[{'f', several, FaultKind::CastFailed}]), 20u) << several;
  }
}

/// EXCH makes any edge: all multisets of them on these values, by random lanes, with every first and last value known
/// or not. The trail checker is what the theorem linearize/trail checks.
class EveryTrail {
public:
  explicit EveryTrail(std::uint64_t values) : values_(values) {}
  void run(unsigned most) {
    if (!edges_.empty())
      tryEnds();
    if (edges_.size() < most)
      for (std::uint64_t edge = edges_.empty() ? 0 : last_; edge < values_ * values_; ++edge) {
        edges_.push_back({edge / values_, edge % values_});
        const std::uint64_t before = std::exchange(last_, edge);
        run(most);
        last_ = before;
        edges_.pop_back();
      }
  }
  std::size_t legal = 0, illegal = 0;

private:
  void tryEnds() {
    std::vector<std::uint32_t> lanes(32); // a lane each, rising
    std::iota(lanes.begin(), lanes.end(), 0u);
    std::vector<std::uint32_t> used;
    std::sample(lanes.begin(), lanes.end(), std::back_inserter(used), edges_.size(), random_);
    std::vector<Edge> byLane = edges_;
    std::shuffle(byLane.begin(), byLane.end(), random_);
    History h;
    h.instructions = {{0, 0, {Op::Exch, Type::U32}}};
    for (std::size_t k = 0; k < byLane.size(); ++k)
      h.accesses.push_back(
          {0, static_cast<std::uint8_t>(used[k]), true, 8, byLane[k].to, 0, byLane[k].from, kBankOfAddress});
    for (std::uint64_t first = 0; first <= values_; ++first)
      for (std::uint64_t last = 0; last <= values_; ++last) {
        Ends ends;
        h.initial.clear();
        h.final.clear();
        if (first < values_) {
          ends.first = first;
          h.initial = {{8, {static_cast<std::uint8_t>(first), 0, 0, 0}}};
        }
        if (last < values_) {
          ends.last = last;
          h.final = {{8, {static_cast<std::uint8_t>(last), 0, 0, 0}}};
        }
        compare(h, byLane, ends);
      }
  }
  void compare(const History& h, const std::vector<Edge>& edges, const Ends& ends) {
    constexpr FaultKind kKinds[] = {FaultKind::None, FaultKind::FirstNotLeft, FaultKind::LastNotReached,
                                    FaultKind::Unbalanced, FaultKind::Disconnected};
    Verdict verdict;
    ASSERT_TRUE(quick_.check(h, true, verdict));
    const TrailVerdict trail = trails_.check(edges, ends);
    ASSERT_EQ(verdict.answer == Answer::Legal, trail.legal()) << toJson(h);
    ASSERT_EQ(verdict.fault.kind, kKinds[static_cast<unsigned>(trail.fault)]) << toJson(h);
    (trail.legal() ? legal : illegal)++;
    if (!trail.legal()) {
      ASSERT_EQ(verdict.fault.value, trail.value) << toJson(h);
      return;
    }
    std::vector<std::uint32_t> order;
    trails_.witness(edges, trail, order);
    ASSERT_EQ(verdict.order.size(), order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
      ASSERT_EQ(verdict.order[k], (WitnessStep{order[k], 0, true})) << toJson(h);
  }

  std::uint64_t values_, last_ = 0;
  std::vector<Edge> edges_;
  Random random_{2};
  WarpChecker quick_;
  TrailChecker trails_;
};

TEST(Warp, SaysWhatTheTrailCheckerSays_ATOMS_5) {
  EveryTrail four(4), two(2);
  four.run(4);
  two.run(8);
  // multisets of 1 to 4 of 16 edges, 5 x 5 ends; of 1 to 8 of 4, 3 x 3
  EXPECT_EQ(four.legal + four.illegal, (16u + 136u + 816u + 3876u) * 25u);
  EXPECT_EQ(two.legal + two.illegal, 494u * 9u);
  EXPECT_GT(four.legal, 1000u);
  EXPECT_GT(two.legal, 500u);
}

TEST(Warp, LeavesWhatIsNotItsCase_ATOMS_10_RED_7) {
  const History plain = [] {
    History h;
    h.instructions = {{0, 0, {Op::Add, Type::U32}}};
    h.accesses = {{0, 0, true, 8, 1, 0, 0, kBankOfAddress}, {0, 1, true, 8, 1, 0, 1, kBankOfAddress}};
    h.initial = {{8, {0, 0, 0, 0}}};
    return h;
  }();
  const auto isCase = [](const History& h) {
    Verdict verdict;
    return WarpChecker().check(h, true, verdict);
  };
  EXPECT_TRUE(isCase(plain));
  History h = plain;
  h.accesses.clear();
  EXPECT_FALSE(isCase(h));
  EXPECT_FALSE(isCase(withIdleInstruction(plain)));
  for (const Operation o : allOperations()) {
    h = plain;
    h.instructions[0].operation = o;
    if (o.op == Op::CastSpin || isFloat(o.type)) {
      EXPECT_FALSE(isCase(h)) << nameOf(o);
    }
  }
  h = plain;
  h.accesses[0].returns = false;
  EXPECT_FALSE(isCase(h)) << "some return";
  h.accesses[1].returns = false;
  EXPECT_TRUE(isCase(h)) << "a fold";
  h.initial.clear();
  EXPECT_FALSE(isCase(h)) << "what it starts from is a guess";
  h = plain;
  h.final = {{8, {2, 0}}};
  EXPECT_FALSE(isCase(h)) << "half of a value";
  h = plain;
  h.initial = {{8, {0, 0, 0, 0, 1}}};
  h.final = {{8, {2, 0, 0, 0, 2}}};
  EXPECT_FALSE(isCase(h)) << "a change beside";
}

/// 32 lanes at 32 locations make 64 vertices, and no legal history more; those that do are illegal for another reason
/// than their number.
TEST(Warp, HasRoomForWhatIsLegal_ATOMS_5) {
  History h;
  h.instructions = {{0, 0, {Op::Exch, Type::U32}}};
  for (std::uint8_t lane = 0; lane < 32; ++lane)
    h.accesses.push_back({0, lane, true, 4u * lane, 1, 0, 0, kBankOfAddress});
  h.initial = {{0, std::vector<std::uint8_t>(128, 0)}};
  Verdict verdict;
  EXPECT_TRUE(WarpChecker().check(h, true, verdict));
  EXPECT_EQ(verdict.answer, Answer::Legal);
  EXPECT_EQ(replay(h, verdict), "");
  for (Access& access : h.accesses) { // at one location, no value twice: 64, and one more that stood there
    access.address = 0;
    access.operand = 2u * access.lane + 1;
    access.returned = 2u * access.lane + 2;
  }
  Verdict none;
  EXPECT_FALSE(WarpChecker().check(h, true, none));
  EXPECT_EQ(Checker().check(h).answer, Answer::Illegal);
}

} // namespace
} // namespace warplaw::linearize::test
