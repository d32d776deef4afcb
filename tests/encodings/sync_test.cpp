// The .sync forms' encodings against groups that are lists of lanes, one lane after another (SYNC-1..7).
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/votesync.h"
#include "tests/encodings/around.h"
#include "tests/encodings/interpreted.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace warplaw::symbolic {
namespace {
using spec::ReduxsyncOp;
using spec::ReduxsyncType;
namespace rows = spec::sync_rows;

using Lanes = std::vector<unsigned>;
bool has(std::uint32_t mask, unsigned lane) { return mask >> lane & 1; }
Lanes lanesOf(std::uint32_t mask) {
  Lanes lanes;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (has(mask, lane))
      lanes.push_back(lane);
  return lanes;
}
bool holds(const Lanes& lanes, unsigned lane) { return std::ranges::count(lanes, lane) != 0; }

struct Group {
  std::uint32_t membermask;
  Lanes lanes; ///< that name it
  Lanes part;  ///< its members that have not exited
};
std::vector<Group> groupsOf(const spec::Operands& operands, std::uint32_t exited) {
  std::vector<Group> groups;
  for (const unsigned lane : lanesOf(operands.exec)) {
    const std::uint32_t named = operands.row[rows::kMask][lane];
    auto group = std::ranges::find(groups, named, &Group::membermask);
    if (group == groups.end())
      group = groups.insert(group, {named, {}, lanesOf(named & (operands.exec | ~exited))});
    group->lanes.push_back(lane);
  }
  return groups;
}
bool areDefined(const std::vector<Group>& groups, bool mayOverlap) {
  for (const Group& group : groups) {
    if (group.lanes != group.part) // a lane that it does not name is then among them
      return false;
    for (const Group& other : groups)
      if (!mayOverlap && &other != &group && (other.membermask & group.membermask) != 0)
        return false;
  }
  return true;
}

/// A warp of some groups; in every other one, one lane does otherwise than it should.
struct Warp {
  spec::Operands operands{};
  spec::ExitedLanes exited;
};
Warp anyWarp(std::mt19937& random) {
  const auto anyMask = [&]() -> std::uint32_t {
    const std::uint32_t word = random();
    return random() % 3 == 0 ? ~0u : random() % 2 ? word : word & random();
  };
  Warp warp;
  spec::Operands& operands = warp.operands;
  operands.exec = anyMask();
  operands.predicate = random() % 3 ? (random() % 2 ? ~0u : 0u) ^ (random() % 2) << random() % 32 : random();
  for (auto& row : operands.row)
    for (std::uint32_t& word : row)
      word = random();
  warp.exited.lanes = random() % 3 ? anyMask() : 0;
  const unsigned count = random() % 4 ? 1 + random() % 4 : spec::kLanes;
  std::vector<std::uint32_t> members(count);
  std::array<unsigned, spec::kLanes> owner{};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    owner[lane] = random() % count;
    members[owner[lane]] |= operands.exec & 1u << lane;
  }
  const std::uint32_t gone = warp.exited.lanes & ~operands.exec, named = random() % 2 ? gone & anyMask() : 0;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    operands.row[rows::kMask][lane] = members[owner[lane]] | (random() % 64 ? named : 0);
  if (random() % 2) {
    const unsigned lane = random() % 32, other = random() % 32;
    std::uint32_t* const spoilt[] = {&operands.exec, &warp.exited.lanes, &operands.row[rows::kMask][lane]};
    *spoilt[random() % 3] ^= 1u << other;
  }
  return warp;
}

/// What a lane receives.
struct Received {
  std::optional<std::uint32_t> word = {};
  std::optional<bool> predicate = {};
};

