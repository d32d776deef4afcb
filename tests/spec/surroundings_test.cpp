// The cells around a warp: which are legal, and how case files hold them (SR-3, BAR-1, BAR-2, BAR-4, PM-1).
#include "spec/case_file.h"
#include "spec/program_case.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

namespace warplaw::spec {
namespace surroundings_test {

std::string ruleOf(const SpecialInputs& inputs) { return faultOf(inputs) ? faultOf(inputs)->rule : ""; }

TEST(Surroundings, SizesOfACta_SR_3) {
  const auto cta = [](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t warp = 0) {
    SpecialInputs inputs;
    inputs.ntid[0] = x, inputs.ntid[1] = y, inputs.ntid[2] = z, inputs.warp = warp;
    return ruleOf(inputs);
  };
  EXPECT_EQ(cta(1, 1, 1), "");
  EXPECT_EQ(cta(1024, 1, 1, 31), "");
  EXPECT_EQ(cta(1, 1024, 1), "");
  EXPECT_EQ(cta(16, 1, 64), "");
  EXPECT_EQ(cta(0, 1, 1), "SR-3");
  EXPECT_EQ(cta(1025, 1, 1), "SR-3");
  EXPECT_EQ(cta(1, 1, 65), "SR-3");
  EXPECT_EQ(cta(1024, 2, 1), "SR-3");
  EXPECT_EQ(cta(65536, 65536, 1), "SR-3") << "2^32 threads are not 0";
  EXPECT_EQ(cta(33, 1, 1, 1), "");
  EXPECT_EQ(cta(32, 1, 1, 1), "SR-3");
}

TEST(Surroundings, ACtaIsInItsGrid_SR_1) {
  SpecialInputs inputs;
  inputs.ctaid[1] = 1;
  EXPECT_EQ(ruleOf(inputs), "SR-1");
  inputs.nctaid[1] = 2;
  EXPECT_EQ(ruleOf(inputs), "");
  inputs.nctaid[1] = 65536;
  EXPECT_EQ(ruleOf(inputs), "SR-1");
  inputs = {};
  inputs.nctaid[0] = 0x7fffffff;
  EXPECT_EQ(ruleOf(inputs), "");
  inputs.nctaid[2] = 0;
  EXPECT_EQ(ruleOf(inputs), "SR-1");
}

TEST(Surroundings, LanesBeyondTheCtaAreNotAlive_SR_3) {
  SpecialInputs inputs;
  inputs.ntid[0] = 5, inputs.ntid[1] = 7;
  EXPECT_EQ(aliveLanes(inputs), ~0u);
  inputs.warp = 1;
  EXPECT_EQ(aliveLanes(inputs), 7u);
  inputs.warp = 2;
  EXPECT_EQ(aliveLanes(inputs), 0u);
}

TEST(Surroundings, BarriersThatCanBe_BAR_2) {
  Barriers legal;
  legal.arrived[3] = 64, legal.expected[3] = 96, legal.use[3] = 1, legal.accumulator[3] = 64, legal.waiting[3] = 0b101;
  legal.latch[7] = 1;
  legal.exited = 0b10;
  const auto rule = [&](auto change) {
    Barriers barriers = legal;
    change(barriers);
    const auto fault = faultOf(barriers);
    return fault ? fault->rule : "";
  };
  EXPECT_EQ(rule([](Barriers&) {}), "");
  EXPECT_EQ(rule([](Barriers& b) { b.arrived[3] = 0; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.expected[0] = 32; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.waiting[0] = 8; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.arrived[3] = 96; }), "BAR-1");
  EXPECT_EQ(rule([](Barriers& b) { b.arrived[3] = 65; }), "BAR-1");
  EXPECT_EQ(rule([](Barriers& b) { b.expected[3] = 100; }), "BAR-1");
  EXPECT_EQ(rule([](Barriers& b) { b.expected[3] = 4096; }), "BAR-1");
  EXPECT_EQ(rule([](Barriers& b) { b.use[3] = 4; }), "BAR-4");
  EXPECT_EQ(rule([](Barriers& b) { b.accumulator[3] = 65; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.use[3] = 2; }), "BAR-2") << "AND's answer is 0 or 1";
  EXPECT_EQ(rule([](Barriers& b) { b.use[3] = 0, b.accumulator[3] = 0; }), "");
  EXPECT_EQ(rule([](Barriers& b) { b.use[3] = 0; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.waiting[3] = 1; }), "BAR-2") << "who comes to a reduction waits";
  EXPECT_EQ(rule([](Barriers& b) { b.use[3] = 0, b.accumulator[3] = 0, b.waiting[3] = 1; }), "");
  EXPECT_EQ(rule([](Barriers& b) { b.waiting[3] = 0b11; }), "BAR-2") << "has exited";
  EXPECT_EQ(rule([](Barriers& b) { b.arrived[4] = 32, b.expected[4] = 64, b.waiting[4] = 1; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.latch[7] = 2; }), "BAR-2");
  EXPECT_EQ(rule([](Barriers& b) { b.latch[7] = 4064, b.latchIsCount = 1 << 7; }), "");
}

TEST(Surroundings, EveryCellHasANameOfItsOwn) {
  const std::vector<std::uint32_t> words = wordsOf(SurroundingCells{});
  std::set<std::string> names;
  for (std::uint32_t cell = 0; cell < words.size(); ++cell) {
    names.insert(nameOfCell(cell));
    SurroundingCells cells;
    setCell(cells, cell, words[cell] + 1);
    std::vector<std::uint32_t> expected = words;
    ++expected[cell];
    EXPECT_EQ(wordsOf(cells), expected) << nameOfCell(cell);
  }
  EXPECT_EQ(names.size(), words.size());
  EXPECT_TRUE(names.contains("inputs.ntid[2]") && names.contains("counters.count[15]") &&
              names.contains("barriers.latch[31]") && names.contains("barriers.exited"));
  EXPECT_EQ(nameOfCell(static_cast<std::uint32_t>(words.size())), "no cell");
}

constexpr std::string_view kCase = R"({
  "version": 1,
  "instruction": "BAR.RED.POPC 3, P0;",
  "active": "0x7",
  "inputs": {
    "warp": 1,
    "ntid": [5, 7, 1],
    "clockLow": "0x10"
  },
  "counters": {
    "count": {"2": "0xff"}
  },
  "barriers": {
    "arrived": {"3": 32},
    "expected": {"3": 64},
    "use": {"3": 1},
    "waiting": {"3": "0x1"},
    "latchIsCount": "0x2"
  },
  "expected": {
    "barriers": {
      "arrived": {"3": 0},
      "latch": {"0": "any", "1": 2},
      "latchIsCount": "0x3"
    }
  }
}
)";

