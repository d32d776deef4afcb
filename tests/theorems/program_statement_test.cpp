// What statements mean, on warps of constants: numbers and words, signs, lanes that there are not, what nobody writes.
#include "proofs/statements/program_statement.h"
#include "symbolic/terms/described.h"
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace program_statement_test {

/// R1 before: 10 times the lane, and 2^32 - 1 in lane 31. R2 afterwards: one more than the lane. P1 afterwards: even
/// lanes.
class Meaning : public testing::Test {
protected:
  Meaning() {
    spec::Warp state;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      state.registers[1][lane] = 10 * lane;
    state.registers[1][31] = ~0u;
    state.active = 0xff;
    before_ = symbolic::constants(terms_, state);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      state.registers[2][lane] = lane + 1;
    state.predicates[1] = 0x55555555;
    after_ = symbolic::constants(terms_, state);
    written_.registers[2] = written_.predicates[1] = true;
  }
  /// "true", "false", or why it is rejected, with its place.
  std::string of(std::string_view text, unsigned lane = 0) {
    const auto statement = spec::parseStatement(text);
    if (!statement)
      return statement.error().message;
    const auto said = meaningOf(*statement, lane, {before_, &after_, &written_});
    if (!said)
      return std::to_string(said.error().position) + ": " + said.error().message;
    EXPECT_TRUE(valueOf(*statement, lane, {before_, &after_, &written_})->same(*said)) << text; // all are constants
    return said->isTrue() ? "true" : said->isFalse() ? "false" : "neither";
  }

  Terms terms_;
  symbolic::WarpTerms before_, after_;
  Written written_;
};

TEST_F(Meaning, BeforeAndAfter) {
  EXPECT_EQ(of("old R1[lane] == 30", 3), "true");
  EXPECT_EQ(of("R2[lane] == lane + 1", 31), "true");
  EXPECT_EQ(of("old R2[lane] == 0", 31), "true");
  EXPECT_EQ(of("P1[lane] && !old P1[lane]", 4), "true");
  EXPECT_EQ(of("P1[lane]", 5), "false");
  EXPECT_EQ(of("active[lane]", 7), "true");
  EXPECT_EQ(of("active[lane]", 8), "false");
}

TEST_F(Meaning, NumbersBecomeWordsWhereTheyMeetThem) {
  EXPECT_EQ(of("lane - 1 == -1"), "true");
  EXPECT_EQ(of("lane - 1 == 0xfffffffe"), "false"); // numbers
  EXPECT_EQ(of("old R1[31] == -1"), "true");        // a word
  EXPECT_EQ(of("old R1[31] + 1 == 0"), "true");     // modulo 2^32
  EXPECT_EQ(of("old R1[31] * old R1[31] == 1"), "true");
  EXPECT_EQ(of("1 << 3 == 8 && 9 >> 1 == 4 && ~3 == -4 && (6 ^ 3 | 8 & 12) == 13"), "true");
  EXPECT_EQ(of("old R1[31] >> 31 == 1 && old R1[31] >>s 31 == -1 && old R1[31] << 32 == 0"), "true");
  EXPECT_EQ(of("sum(k, 0, 2, k) == 3 && sum(k, 1, 0, old R1[k]) == 0"), "true");
  EXPECT_EQ(of("sum(k, 0, lane, old R1[k]) == 60", 3), "true");
  EXPECT_EQ(of("sum(k, 0, 2, sum(j, k, 2, j)) == 8"), "true"); // 0 + 1 + 2, 1 + 2, 2
}

TEST_F(Meaning, NumbersThatAreTheSameWordAreNotTakenForOthers) {
  const std::string same = ": in lane 0 ";
  for (const std::string op : {"==", "!="}) {
    EXPECT_EQ(of("-1 " + op + " 0xffffffff"),
              "3" + same + "-1 and 4294967295 are the same word, but different numbers");
    EXPECT_EQ(of("0xffffffff " + op + " ~lane"),
              "11" + same + "4294967295 and -1 are the same word, but different numbers");
    EXPECT_EQ(of("0xffffffff + 1 " + op + " 0"),
              "15" + same + "4294967296 and 0 are the same word, but different numbers");
    EXPECT_EQ(of("old R1[31] " + op + " -1"), op == "==" ? "true" : "false"); // a word is one
    EXPECT_EQ(of("0xffffffff " + op + " 0xffffffff"), op == "==" ? "true" : "false");
  }
  EXPECT_EQ(of("-1 < 0xffffffff"), "true");                              // numbers have an order of their own
  for (const std::string wide : {"0xffffffff + 1", "-0x80000000 - 1"}) { // would become another number
    EXPECT_NE(of("old R1[0] <u " + wide).find(": no word holds "), std::string::npos) << wide;
    EXPECT_NE(of(wide + " <=s old R1[0]").find(": no word holds "), std::string::npos) << wide;
    EXPECT_NE(of("old R1[0] >> (" + wide + ") == 0").find(": no word holds "), std::string::npos) << wide;
    EXPECT_NE(of("(" + wide + ") +f old R1[0] == 0").find(": no word holds "), std::string::npos) << wide;
    EXPECT_EQ(of("old R1[0] + (" + wide + ") - (" + wide + ") == 0"), "true") << wide; // modulo 2^32
  }
}

TEST_F(Meaning, OrdersOfWordsHaveSigns) {
  EXPECT_EQ(of("old R1[31] <s 0"), "true");
  EXPECT_EQ(of("old R1[31] <u 0"), "false");
  EXPECT_EQ(of("old R1[31] >u 5 && 5 >=s old R1[31] && old R1[0] <=u old R1[0]"), "true");
  EXPECT_EQ(of("-1 <s 0 && 0 <u -1"), "true");
  EXPECT_EQ(of("old R1[31] < 5"), "11: an order of words is signed or unsigned");
}

TEST_F(Meaning, WhatNumbersDecideLeavesTheRestUnread) {
  EXPECT_EQ(of("R2[lane - 1] == lane", 1), "true");
  EXPECT_EQ(of("R2[lane - 1] == lane", 0), "8: in lane 0 this names lane -1");
  EXPECT_EQ(of("lane >= 1 ==> R2[lane - 1] == lane", 0), "true");
  EXPECT_EQ(of("lane == 0 || R2[lane - 1] == lane", 0), "true");
  EXPECT_EQ(of("lane >= 1 && R2[lane - 1] == lane", 0), "false");
  EXPECT_EQ(of("(lane == 0 ? 0 : R2[lane - 1]) == lane", 0), "true");
  EXPECT_EQ(of("P1[lane] || R2[lane - 1] == lane", 0), "20: in lane 0 this names lane -1"); // registers decide
}

TEST_F(Meaning, TruthOverRanges) {
  EXPECT_EQ(of("all(k, 0, 31, R2[k] == k + 1)"), "true");
  EXPECT_EQ(of("all(k, 0, 31, P1[k])"), "false");
  EXPECT_EQ(of("any(k, 0, 31, P1[k])"), "true");
  EXPECT_EQ(of("all(k, 1, 0, P1[k]) && !any(k, 1, 0, P1[k])"), "true");
  EXPECT_EQ(of("(P1[0] == P1[2]) && P1[0] != P1[1] && (P1[0] ? 1 : 2) == 1"), "true");
}

TEST_F(Meaning, SumsOfFloatsAreRounded_FADD_1) {
  EXPECT_EQ(of("0x3f800000 +f 0x40000000 == 0x40400000"), "true");                 // 1 + 2
  EXPECT_EQ(of("(0x3f800000 +f 0x4b800000) +f 0xcb800000 == 0"), "true");          // 1 is lost
  EXPECT_EQ(of("0x3f800000 +f (0x4b800000 +f 0xcb800000) == 0x3f800000"), "true"); // it is not
  EXPECT_EQ(of("old R1[1] +f 0 == 10"), "true");                                   // a denormal
  EXPECT_EQ(of("old R1[31] +f 0 == 0x7fffffff"), "true");                          // the NaN
}

/// "3:true 14:false": where a statement speaks under a condition, and whether that holds.
class Conditionals : public Meaning {
protected:
  std::string in(std::string_view text, unsigned lane = 0) {
    const auto statement = spec::parseStatement(text);
    const auto found = conditionalsOf(*statement, lane, {before_, &after_, &written_});
    std::string all;
    for (const Conditional& one : found.value())
      all += (all.empty() ? "" : " ") + std::to_string(one.at->position) + ':' +
             (one.applies.isTrue()    ? "true"
              : one.applies.isFalse() ? "false"
                                      : "neither");
    return all;
  }
};

TEST_F(Conditionals, HoldBeforeAnArrowAndOfRanges) {
  EXPECT_EQ(in("R2[0] == 1"), "");
  EXPECT_EQ(in("lane >= 1 ==> P1[0]", 0), "10:false");
  EXPECT_EQ(in("lane >= 1 ==> P1[0]", 1), "10:true");
  EXPECT_EQ(in("P1[lane] ==> R2[0] == 1", 2), "9:true");
  EXPECT_EQ(in("P1[lane] ==> R2[0] == 1", 3), "9:false");
  EXPECT_EQ(in("sum(k, 0, lane - 1, R2[k]) == 1", 1), "0:true");
  EXPECT_EQ(in("sum(k, 0, lane - 1, R2[k]) == 1", 0), "0:false");
  EXPECT_EQ(in("all(k, 1, 0, P1[k]) && any(k, 0, 1, P1[k])"), "0:false 23:true");
}

TEST_F(Conditionals, CountWhereWhatIsAroundThemHolds) {
  EXPECT_EQ(in("P1[1] ==> P1[0] ==> P1[2]"), "6:false 16:false"); // the inner one holds, and is not come to
  EXPECT_EQ(in("P1[0] ==> P1[1] ==> P1[2]"), "6:true 16:false");
  EXPECT_EQ(in("lane == 1 ==> (P1[0] ==> P1[2])"), "10:false"); // never read
  EXPECT_EQ(in("P1[1] ? (P1[0] ==> P1[2]) : (P1[0] ==> P1[4])"), "15:false 35:true");
  EXPECT_EQ(in("all(k, 0, 3, P1[k] ==> R2[k] == k + 1)"), "0:true 19:true"); // for some k
  EXPECT_EQ(in("all(k, 0, 3, k > 3 ==> P1[0])"), "0:true 19:false");
  EXPECT_EQ(in("P1[1] || (P1[0] ==> P1[2])"), "16:true");
}

TEST_F(Meaning, DefinitionsAreReadInTheirLane) {
  const std::vector<spec::Definition> all{*spec::parseDefinition("above(k) = R2[k + 1]", {})};
  const auto meaning = [&](std::string_view text, unsigned lane) {
    return meaningOf(*spec::parseStatement(text, all), lane, {before_, &after_, &written_});
  };
  EXPECT_TRUE(meaning("above(lane) == lane + 2 && above(above(3) == 5 ? 1 : 2) == 3", 7).has_error()); // given words
  EXPECT_TRUE(meaning("above(lane) == lane + 2", 7)->isTrue());
  EXPECT_TRUE(meaning("sum(k, 0, 2, above(k) + k) == 2 + 3 + 4 + 3", 0)->isTrue()); // its k is its own
  const auto beyond = meaning("lane == lane && above(lane) == 33", 31);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().position, 16u); // where it is named
}