/// An encoding, its modifiers inputs.
template <class Modifiers, class Choices> class Sync {
public:
  explicit Sync(auto encode) : encoding_(encode) {}
  spec::Results operator()(const Modifiers& modifiers, Warp warp, const Choices& choices,
                           const spec::Results& before = {}) const {
    return encoding_(modifiers, warp.operands, choices, before, warp.exited);
  }

  /// draw(modifiers, operands, random) makes them legal and telling; received(modifiers, operands, choices, lane, part)
  /// says what a lane receives where areDefined says so and mayNameExited(choices), and which destinations there are.
  void compare(unsigned rounds, auto draw, auto received, auto mayNameExited) const {
    std::mt19937 random(rounds);
    std::array<unsigned, 2> seen{}; // undefined, defined
    for (unsigned round = 0; round < rounds; ++round) {
      Warp warp = anyWarp(random);
      const spec::Operands& operands = warp.operands;
      Modifiers modifiers;
      draw(modifiers, warp.operands, random);
      const auto choices = anyAllowed(random);
      const auto before = anyCells<spec::Results>(random);
      const std::vector<Group> groups = groupsOf(operands, warp.exited.lanes);
      bool isDefined = areDefined(groups, choices.overlapIsDefined);
      for (const Group& group : groups)
        isDefined = isDefined && (mayNameExited(choices) || lanesOf(group.membermask) == group.part);
      ++seen[isDefined];
      spec::Results wanted = before;
      wanted.written[0] = wanted.written[1] = wanted.predicateWritten = 0;
      std::ranges::fill(wanted.error, std::uint8_t{0});
      for (const Group& group : groups)
        for (const unsigned lane : group.lanes) {
          const Received r = received(modifiers, operands, choices, lane, group.part);
          if (r.word) {
            wanted.row[0][lane] = isDefined ? *r.word : choices.any[lane];
            wanted.written[0] |= 1u << lane;
          }
          if (r.predicate) {
            const bool bit = isDefined ? *r.predicate : has(anyPredicateOf(choices), lane);
            wanted.predicate = (wanted.predicate & ~(1u << lane)) | std::uint32_t(bit) << lane;
            wanted.predicateWritten |= 1u << lane;
          }
        }
      expectEqual((*this)(modifiers, warp, choices, before), wanted);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round << ", defined " << isDefined;
    }
    EXPECT_GT(seen[0], rounds / 8);
    EXPECT_GT(seen[1], rounds / 8);
  }
  void compare(unsigned rounds, auto draw, auto received) const {
    compare(rounds, draw, received, [](const Choices&) { return true; });
  }

private:
  static Choices anyAllowed(std::mt19937& random) {
    Choices choices;
    spec::eachCell([&](const spec::CellPlace& place,
                       std::uint32_t& cell) { cell = place.about.count ? random() % place.about.count : random(); },
                   choices);
    return choices;
  }
  static std::uint32_t anyPredicateOf(const Choices& choices) {
    if constexpr (requires { choices.anyPredicate; })
      return choices.anyPredicate;
    else
      return 0;
  }
  InterpretedAround<Modifiers, Choices, spec::ExitedLanes> encoding_;
};

using Shfl = Sync<spec::ShflsyncModifiers, spec::ShflsyncChoices>;
using Vote = Sync<spec::VotesyncModifiers, spec::VotesyncChoices>;
using Match = Sync<spec::MatchsyncModifiers, spec::MatchsyncChoices>;
using Redux = Sync<spec::ReduxsyncModifiers, spec::ReduxsyncChoices>;
using Elect = Sync<spec::ElectsyncModifiers, spec::ElectsyncChoices>;
constexpr std::uint32_t kBallot = static_cast<std::uint32_t>(spec::VotesyncMode::Ballot);

