// The lane table: what it must show, with and without a difference, and colour only where it was asked for.
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/program_table.h"
#include "fuzz/table.h"
#include "random_record.h"
#include "spec/row.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::fuzz {
namespace lane_table_test {

spec::Case caseOf(std::string_view text) {
  const auto parsed = spec::parse(text);
  EXPECT_TRUE(parsed);
  spec::Case c;
  c.instruction = *parsed;
  c.choices = spec::defaultChoices(parsed->form);
  return c;
}

TEST(LaneTable, ListsLanes) {
  EXPECT_EQ(laneList(0), "");
  EXPECT_EQ(laneList(~0u), "0-31");
  EXPECT_EQ(laneList(0x8000008f), "0-3,7,31");
}

TEST(LaneTable, MarksTheDifferingLanesAndCollapsesEqualOnes) {
  Oracle oracle;
  spec::Case c = caseOf("SHFL.UP P0, R0, R1, 0, 1");
  c.warp.active = 0xff;
  const auto expected = oracle.encode(c);
  ASSERT_TRUE(expected);
  Outcome got = *expected;
  got.warp.predicates[0] ^= 1;
  EXPECT_EQ(laneTable(oracle, c, *expected, got), "SHFL.UP P0, R0, R1, 0, 1;\n"
                                                  "  executing lanes: 0-7\n"
                                                  "  lane  R1   reads lane    -> R0  -> P0 expected  got\n"
                                                  "  0     0x0  out of range  0x0    0               1 <--\n"
                                                  "  1-7   0x0  own           0x0    1               1\n");
}

TEST(LaneTable, ShowsMemoryAndErrors) {
  Oracle oracle;
  spec::Case c = caseOf("ATOMS.ADD R0, [R1], R2");
  c.memory.assign(8, 0);
  c.warp.active = 0x7;
  c.warp.registers[1][1] = 2;
  c.warp.registers[1][2] = 8;
  c.warp.registers[2][0] = 5;
  const auto expected = oracle.encode(c);
  ASSERT_TRUE(expected);
  Outcome got = *expected;
  got.memory[4] = 9;
  const std::string text = laneTable(oracle, c, *expected, got);
  EXPECT_NE(text.find("misaligned"), std::string::npos) << text;
  EXPECT_NE(text.find("out of range"), std::string::npos) << text;
  EXPECT_NE(text.find("[0x4]  0x0     0x0       0x9 <--"), std::string::npos) << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(laneTable(oracle, c, *expected, got, {true, false}).find("\033["), std::string::npos);
}

TEST(LaneTable, ShowsTheSourcePredicateUnlessItIsPT_MACH_3) {
  spec::Warp warp;
  warp.predicates[3] = 0x80000001;
  warp.registers[5][31] = 7;
  spec::Plan plan;
  plan.source[0] = {spec::SourceKind::Register, 5};
  plan.source[1] = {spec::SourceKind::Immediate, 6};
  plan.source[2] = {spec::SourceKind::Register, spec::kZeroRegister};
  plan.source[3] = {spec::SourceKind::Register, 5};
  const auto titles = [&] {
    std::vector<std::string> all;
    for (const LaneColumn& column : inputColumns(plan, warp))
      all.push_back(column.title);
    return all;
  };
  EXPECT_EQ(titles(), std::vector<std::string>{"R5"});
  plan.sourcePredicate = 3;
  ASSERT_EQ(titles(), (std::vector<std::string>{"R5", "P3"}));
  const auto shown = [&](unsigned lane) { return inputColumns(plan, warp)[1].text[lane]; };
  EXPECT_EQ(shown(0) + shown(1) + shown(30) + shown(31), "1001");
  plan.sourcePredicateNegated = 1;
  ASSERT_EQ(titles(), (std::vector<std::string>{"R5", "!P3"}));
  EXPECT_EQ(shown(0) + shown(1) + shown(30) + shown(31), "0110") << "as the datapath sees it";
  plan.sourcePredicate = spec::kTruePredicate;
  ASSERT_EQ(titles(), (std::vector<std::string>{"R5", "!PT"}));
  EXPECT_EQ(shown(0), "0");
}

TEST(LaneTable, EqualLanesShareALine) {
  Oracle oracle;
  spec::Case c = caseOf("SHFL.IDX PT, R0, R1, 0, 31");
  const auto outcome = oracle.encode(c);
  ASSERT_TRUE(outcome);
  EXPECT_NE(laneTable(oracle, c, *outcome, *outcome).find("  1-31  0x0  0           0x0\n"), std::string::npos)
      << laneTable(oracle, c, *outcome, *outcome);
}

/// Lines that are wider than a line may be.
std::string tooWide(const std::string& text) {
  std::string found;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    if (end - at > kMostColumns)
      found += text.substr(at, end + 1 - at);
  }
  return found;
}

TEST(Table, WhatIsTooWideGoesOnBelowUnderTheSameNames) {
  const std::string most(48, 'x'), wide(200, 'y');
  const std::string expected = fmt::format("  n  a\n  1  {0} <--\n  n  b\n  1  {0}\n  n  c\n  1  {1}\n", most, wide);
  EXPECT_EQ(render({"n", "a", "b", "c"}, {{"1", {{most, true}, {most}, {wide}}}}, false), expected);
  const std::string half(43, 'x'); // twice, with names and the mark: 100 columns
  EXPECT_EQ(render({"n", "a", "b"}, {{"1", {{half}, {half, true}}}}, false),
            fmt::format("  n  {:<45}b\n  1  {}  {} <--\n", "a", half, half));
  EXPECT_EQ(render({"n"}, {{"1", {}}}, false), "  n\n  1\n");
}