TEST_F(Meaning, NobodyHasExitedUnlessItIsSaid_SYNC_1) {
  EXPECT_EQ(of("exited[3]"), "false");
  const auto said = [&](std::string_view text) {
    return meaningOf(*spec::parseStatement(text), 0, {before_, &after_, &written_, terms_.constant(32, 0x300)})
        ->isTrue();
  };
  EXPECT_TRUE(said("exited[8] && exited[9] && !exited[10] && !exited[7]"));
}

/// What must hold for the whole to hold has a place of its own; what only decides has none.
TEST_F(Meaning, EqualitiesThatAreNeededHavePlaces) {
  const auto places = [&](std::string_view text) {
    return outlineOf(*spec::parseStatement(text), 3, {before_, &after_, &written_})->places.size();
  };
  EXPECT_EQ(places("R2[lane] == 4"), 1u);
  EXPECT_EQ(places("R2[lane] == 4 && R2[0] == 1"), 2u);
  EXPECT_EQ(places("P1[0] ==> R2[lane] == 4"), 1u);
  EXPECT_EQ(places("R2[0] == 1 ==> R2[lane] == 4"), 1u);
  EXPECT_EQ(places("all(k, 0, 7, P1[k] ==> R2[k] == 1)"), 8u);
  EXPECT_EQ(places("all(k, 0, 7, k < 4 ==> R2[k] == 1)"), 4u) << "what numbers exclude is not asked";
  EXPECT_EQ(places("any(k, 0, 7, R2[k] == 1)"), 0u);
  EXPECT_EQ(places("R2[0] == 1 || R2[1] == 1"), 0u);
  EXPECT_EQ(places("!(R2[0] == 1)"), 0u);
  EXPECT_EQ(places("(R2[0] == 1) == (R2[1] == 2)"), 0u);
  EXPECT_EQ(places("P1[0] ? R2[0] == 1 : R2[1] == 2"), 2u);
  EXPECT_EQ(places("lane == 3"), 0u) << "numbers";
}