TEST(Sync, GroupsApart_SYNC_1) {
  const Vote vote(votesyncEncoding);
  const auto isDefined = [&](std::uint32_t exec, std::uint32_t exited, std::initializer_list<std::uint32_t> masks,
                             bool mayOverlap = true) {
    Warp warp{executing(exec, ~0u), {exited}};
    std::ranges::copy(masks, std::begin(warp.operands.row[rows::kMask]));
    spec::VotesyncChoices choices;
    std::ranges::fill(choices.any, 0xdead0000);
    choices.overlapIsDefined = mayOverlap;
    const spec::Results after = vote({kBallot}, warp, choices);
    for (const unsigned lane : lanesOf(exec))
      EXPECT_EQ(after.row[0][lane] == 0xdead0000, after.row[0][std::countr_zero(exec)] == 0xdead0000)
          << "not defined for one, not defined for all";
    return after.row[0][std::countr_zero(exec)] != 0xdead0000;
  };
  const std::uint32_t rest = ~0xfu; // lanes 4..31 have exited
  EXPECT_TRUE(isDefined(0xf, rest, {0xf, 0xf, 0xf, 0xf}));
  EXPECT_TRUE(isDefined(0xf, rest, {5, 0xa, 5, 0xa}));
  EXPECT_TRUE(isDefined(0xf, rest, {~0u, ~0u, ~0u, ~0u})) << "those that have exited are not awaited";
  EXPECT_TRUE(isDefined(0xf, ~0u, {~0u, ~0u, ~0u, ~0u})) << "a lane that executes has not exited";
  EXPECT_FALSE(isDefined(0xf, 0, {~0u, ~0u, ~0u, ~0u})) << "lane 4 has not come";
  EXPECT_TRUE(isDefined(0xf, 0, {0xf, 0xf, 0xf, 0xf})) << "nobody waits for lane 4";
  EXPECT_FALSE(isDefined(0xf, rest, {5, 0xa, 5, 5})) << "lane 3 is not in its mask";
  EXPECT_FALSE(isDefined(0xf, rest, {5, 0xe, 5, 0xe})) << "lane 2 is in both";
  EXPECT_FALSE(isDefined(0xf, rest, {5, 0xf, 5, 0xf}));
  EXPECT_TRUE(isDefined(0xf, rest, {0x15, 0x1a, 0x15, 0x1a})) << "lane 4, which has exited, is in both";
  EXPECT_FALSE(isDefined(0xf, rest, {0x15, 0x1a, 0x15, 0x1a}, false));
  EXPECT_TRUE(isDefined(0xf, rest, {0x15, 0x2a, 0x15, 0x2a}, false));
  EXPECT_TRUE(isDefined(0x5, rest, {5, 0, 5, 0xf}, false)) << "what others would name does not matter";
}

TEST(Sync, ShuffleWithinTheGroup_SYNC_1_2) {
  Shfl(shflsyncEncoding)
      .compare(
          1500,
          [](spec::ShflsyncModifiers& modifiers, spec::Operands& operands, std::mt19937& random) {
            modifiers.mode = random() % 4;
            for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
              auto &b = operands.row[spec::shflsync_rows::kLane][lane],
                   &c = operands.row[spec::shflsync_rows::kRange][lane];
              b = random() % 2 ? b : b & 0xffffffe3;
              c = random() % 2 ? c : (c & 0xffffe000) | (random() % 2 ? 0x1c1f : random() % 2 ? 0x1f : 0);
            }
          },
          [](const spec::ShflsyncModifiers& modifiers, const spec::Operands& operands,
             const spec::ShflsyncChoices& choices, unsigned lane, const Lanes& part) -> Received {
            const int own = static_cast<int>(lane);
            const int b = static_cast<int>(operands.row[spec::shflsync_rows::kLane][lane] % 32);
            const std::uint32_t c = operands.row[spec::shflsync_rows::kRange][lane];
            int greatest = 0, indexed = 0; // bit by bit: a bit of the segment mask keeps the own one
            for (unsigned digit = 0; digit < 5; ++digit) {
              const bool kept = has(c, 8 + digit);
              greatest += kept ? own & 1 << digit : static_cast<int>(c) & 1 << digit;
              indexed += kept ? own & 1 << digit : b & 1 << digit;
            }
            const int wanted[] = {indexed, own - b, own + b, own ^ b};
            const int source = wanted[modifiers.mode];
            const bool isUp = modifiers.mode == static_cast<std::uint32_t>(spec::ShflsyncMode::Up);
            const bool inRange = isUp ? source >= greatest : source <= greatest;
            const unsigned read = inRange ? static_cast<unsigned>(source) : lane;
            return {holds(part, read) ? operands.row[rows::kValue][read] : choices.any[lane], inRange};
          });
}