TEST(Surroundings, InACaseFile) {
  const auto c = caseFromJson(kCase);
  ASSERT_TRUE(c) << describe(c.error(), kCase);
  EXPECT_EQ(toJson(*c), kCase);
  EXPECT_EQ(c->cells.inputs.ntid[1], 7u);
  EXPECT_EQ(c->cells.counters.count[2], 0xffu);
  EXPECT_EQ(c->cells.barriers.waiting[3], 1u);
  ASSERT_EQ(c->expected->cells.size(), 4u);
  EXPECT_EQ(nameOfCell(c->expected->cells[2].cell), "barriers.latch[1]");
  EXPECT_EQ(c->expected->cells[2].word.value, 2u);
}

/// `marked` holds a `^` before the byte at which it must be rejected.
void expectRejected(std::string_view head, std::string_view marked, std::string_view path, std::string_view rule) {
  std::string text = fmt::format("{{{},{}}}", head, marked);
  const std::size_t caret = text.find('^');
  ASSERT_NE(caret, std::string::npos);
  text.erase(caret, 1);
  const auto result = programCaseFromJson(text);
  ASSERT_FALSE(result) << text << " is accepted";
  EXPECT_EQ(result.error().rule, rule) << describe(result.error(), text);
  EXPECT_EQ(result.error().position, caret) << describe(result.error(), text);
  EXPECT_TRUE(result.error().message.starts_with(path)) << describe(result.error(), text);
  EXPECT_FALSE(result.error().accepted.empty());
}
void rejectedOne(std::string_view marked, std::string_view path, std::string_view rule = "case-format") {
  expectRejected(R"("version":1,"instruction":"S2R R0, SR_LANEID")", marked, path, rule);
}