/// With the truth of each in its place it is what it says.
TEST_F(Meaning, AnOutlineIsTheStatement) {
  for (const char* text : {"R2[lane] == lane + 1", "R2[lane] == lane", "P1[lane] ==> R2[lane] == 5 && R2[0] == 1",
                           "all(k, 0, 31, R2[k] == k + 1) && P1[4]", "P1[lane] ? R2[lane] == 1 : R2[lane] == lane + 1"})
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const auto statement = *spec::parseStatement(text);
      const Warps warps{before_, &after_, &written_};
      const auto outline = outlineOf(statement, lane, warps);
      std::vector<std::pair<Term, Term>> truths;
      for (std::size_t i = 0; i < outline->places.size(); ++i)
        truths.emplace_back(outline->places[i], outline->equalities[i].left.eq(outline->equalities[i].right));
      EXPECT_TRUE(symbolic::substitute(outline->truth, truths).same(*meaningOf(statement, lane, warps)))
          << text << lane;
    }
}

/// It is the same in two runs; asked where it must hold, and where there are two.
TEST_F(Meaning, WhatIsPromisedIsTheSameInBothRuns) {
  symbolic::WarpTerms other = after_;
  other.registers[2][3] = terms_.variable(32, "another");
  const Warps warps{before_, &after_, &written_, {}, &other};
  const auto said = [&](std::string_view text) { return meaningOf(*spec::parseStatement(text), 0, warps); };
  EXPECT_TRUE(said("defined(R2[4]) && all(k, 4, 31, defined(R2[k]))")->isTrue());
  EXPECT_FALSE(said("defined(R2[3])")->isTrue());
  EXPECT_FALSE(said("P1[0] ==> defined(R2[3])")->isTrue());
  for (const char* text : {"!defined(R2[4])", "defined(R2[4]) || P1[0]", "defined(R2[4]) ==> P1[0]",
                           "defined(R2[4]) == P1[0]", "any(k, 4, 5, defined(R2[k]))", "defined(R1[0])"})
    EXPECT_FALSE(said(text)) << text;
  EXPECT_FALSE(meaningOf(*spec::parseStatement("defined(R2[4])"), 0, {before_, &after_, &written_}));
}