TEST(Sync, VoteAmongTheGroup_SYNC_1_3) {
  Vote(votesyncEncoding)
      .compare(
          1500,
          [](spec::VotesyncModifiers& modifiers, spec::Operands&, std::mt19937& random) {
            modifiers.mode = random() % 4;
          },
          [](const spec::VotesyncModifiers& modifiers, const spec::Operands& operands, const auto&, unsigned,
             const Lanes& part) -> Received {
            std::uint32_t ballot = 0;
            for (const unsigned lane : part)
              ballot += has(operands.predicate, lane) ? 1u << lane : 0;
            const Lanes yes = lanesOf(ballot);
            switch (static_cast<spec::VotesyncMode>(modifiers.mode)) {
            case spec::VotesyncMode::All:
              return {.predicate = yes == part};
            case spec::VotesyncMode::Any:
              return {.predicate = !yes.empty()};
            case spec::VotesyncMode::Uni:
              return {.predicate = yes == part || yes.empty()};
            case spec::VotesyncMode::Ballot:
              break;
            }
            return {.word = ballot};
          });
}

TEST(Sync, MatchInTheGroup_SYNC_1_4) {
  Match(matchsyncEncoding)
      .compare(
          1500,
          [](spec::MatchsyncModifiers& modifiers, spec::Operands& operands, std::mt19937& random) {
            modifiers.mode = random() % 2, modifiers.type = random() % 2;
            const std::uint32_t kinds = 1 + random() % 3;
            for (const unsigned row : {rows::kValue, rows::kHigh})
              for (std::uint32_t& word : operands.row[row])
                word = (random() % 8 ? 0 : random() % kinds) << 31;
          },
          [](const spec::MatchsyncModifiers& modifiers, const spec::Operands& operands, const auto&, unsigned lane,
             const Lanes& part) -> Received {
            const auto value = [&](unsigned of) {
              const std::uint64_t high = modifiers.type ? operands.row[rows::kHigh][of] : 0;
              return high << 32 | operands.row[rows::kValue][of];
            };
            std::uint32_t alike = 0, all = 0;
            for (const unsigned other : part) {
              alike += value(other) == value(lane) ? 1u << other : 0;
              all += 1u << other;
            }
            if (modifiers.mode == static_cast<std::uint32_t>(spec::MatchsyncMode::Any))
              return {.word = alike};
            return {alike == all ? all : 0, alike == all};
          });
}

/// Compares numbers; -0 is less than +0.
bool isLess(std::uint32_t a, std::uint32_t b) {
  const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  return x == y ? std::signbit(x) && !std::signbit(y) : x < y;
}
bool isNan(std::uint32_t word) { return std::isnan(std::bit_cast<float>(word)); }