TEST(SurroundingsRejected, InACaseOfOneInstruction) {
  rejectedOne(R"("inputs":{"tid":^1})", "/inputs/tid: unknown key");
  rejectedOne(R"("inputs":{"warp":^32})", "/inputs/warp");
  rejectedOne(R"("inputs":{"^ntid":[32,1]})", "/inputs/ntid: not one number for each");
  rejectedOne(R"("inputs":{"ntid":[32,1,^1025]})", "/inputs/ntid/2");
  rejectedOne(R"("^inputs":{"ntid":[32,1,65]})", "/inputs: ntid.z is 65", "SR-3");
  rejectedOne(R"("^inputs":{"warp":1})", "/inputs: the warp's number is 1", "SR-3");
  rejectedOne(R"("^inputs":{"ctaid":[1,0,0]})", "/inputs: ctaid.x is 1", "SR-1");
  rejectedOne(R"("counters":{"count":{"16":^1}})", "/counters/count/16: unknown key");
  rejectedOne(R"("barriers":{"latch":{"32":^1}})", "/barriers/latch/32: unknown key");
  rejectedOne(R"("^barriers":{"arrived":{"3":32}})", "/barriers: barrier 3: 32 of 0 threads", "BAR-1");
  rejectedOne(R"("expected":{"^inputs":{"warp":1}})", "/expected/inputs: unknown key");
  rejectedOne(R"("expected":{"counters":{"count":{"1":^-1}}})", "/expected/counters/count/1");
}

TEST(SurroundingsRejected, ActiveLanesThatAreNotAlive_SR_3) {
  const auto result =
      caseFromJson(R"({"version":1,"instruction":"S2R R0, SR_LANEID","active":15,"inputs":{"ntid":[3,1,1]}})");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().rule, "SR-3");
  EXPECT_EQ(result.error().accepted, "\"active\" within 0x7");
}

std::string two(std::string_view members) {
  return fmt::format(R"({{"version":2,"program":["S2R R0, SR_LANEID"],"warps":[{{}},{{}}],{}}})", members);
}
std::string ruleOfTwo(std::string_view members) {
  const auto result = programCaseFromJson(two(members));
  return result ? "" : result.error().rule;
}

TEST(Surroundings, WarpsAreNumberedFromTheFirst_SR_3) {
  const auto plain = programCaseFromJson(two(R"("comment":"")"));
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->surroundings.cells.inputs.ntid[0], 64u) << "as many threads as the warps have";
  EXPECT_EQ(ruleOfTwo(R"("inputs":{"ntid":[96,1,1],"warp":1})"), "");
  EXPECT_EQ(ruleOfTwo(R"("inputs":{"ntid":[64,1,1],"warp":1})"), "SR-3");
  EXPECT_EQ(ruleOfTwo(R"("inputs":{"ntid":[32,1,1]})"), "SR-3");
  EXPECT_EQ(ruleOfTwo(R"("inputs":{"ntid":[63,1,1]})"), "SR-3") << "lane 31 of warp 1 is active";
}

TEST(SurroundingsRejected, TheClockRunsBackwards_SR_3) {
  EXPECT_EQ(ruleOfTwo(R"("clocks":["0x100000000",4294967296])"), "");
  EXPECT_EQ(ruleOfTwo(R"("clocks":["0xffffffffffffffff",18446744073709551615])"), "");
  EXPECT_EQ(ruleOfTwo(R"("clocks":["0x10000000000000000",1])"), "case-format");
  EXPECT_EQ(ruleOfTwo(R"("clocks":[1])"), "case-format");
  const auto head = R"("version":2,"program":["S2R R0, SR_CLOCKLO"],"warps":[{},{}])";
  expectRejected(head, R"("clocks":["0x100000000",^7])", "/clocks/1: the clock runs backwards", "SR-3");
  expectRejected(head, R"("^clocks":[1,2,3])", "/clocks: 3 clocks of 2 turns", "case-format");
}

} // namespace surroundings_test
} // namespace warplaw::spec
