// The .sync forms' families: that several groups, lanes that have exited and masks of lanes that are off are drawn,
// that masks become words and masks again, who leads by an answer's own word, and that what nobody promises is not
// compared.
#include "check/family.h"
#include "check/sync_groups.h"
#include "check/wide_dice.h"
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>

namespace warplaw::check {
namespace {

std::unique_ptr<Family> familyIn(std::string_view domain, FamilyId id) {
  auto families = familiesIn(domain);
  EXPECT_TRUE(families) << families.error().message;
  return std::move((*families)[static_cast<unsigned>(id)]);
}
template <class Wire> Wire& wireOf(std::vector<std::byte>& bytes) { return *reinterpret_cast<Wire*>(bytes.data()); }

template <class Wire> Wire drawn(Family& family, WideDice& dice, unsigned form = 0) {
  std::vector<std::byte> asked(sizeof(Wire));
  family.draw(form, dice, asked);
  return wireOf<Wire>(asked);
}
template <class Wire> fuzz::Kinds judged(Family& family, const Wire& asked, const Wire& answered) {
  return family.judge(std::as_bytes(std::span(&asked, 1)), std::as_bytes(std::span(&answered, 1)));
}

/// Executing lanes that name the same mask, as a set of masks.
template <class Wire> std::vector<std::uint32_t> groupsOf(const Wire& w) {
  std::vector<std::uint32_t> masks;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (w.exec >> lane & 1 && std::ranges::count(masks, w.membermask[lane]) == 0)
      masks.push_back(w.membermask[lane]);
  return masks;
}

TEST(SyncCases, HaveSeveralGroupsExitedLanesAndMasksOfLanesThatAreOff) {
  const auto family = familyIn("", FamilyId::MatchSync);
  WideDice dice(1);
  unsigned several = 0, one = 0, exited = 0, offAlike = 0;
  constexpr unsigned kCases = 2000;
  for (unsigned k = 0; k < kCases; ++k) {
    const auto w = drawn<warplaw_match_sync>(*family, dice);
    const auto groups = groupsOf(w);
    several += groups.size() > 1;
    one += groups.size() == 1 && std::has_single_bit(w.exec) == 0;
    exited += std::ranges::any_of(groups, [&](std::uint32_t mask) { return (mask & w.exited) != 0; });
    bool isOffAlike = false;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      isOffAlike = isOffAlike || (!(w.exec >> lane & 1) && std::ranges::count(groups, w.membermask[lane]) != 0);
    offAlike += isOffAlike;
  }
  EXPECT_GT(several, kCases / 2);
  EXPECT_GT(one, kCases / 16);
  EXPECT_GT(exited, kCases / 32);
  EXPECT_GT(offAlike, kCases / 4);
}

TEST(SyncCases, AreUndefinedHalfTheTimeWhereTheDomainSaysSo) {
  const auto family = familyIn(R"({"vote_sync": {"groups": "any"}})", FamilyId::VoteSync);
  const auto defined = familyIn("", FamilyId::VoteSync);
  WideDice dice(1);
  unsigned outside = 0;
  for (unsigned k = 0; k < 1000; ++k) {
    const auto w = drawn<warplaw_vote_sync>(*family, dice);
    outside += !defined->contains(std::as_bytes(std::span(&w, 1)));
  }
  EXPECT_GT(outside, 250u);
  EXPECT_LT(outside, 750u);
}

TEST(SyncGroups, MasksAreWordsAndMasksAgain) {
  WideDice dice(5);
  for (const Groups groups : {Groups::Defined, Groups::Any, Groups::Overlapping, Groups::Living})
    for (const bool uniform : {false, true})
      for (const bool namesExited : {false, true})
        for (unsigned k = 0; k < 300; ++k) {
          std::array<std::uint32_t, spec::kLanes> mask{};
          const auto exec = static_cast<std::uint32_t>(dice.next());
          const SyncLanes lanes{exec, static_cast<std::uint32_t>(dice.next()) & ~exec, mask.data()};
          const MaskDomain domain{groups, uniform, namesExited};
          drawGroups(lanes, domain, dice);
          ASSERT_TRUE(contains(lanes, domain));
          const auto before = mask;
          reduceMasks(lanes, domain);
          for (const std::uint32_t word : mask)
            ASSERT_EQ(word & ~bitsOfMaskWord(domain), 0u);
          const auto words = mask;
          expandMasks(lanes, domain);
          for (unsigned lane = 0; lane < spec::kLanes; ++lane)
            if (exec >> lane & 1)
              ASSERT_EQ(mask[lane], before[lane]);
          reduceMasks(lanes, domain);
          ASSERT_EQ(mask, words);
        }
}

/// Everything that an executing lane writes may be anything where the case is not defined, and nothing else.
TEST(SyncJudge, ComparesWhatStaysOfAnUndefinedCase) {
  const auto family = familyIn(R"({"match_sync": {"groups": "any"}})", FamilyId::MatchSync);
  WideDice dice(2);
  for (const unsigned form : {0u, 2u}) { // match.any, which has no p, and match.all
    auto asked = drawn<warplaw_match_sync>(*family, dice, form);
    asked.exec = 0xff;
    asked.exited = 0;
    std::ranges::fill(asked.membermask, 0x1ffu); // lane 8 is no longer there
    auto answered = asked;
    EXPECT_EQ(judged(*family, asked, answered), fuzz::Kinds{0});
    answered.result[3] ^= 7;
    EXPECT_EQ(judged(*family, asked, answered), fuzz::Kinds{0});
    answered.predicate ^= 4;
    EXPECT_EQ(judged(*family, asked, answered) == 0, form == 2);
    answered = asked;
    answered.result[9] ^= 1;
    EXPECT_NE(judged(*family, asked, answered), fuzz::Kinds{0});
    answered = asked;
    answered.predicate ^= 1u << 9;
    EXPECT_NE(judged(*family, asked, answered), fuzz::Kinds{0});
  }
}

/// Lanes 0..3 and 4..7 as two groups.
warplaw_elect_sync twoGroups() {
  warplaw_elect_sync w{};
  w.exec = 0xff;
  for (unsigned lane = 0; lane < 8; ++lane)
    w.membermask[lane] = lane < 4 ? 0x0f : 0xf0;
  return w;
}
warplaw_elect_sync ledBy(const warplaw_elect_sync& asked, unsigned first, unsigned second) {
  warplaw_elect_sync w = asked;
  for (unsigned lane = 0; lane < 8; ++lane)
    w.result[lane] = lane < 4 ? first : second;
  w.predicate = (1u << first | 1u << second) & 0xff;
  return w;
}

TEST(SyncJudge, TakesAnyMemberForALeader) {
  const auto asked = twoGroups();
  for (unsigned first = 0; first < 8; ++first)
    for (unsigned second = 0; second < 8; ++second) {
      const auto family = familyIn("", FamilyId::ElectSync);
      const auto answered = ledBy(asked, first, second);
      EXPECT_EQ(judged(*family, asked, answered) == 0, first < 4 && second >= 4) << first << ' ' << second;
      EXPECT_EQ(family->isAsShipped(std::as_bytes(std::span(&asked, 1)), std::as_bytes(std::span(&answered, 1))),
                first < 4 && second >= 4);
    }
  const auto family = familyIn("", FamilyId::ElectSync);
  auto two = ledBy(asked, 1, 5);
  two.predicate |= 1; // both lanes 0 and 1
  EXPECT_NE(judged(*family, asked, two), fuzz::Kinds{0});
  two = ledBy(asked, 1, 5);
  two.result[2] = 0;
  EXPECT_NE(judged(*family, asked, two), fuzz::Kinds{0});
  const auto least = familyIn(R"({"elect_sync": {"leader": "least"}})", FamilyId::ElectSync);
  EXPECT_EQ(judged(*least, asked, ledBy(asked, 0, 4)), fuzz::Kinds{0});
  EXPECT_NE(judged(*least, asked, ledBy(asked, 1, 4)), fuzz::Kinds{0});
}

TEST(SyncJudge, HoldsLeadersAgainstThoseOfTheSameMask) {
  const auto family = familyIn("", FamilyId::ElectSync);
  const auto asked = twoGroups();
  EXPECT_EQ(judged(*family, asked, ledBy(asked, 1, 5)), fuzz::Kinds{0});
  EXPECT_EQ(judged(*family, asked, ledBy(asked, 1, 5)), fuzz::Kinds{0});
  EXPECT_FALSE(family->contradiction());
  EXPECT_EQ(judged(*family, asked, ledBy(asked, 1, 6)), fuzz::Kinds{0}); // right alone
  ASSERT_TRUE(family->contradiction());
  EXPECT_NE(family->contradiction()->what.find("0xf0"), std::string::npos);
}

} // namespace
} // namespace warplaw::check