std::uint32_t reducedFloats(const spec::ReduxsyncModifiers& modifiers, std::vector<std::uint32_t> words) {
  const auto nans = std::ranges::remove_if(words, isNan);
  const bool hadNan = !nans.empty();
  words.erase(nans.begin(), nans.end());
  if (words.empty() || (hadNan && modifiers.nan))
    return 0x7fffffff;
  if (modifiers.abs)
    for (std::uint32_t& word : words)
      word &= 0x7fffffff;
  return modifiers.op == static_cast<std::uint32_t>(ReduxsyncOp::Min) ? *std::ranges::min_element(words, isLess)
                                                                      : *std::ranges::max_element(words, isLess);
}
std::uint32_t reducedPlainly(const spec::ReduxsyncModifiers& modifiers, std::vector<std::uint32_t> words) {
  const auto type = static_cast<ReduxsyncType>(modifiers.type);
  if (type == ReduxsyncType::F32)
    return reducedFloats(modifiers, std::move(words));
  const auto number = [type](std::uint32_t word) {
    return type == ReduxsyncType::S32 ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
  };
  std::uint32_t sum = 0, all = ~0u, some = 0, odd = 0;
  for (const std::uint32_t word : words)
    sum += word, all &= word, some |= word, odd ^= word;
  switch (static_cast<ReduxsyncOp>(modifiers.op)) {
  case ReduxsyncOp::Add:
    return sum;
  case ReduxsyncOp::Min:
    return *std::ranges::min_element(words, {}, number);
  case ReduxsyncOp::Max:
    return *std::ranges::max_element(words, {}, number);
  case ReduxsyncOp::And:
    return all;
  case ReduxsyncOp::Or:
    return some;
  case ReduxsyncOp::Xor:
    break;
  }
  return odd;
}

/// All that legal forms have (SYNC-5).
std::vector<spec::ReduxsyncModifiers> allReduxModifiers() {
  std::vector<spec::ReduxsyncModifiers> all;
  const auto add = [&](ReduxsyncOp op, ReduxsyncType type, unsigned abs = 0, unsigned nan = 0) {
    all.push_back({static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(type), abs, nan});
  };
  for (const ReduxsyncOp op : {ReduxsyncOp::Add, ReduxsyncOp::Min, ReduxsyncOp::Max})
    for (const ReduxsyncType type : {ReduxsyncType::U32, ReduxsyncType::S32})
      add(op, type);
  for (const ReduxsyncOp op : {ReduxsyncOp::And, ReduxsyncOp::Or, ReduxsyncOp::Xor})
    add(op, ReduxsyncType::B32);
  for (const ReduxsyncOp op : {ReduxsyncOp::Min, ReduxsyncOp::Max})
    for (unsigned flags = 0; flags < 4; ++flags)
      add(op, ReduxsyncType::F32, flags % 2, flags / 2);
  return all;
}

TEST(Sync, ReductionOfTheGroup_SYNC_1_5) {
  const auto all = allReduxModifiers();
  Redux(reduxsyncEncoding)
      .compare(
          2500,
          [&](spec::ReduxsyncModifiers& modifiers, spec::Operands& operands, std::mt19937& random) {
            modifiers = all[random() % all.size()];
            const std::uint32_t edges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                           0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 1,
                                           0x807fffff, 0x7fffffff, 0xffffffff, 0x00800000};
            const unsigned kinds = 1 + random() % std::size(edges), first = random() % std::size(edges);
            if (random() % 4)
              for (std::uint32_t& word : operands.row[rows::kValue])
                word = edges[(first + random() % kinds) % std::size(edges)];
          },
          [](const spec::ReduxsyncModifiers& modifiers, const spec::Operands& operands, const auto&, unsigned,
             const Lanes& part) -> Received {
            std::vector<std::uint32_t> words;
            for (const unsigned lane : part)
              words.push_back(operands.row[rows::kValue][lane]);
            return {.word = words.empty() ? 0 : reducedPlainly(modifiers, words)}; // empty: not defined
          });
}

