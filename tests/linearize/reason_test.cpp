// Sentences, the smallest witness, and the picture.
#include "linearize/check.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "linearize/svg.h"
#include "lines.h"
#include "random_history.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <regex>

namespace warplaw::linearize {
namespace {

struct Lane {
  unsigned lane;
  std::uint64_t operand, swap, returned;
  std::uint64_t address = 0;
};

History oneInstruction(std::string_view operation, std::uint32_t initial, std::uint32_t final,
                       std::initializer_list<Lane> lanes) {
  History h;
  h.memorySize = 512;
  h.instructions.push_back({0, 0, *findOperation(operation)});
  for (const Lane& lane : lanes)
    h.accesses.push_back({0, static_cast<std::uint8_t>(lane.lane), true, lane.address, lane.operand, lane.swap,
                          lane.returned, kBankOfAddress});
  const auto bytes = [](std::uint32_t v) {
    return std::vector<std::uint8_t>{static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(v >> 8),
                                     static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 24)};
  };
  h.initial = {{0, bytes(initial)}};
  h.final = {{0, bytes(final)}};
  return h;
}

std::string reasonOf(const History& h) {
  EXPECT_TRUE(validate(h));
  Checker checker;
  const Verdict& verdict = checker.check(h);
  EXPECT_EQ(verdict.answer, Answer::Illegal);
  return explain(h, verdict);
}

std::vector<unsigned> lanesOf(const History& h) {
  Checker checker;
  const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
  EXPECT_EQ(verdict.answer, Answer::Legal);
  EXPECT_EQ(replay(h, verdict), "");
  std::vector<unsigned> lanes;
  for (const WitnessStep& step : verdict.order)
    lanes.push_back(h.accesses[step.access].lane);
  return lanes;
}

TEST(Reason, TwoLanesReadWhatWasProducedOnce_ATOMS_5) {
  const History h = oneInstruction("ADD", 6, 9, {{2, 1, 0, 6}, {4, 1, 0, 7}, {9, 1, 0, 7}});
  EXPECT_EQ(reasonOf(h), "at address 0x0 lanes 4 and 9 both read 7, but 7 was produced once, by lane 2");
}

TEST(Reason, ClosedLoopThatNothingEnters_ATOMS_5) {
  const History h = oneInstruction("EXCH", 1, 2, {{0, 2, 0, 1}, {3, 6, 0, 5}, {9, 7, 0, 6}, {12, 5, 0, 7}});
  EXPECT_EQ(reasonOf(h),
            "at address 0x0 lanes 3, 9 and 12 form a closed loop that nothing enters: memory never came to 5");
}

TEST(Reason, FinalValueThatNobodyProduced_ATOMS_5) {
  EXPECT_EQ(reasonOf(oneInstruction("ADD", 0, 7, {{5, 1, 0, 0}})),
            "at address 0x0 memory ends at 7, but nothing produced 7 (before them memory held 0)");
}

TEST(Reason, CastThatCouldNotFail_ATOMS_9) {
  EXPECT_EQ(reasonOf(oneInstruction("CAST", 5, 5, {{8, 5, 6, 0}})),
            "at address 0x0 lane 8 did not find 5, but memory held nothing else");
}

TEST(Reason, SpinWithoutAnAttempt_ATOMS_10) {
  EXPECT_EQ(reasonOf(oneInstruction("CAST.SPIN", 5, 5, {{1, 5, 6, 0}, {2, 5, 7, 0}})),
            "at address 0x0 lanes 1 and 2 both stored nothing, but whichever of bank 0 tried would have found its "
            "compare value (ATOMS-10)");
}

TEST(Reason, NothingIsLeftOfTheFaultBefore_ATOMS_10) {
  Checker checker;
  const History assumed = test::historyFrom(
      R"({"instructions":[{"operation":"AND","lanes":[{"lane":0,"address":0,"operand":15}]}],"final":[{"address":0,"words":[255]}]})");
  EXPECT_NE(explain(assumed, checker.check(assumed)).find("assumed"), std::string::npos);
  const History spin = oneInstruction("CAST.SPIN", 5, 5, {{1, 5, 6, 0}, {2, 5, 7, 0}});
  EXPECT_EQ(explain(spin, checker.check(spin)).find("assumed"), std::string::npos);
}

TEST(Reason, SpinWithTwoStores_ATOMS_10) {
  History h = oneInstruction("CAST.SPIN", 5, 6, {{1, 5, 6, 1, 0}, {2, 0, 0, 1, 128}});
  EXPECT_EQ(reasonOf(h),
            "at address 0x0 lanes 1 and 2 both stored, but CAST.SPIN lets one lane of bank 0 try (ATOMS-10)");
}

TEST(Reason, SpuriousFailureOfSpin_ATOMS_13) { // M[0] = M[128] = 5, two lanes comparing 5, one bank: one returns 0
  History h = oneInstruction("CAST.SPIN", 5, 6, {{1, 5, 6, 1, 0}, {2, 5, 7, 0, 128}});
  h.initial.push_back({128, {5, 0, 0, 0}});
  h.final.push_back({128, {5, 0, 0, 0}});
  EXPECT_EQ(lanesOf(h), (std::vector<unsigned>{1, 2}));
  h.instructions[0].operation.op = Op::Cast; // what CAST cannot do
  EXPECT_EQ(reasonOf(h), "at address 0x80 lane 2 did not find 5, but memory held nothing else");
}

TEST(Reason, ByteThatNobodyTouched_MACH_5) {
  History h = oneInstruction("ADD", 0, 1, {{0, 1, 0, 0}});
  h.initial.push_back({8, {1, 2}});
  h.final.push_back({8, {1, 3}});
  EXPECT_EQ(reasonOf(h), "the byte at 0x9 changed from 2 to 3, but no lane accessed it (MACH-5)");
}

TEST(Reason, TotalOfReductions_RED_11) {
  History h = oneInstruction("ADD", 1, 7, {{0, 2, 0, 0}, {1, 3, 0, 0}});
  for (Access& a : h.accesses)
    a.returns = false;
  EXPECT_EQ(reasonOf(h), "at address 0x0 lanes 0 and 1 leave 6, but memory ends at 7");
}

std::string reasonOf(std::string_view line) { return reasonOf(test::historyFrom(line)); }

TEST(Reason, ForcedInitialValueIsNoGuess_ATOMS_5) {
  EXPECT_EQ(
      reasonOf(
          R"({"instructions":[{"number":0,"operation":"ADD","lanes":[{"lane":0,"address":0,"operand":1,"returned":5},{"lane":1,"address":0,"operand":1,"returned":8}]},)"
          R"({"number":1,"operation":"ADD","lanes":[{"lane":0,"address":0,"operand":1,"returned":9}]}]})"),
      "at address 0x0 lane 0 of warp 0's instruction 0 read 5, but nothing produced 5; and lane 1 of warp 0's "
      "instruction 0 read 8, but nothing produced 8; only one value can have been there at first");
}

TEST(Reason, AssumedInitialValueIsSaidToBeAssumed_RED_11) {
  EXPECT_EQ(
      reasonOf(
          R"({"instructions":[{"operation":"AND","lanes":[{"lane":0,"address":0,"operand":15}]}],"final":[{"address":0,"words":[255]}]})"),
      "at address 0x0 lane 0 leaves 15, but memory ends at 255 (that memory held 255 before is only assumed, but no "
      "other value fits either)");
}

TEST(Reason, TwoClosedTrailsWithoutACommonValue_ATOMS_5) {
  History h = oneInstruction("EXCH", 0, 0, {{0, 2, 0, 1}, {1, 1, 0, 2}, {2, 4, 0, 3}, {3, 3, 0, 4}});
  h.initial.clear();
  h.final.clear();
  EXPECT_EQ(reasonOf(h),
            "at address 0x0 lanes 2 and 3 form a closed loop apart from lanes 0 and 1: no value is in both, "
            "so memory cannot go from one to the other");
}

constexpr const char* kStoreBuffering =
    R"({"name":"a<b \u00e9","initial":[{"address":0,"words":[0,0]}],"instructions":[)"
    R"({"warp":0,"number":0,"operation":"EXCH","lanes":[{"lane":0,"address":0,"operand":1,"returned":0}]},)"
    R"({"warp":0,"number":1,"operation":"ADD","lanes":[{"lane":0,"address":4,"operand":0,"returned":0}]},)"
    R"({"warp":1,"number":0,"operation":"EXCH","lanes":[{"lane":0,"address":4,"operand":1,"returned":0}]},)"
    R"({"warp":1,"number":1,"operation":"ADD","lanes":[{"lane":0,"address":0,"operand":0,"returned":0}]}]})";

TEST(Reason, NamesEveryLocationThatWasSearched_RED_9) {
  EXPECT_TRUE(reasonOf(kStoreBuffering).starts_with("at addresses 0x0 and 0x4 no order of "));
}

std::string pictureOf(const History& h) {
  Checker checker;
  return svgOf(h, checker.check(h, {.witness = true, .budget = {}}));
}

TEST(Picture, MixedSizesShowTheWholeLocation_ATOMS_5) {
  const std::string svg = pictureOf(test::historyFrom(
      R"({"initial":[{"address":0,"words":[1,2]}],"instructions":[)"
      R"({"number":0,"operation":"EXCH.U64","lanes":[{"lane":0,"address":0,"operand":"0x500000006","returned":"0x200000001"}]},)"
      R"({"number":1,"operation":"EXCH","lanes":[{"lane":0,"address":0,"operand":9,"returned":6}]},)"
      R"({"number":2,"operation":"EXCH.U64","lanes":[{"lane":0,"address":0,"operand":0,"returned":"0x500000009"}]}]})"));
  for (const char* text : {">0x200000001<", ">0x500000006<", ">0x500000009<", ">0<", ">0.0.0 (step 1)<",
                           ">0.1.0 (step 2)<", ">0.2.0 (step 3)<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
}

TEST(Picture, EveryLocationThatMatters_RED_9) {
  const std::string svg = pictureOf(test::historyFrom(kStoreBuffering));
  EXPECT_NE(svg.find("address 0x0, 4 bytes"), std::string::npos);
  EXPECT_NE(svg.find("address 0x4, 4 bytes"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b é"), std::string::npos);
}

TEST(Picture, WrongTotalShowsItsSteps_RED_11) {
  History h = oneInstruction("ADD", 1, 7, {{0, 2, 0, 0}, {1, 3, 0, 0}});
  for (Access& a : h.accesses)
    a.returns = false;
  const std::string svg = pictureOf(h);
  for (const char* text : {">1<", ">3<", ">6<", ">7<", ">lane 0 (step 1)<", ">lane 1 (step 2)<", ">memory ends at 7<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
}

TEST(Picture, SaysWhatItDoesNotShow_ATOMS_5) {
  History h = oneInstruction("ADD", 6, 9, {{2, 1, 0, 6}, {4, 1, 0, 7}, {9, 1, 0, 7}});
  h.instructions.push_back({1, 0, {Op::Add, Type::U32}});
  Access unseen;
  unseen.instruction = 1;
  h.accesses.push_back(unseen);
  Verdict verdict;
  verdict.answer = Answer::Unknown;
  EXPECT_NE(svgOf(h, verdict).find("1 access is not drawn"), std::string::npos);
}

TEST(Picture, EndsOperandsAndWhatOffends_ATOMS_5) {
  const std::string svg = pictureOf(oneInstruction("ADD", 6, 9, {{2, 1, 0, 6}, {4, 1, 0, 7}, {9, 1, 0, 7}}));
  for (const char* text : {">first<", ">last<", ">ADD 1<", "stroke-width=\"3\""})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  const auto count = [](const std::string& in, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count(svg, "<path class=\"offending\""), 2u); // to 7 and away from it
  History legal = oneInstruction("CAS", 5, 6, {{2, 5, 6, 5}, {3, 1, 0, 6}});
  const std::string right = pictureOf(legal);
  EXPECT_EQ(count(right, "class=\"offending\""), 0u);
  EXPECT_NE(right.find(">CAS 5 to 6<"), std::string::npos);
}

TEST(Picture, ProgramOrderIsDashed_RED_9) {
  Checker checker;
  const History h = test::historyFrom(kStoreBuffering);
  const std::string svg = svgOf(h, checker.check(h, {.witness = true, .core = true, .budget = {}}));
  std::size_t red = 0, dashed = 0;
  for (std::size_t at = 0; (at = svg.find("stroke-dasharray", at)) != std::string::npos; ++at, ++dashed)
    red += svg.substr(at - 20, 20).find("offending") != std::string::npos;
  EXPECT_EQ(dashed, 2u); // each warp's two instructions
  EXPECT_EQ(red, 2u);    // both are of the cycle
  EXPECT_NE(svg.find("dashed: known to come before"), std::string::npos);
}

TEST(Picture, GraphvizIsToldTheSame_ATOMS_5) {
  const History h = oneInstruction("ADD", 6, 9, {{2, 1, 0, 6}, {4, 1, 0, 7}, {9, 1, 0, 7}});
  Checker checker;
  const Verdict& verdict = checker.check(h);
  EXPECT_FALSE(isLarge(h, verdict));
  const std::string dot = dotOf(h, verdict);
  for (const char* text : {"\"6 first\"", "\"9 last\"", "lanes 4 and 9: ADD 1", "#cc0000"})
    EXPECT_NE(dot.find(text), std::string::npos) << text << dot;
}

TEST(Picture, TextIsInside) {
  std::mt19937_64 random(9);
  const std::regex box("viewBox=\"0 0 ([0-9]+) ([0-9]+)\""),
      text("<text x=\"(-?[0-9]+)\" y=\"(-?[0-9]+)\"( text-anchor=\"middle\")?>([^<]*)</text>");
  for (int k = 0; k < 400; ++k) {
    History h = test::randomHistory(static_cast<test::Family>(k % test::kFamilies), random);
    h.name = std::string(k, 'W');
    const std::string svg = pictureOf(h);
    std::smatch size;
    ASSERT_TRUE(std::regex_search(svg, size, box));
    const double width = std::stod(size[1]), height = std::stod(size[2]);
    for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at) {
      const double x = std::stod((*at)[1]), y = std::stod((*at)[2]),
                   length = 7.3 * static_cast<double>((*at)[4].length());
      const double start = (*at)[3].matched ? x - length / 2 : x;
      ASSERT_TRUE(start >= 0 && start + length <= width && y >= 9 && y <= height - 3) << (*at)[0];
    }
  }
}

TEST(Witness, IsTheSmallestOrder_ATOMS_5) {
  EXPECT_EQ(lanesOf(oneInstruction("EXCH", 5, 5, {{9, 5, 0, 5}, {2, 5, 0, 5}, {0, 5, 0, 5}})),
            (std::vector<unsigned>{0, 2, 9}));
  EXPECT_EQ(lanesOf(oneInstruction("ADD", 0, 3, {{7, 1, 0, 2}, {3, 1, 0, 0}, {5, 1, 0, 1}})),
            (std::vector<unsigned>{3, 5, 7}));
  // failed lanes come as early as their turn allows: lane 0 only where memory is no longer 5
  EXPECT_EQ(lanesOf(oneInstruction("CAST", 5, 6, {{0, 5, 9, 0}, {1, 7, 9, 0}, {2, 5, 6, 1}})),
            (std::vector<unsigned>{1, 2, 0}));
}

TEST(Witness, PerformerOfSpinGivesTheSmallestOrder_ATOMS_10) {
  const History h = test::historyFrom(
      R"({"initial":[{"address":0,"words":[0]}],"instructions":[{"operation":"CAST.SPIN","lanes":[)"
      R"({"lane":0,"address":0,"operand":0,"swap":1,"returned":0},{"lane":1,"address":0,"operand":1,"swap":1,"returned":0}]},)"
      R"({"warp":1,"operation":"EXCH","lanes":[{"lane":0,"address":0,"operand":1,"returned":0}]}]})");
  Checker checker;
  const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
  EXPECT_EQ(verdict.order, (std::vector<WitnessStep>{{0, 0, false}, {1, 0, true}, {2, 0, true}}));
}

TEST(Picture, ShowsLanesOnArrows) {
  const History h = oneInstruction("ADD", 6, 9, {{2, 1, 0, 6}, {4, 1, 0, 7}, {9, 1, 0, 7}});
  Checker checker;
  const std::string svg = svgOf(h, checker.check(h));
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("lanes 4 and 9</text>"), std::string::npos);
  EXPECT_NE(svg.find("class=\"marked\""), std::string::npos); // the value that shows it
}

} // namespace
} // namespace warplaw::linearize