TEST_F(Meaning, Rejected) {
  EXPECT_EQ(of("R1[0] == 0"), "0: no instruction writes R1");
  EXPECT_EQ(of("1 == 1 && P0[0]"), "10: no instruction writes P0");
  EXPECT_EQ(of("R2[R2[0]] == 0"), "3: which lane is meant cannot depend on what registers hold");
  EXPECT_EQ(of("sum(k, 0, R2[0], 1) == 0"), "10: a range cannot depend on what registers hold");
  EXPECT_EQ(of("lane + 1"), "5: a number where a truth value belongs");
  EXPECT_EQ(of("P1[0] + 1 == 2"), "0: a truth value where a word belongs");
  EXPECT_EQ(of("P1[0] == 1"), "6: a truth value is compared with a number");
  EXPECT_EQ(of("P1[0] <u P1[1]"), "6: truth values have no order");
  EXPECT_EQ(of("(lane == 0) == (1 << 32 == 0)"), "18: a number is shifted that is negative, or not by 0..31");
  EXPECT_EQ(of("sum(k, 0, 4096, 1) == 0"), "0: the range is too long");
  EXPECT_EQ(of("0xffffffff * 0xffffffff == 0"), "11: a number gets too large");
}

/// What is required has no after.
TEST_F(Meaning, WhatIsRequiredIsBefore) {
  const auto said = meaningOf(*spec::parseStatement("R1[1] == 10 && old R1[1] == 10"), 0, {before_});
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->isTrue());
}

} // namespace program_statement_test
} // namespace warplaw::proofs