TEST(Table, SentencesThatAreTooWideAreBrokenAtSpaces) {
  const std::string most(48, 'x'), wide(200, 'y');
  EXPECT_EQ(wrapped(fmt::format("  {0} {0} {0}\nshort\n", most)), fmt::format("  {0} {0}\n    {0}\nshort\n", most));
  EXPECT_EQ(wrapped(fmt::format("  {0} {1} z\n", most, wide)), fmt::format("  {0}\n    {1}\n    z\n", most, wide));
  EXPECT_EQ(wrapped("  " + wide + "\n") + wrapped(""), "  " + wide + "\n");
}

/// The same, but for words as long as words are, and predicates, that differ in every lane.
Outcome differing(Outcome outcome, Dice& dice) {
  constexpr unsigned kSome = 16; // registers: twice what a line holds
  for (unsigned reg = 0; reg < kSome; ++reg)
    for (std::uint32_t& word : outcome.warp.registers[reg])
      word = 1u << 31 | dice.next();
  for (std::uint32_t& lanes : outcome.warp.predicates)
    lanes = ~lanes;
  return outcome;
}

/// Tables of every instruction, with outcomes that agree and that differ.
TEST(LaneTable, EveryLineFits) {
  Dice dice(23);
  Oracle oracle;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (unsigned k = 0; k < 6; ++k) {
      InstructionFuzzer& fuzzer = oracle.of(mnemonic);
      const auto record = randomRecord(dice, fuzzer.recordBytes());
      const spec::Case c = k % 2 ? fuzzer.operandCase(record) : fuzzer.machineCase(record);
      const auto expected = oracle.encode(c);
      ASSERT_TRUE(expected);
      for (const Outcome& got : {*expected, differing(*expected, dice)})
        EXPECT_EQ(tooWide(laneTable(oracle, c, *expected, got, {.allLanes = k % 3 == 0})), "")
            << spec::print(c.instruction);
    }
}

/// The table of a program of every instruction, which reads and writes more than a line holds.
TEST(ProgramTable, EveryLineFits) {
  Dice dice(29);
  Oracle oracle;
  spec::ProgramCase c;
  spec::WarpCase& warp = c.warps.emplace_back();
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    const spec::Case step = fuzzer.machineCase(randomRecord(dice, fuzzer.recordBytes()));
    warp.program.push_back({step.instruction, step.choices});
    warp.warp = step.warp;
  }
  ProgramOutcome outcome;
  outcome.warps = {warp.warp};
  const std::string text = programTable(oracle, c, 0, outcome, {}, {.allLanes = true});
  EXPECT_EQ(tooWide(text), "");
  EXPECT_NE(text.find("  lane", 8), text.npos) << "it is not wide enough to need a second block";
}

/// What Sc says is said in words, where it parts the warp; of lanes with unlike ones, each.
TEST(LaneTable, SaysWhichLanesAreASegment_SHFL_1) {
  const auto said = [](std::string_view text, std::initializer_list<std::pair<unsigned, std::uint32_t>> ranges = {}) {
    Oracle oracle;
    spec::Case c = caseOf(text);
    for (const auto& [lane, range] : ranges)
      c.warp.registers[2][lane] = range;
    return laneTable(oracle, c, {});
  };
  const auto has = [](const std::string& table, std::string_view line) {
    return table.find(fmt::format("\n  {}\n", line)) != std::string::npos;
  };
  const std::string halves = said("SHFL.UP PT, R0, R1, 0, 0x101f");
  EXPECT_TRUE(has(halves, "segment 0x10: lanes 0-15, 16-31; clamp 31")) << halves;
  const std::string pairs = said("SHFL.BFLY PT, R0, R1, 0, 0x1e02");
  EXPECT_TRUE(has(pairs, "segment 0x1e: lanes 0-1, 2-3, .., 30-31; clamp 2")) << pairs;
  EXPECT_TRUE(has(said("SHFL.IDX PT, R0, R1, 0, 0x1f1f"), "segment 0x1f: each lane is its own; clamp 31"));
  EXPECT_TRUE(has(said("SHFL.IDX PT, R0, R1, 0, 0x021f"), "segment 0x2: lanes that agree in these bits; clamp 31"));
  EXPECT_EQ(said("SHFL.IDX PT, R0, R1, 0, 7").find("segment"), std::string::npos) << "all are together";
  const std::string unlike = said("SHFL.IDX PT, R0, R1, 0, R2", {{3, 0x101f}, {20, 0x1803}, {21, 0xffff1803}});
  EXPECT_TRUE(has(unlike, "lane 3: segment 0x10: lanes 0-15; clamp 31")) << unlike;
  EXPECT_TRUE(has(unlike, "lanes 20-21: segment 0x18: lanes 16-23; clamp 3")) << unlike;
  EXPECT_TRUE(has(said("SHFL.IDX PT, R0, R1, 0, R2", {{1, 0x100}, {2, 0x200}, {3, 0x300}, {4, 0x400}, {5, 0x500}}),
                  "segments: 5 kinds"));
  const std::string synced = said("shfl.sync.idx.b32 %r0, %r1, 0, 0x181f, 0xffffffff");
  EXPECT_TRUE(has(synced, "segment 0x18: lanes 0-7, 8-15, 16-23, 24-31; clamp 31")) << synced;
}

} // namespace lane_table_test
} // namespace warplaw::fuzz