TEST(Sync, ReductionsByHand_SYNC_5) {
  const Redux redux(reduxsyncEncoding);
  const auto of = [&](ReduxsyncOp op, ReduxsyncType type, unsigned abs, unsigned nan,
                      std::initializer_list<std::uint32_t> words) {
    Warp warp{executing((1u << words.size()) - 1), {}};
    std::ranges::fill(warp.operands.row[rows::kMask], warp.operands.exec);
    std::ranges::fill(warp.operands.row[rows::kValue], 0xff7fffff); // of lanes that take no part: the least number
    std::ranges::copy(words, std::begin(warp.operands.row[rows::kValue]));
    const spec::ReduxsyncModifiers modifiers{static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(type), abs,
                                             nan};
    const spec::Results after = redux(modifiers, warp, {});
    EXPECT_EQ(after.row[0][0], after.row[0][words.size() - 1]);
    EXPECT_EQ(after.predicateWritten, 0u);
    return after.row[0][0];
  };
  using enum ReduxsyncOp;
  using enum ReduxsyncType;
  constexpr std::uint32_t kNan = 0x7fffffff, kMinusZero = 0x80000000, kOne = 0x3f800000, kMinusTwo = 0xc0000000;
  EXPECT_EQ(of(Add, U32, 0, 0, {0xffffffff, 3}), 2u);
  EXPECT_EQ(of(Add, S32, 0, 0, {0x7fffffff, 1}), 0x80000000u);
  EXPECT_EQ(of(Max, S32, 0, 0, {0xfffffffe, 0xffffffff}), 0xffffffffu);
  EXPECT_EQ(of(Min, U32, 0, 0, {0xfffffffe, 0xffffffff}), 0xfffffffeu);
  EXPECT_EQ(of(And, B32, 0, 0, {6, 3}), 2u);
  EXPECT_EQ(of(Or, B32, 0, 0, {6, 3}), 7u);
  EXPECT_EQ(of(Xor, B32, 0, 0, {6, 3}), 5u);
  EXPECT_EQ(of(Min, F32, 0, 0, {0, kMinusZero}), kMinusZero);
  EXPECT_EQ(of(Max, F32, 0, 0, {kMinusZero, 0}), 0u);
  EXPECT_EQ(of(Max, F32, 0, 0, {kOne, kMinusTwo}), kOne);
  EXPECT_EQ(of(Max, F32, 1, 0, {kOne, kMinusTwo}), 0x40000000u);
  EXPECT_EQ(of(Min, F32, 0, 0, {kOne, 0x7fc00000}), kOne);
  EXPECT_EQ(of(Min, F32, 0, 1, {kOne, 0xffc00001}), kNan);
  EXPECT_EQ(of(Max, F32, 1, 0, {0xffc00001, 0x7f800001}), kNan);
  EXPECT_EQ(of(Max, F32, 0, 0, {0xffc00001}), kNan);
}

TEST(Sync, OneMemberLeads_SYNC_1_7) {
  Elect(electsyncEncoding)
      .compare(
          1500, [](spec::ElectsyncModifiers&, spec::Operands&, std::mt19937&) {},
          [](const auto&, const spec::Operands& operands, const spec::ElectsyncChoices& choices, unsigned lane,
             const Lanes&) -> Received {
            const Lanes members = lanesOf(operands.row[rows::kMask][lane]);
            const auto preferred = std::ranges::find_if(members, [&](unsigned m) { return has(choices.preferred, m); });
            const unsigned leader = preferred != members.end() ? *preferred : members.empty() ? 0 : members.front();
            return {leader, leader == lane};
          },
          [](const spec::ElectsyncChoices& choices) { return choices.exitedIsDefined != 0; });
}

TEST(Sync, ActivemaskIsWhoExecutes_SYNC_6) {
  const CompiledAround<spec::ActivemaskModifiers, spec::ActivemaskChoices> encoding(activemaskEncoding);
  std::mt19937 random(6);
  for (unsigned round = 0; round < 1000 && !HasFailure(); ++round) {
    const spec::Operands operands = executing(random() & (random() % 2 ? ~0u : random()), random());
    const auto before = anyCells<spec::Results>(random);
    spec::Results wanted = before;
    wanted.written[0] = operands.exec;
    wanted.written[1] = wanted.predicateWritten = 0;
    std::ranges::fill(wanted.error, std::uint8_t{0});
    for (const unsigned lane : lanesOf(operands.exec))
      wanted.row[0][lane] = operands.exec;
    expectEqual(encoding({}, operands, {}, before), wanted);
  }
}

} // namespace
} // namespace warplaw::symbolic
