// Where nobody says in which order lanes came: how many outcomes are right, and which.
#include "fuzz/oracle.h"
#include "fuzz/right_outcomes.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

namespace warplaw::fuzz {
namespace right_outcomes_test {

struct Row {
  std::string_view instruction;
  std::uint32_t active;
  std::vector<std::uint32_t> address, operand, swap; ///< of each lane, as far as they are not 0
  std::size_t count;                                 ///< outcomes that are right
  bool isAll = true;
};

/// Addresses in R2, operands in R4, what CAS and CAST swap in in R5; words of memory are 0.
spec::Case caseOf(const Row& row) {
  spec::Case c;
  const auto parsed = spec::parse(row.instruction);
  EXPECT_TRUE(parsed) << row.instruction;
  c.instruction = *parsed;
  c.choices = spec::defaultChoices(parsed->form);
  c.warp.active = row.active;
  c.memory.assign(256, 0);
  if (c.instruction.mnemonic() == spec::Mnemonic::Red)
    for (const std::uint32_t cell : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u})
      for (std::uint32_t k = 0; k < spec::wordsOf(c.cells).size(); ++k)
        if (spec::nameOfCell(k) == "regions.end[" + std::to_string(cell) + "]")
          spec::setCell(c.cells, k, 256);
  std::ranges::copy(row.address, c.warp.registers[2]);
  std::ranges::copy(row.operand, c.warp.registers[4]);
  std::ranges::copy(row.swap, c.warp.registers[5]);
  return c;
}

const std::vector<Row> kRows = {
    {"ATOMS.ADD R0, [R2], R4", 0x1, {}, {5}, {}, 1},
    {"ATOMS.ADD R0, [R2], R4", 0x3, {}, {1, 2}, {}, 2},
    {"ATOMS.ADD R0, [R2], R4", 0x7, {}, {1, 2, 4}, {}, 6},
    {"ATOMS.ADD R0, [R2], R4", 0x7, {}, {0, 0, 0}, {}, 1},
    {"ATOMS.ADD R0, [R2], R4", 0x7, {0, 4, 8}, {1, 2, 4}, {}, 1},
    {"ATOMS.ADD R0, [R2], R4", 0xf, {0, 4, 0, 4}, {1, 2, 4, 8}, {}, 4}, // two places, each with two orders
    {"ATOMS.ADD R0, [R2], R4", 0x7, {0, 0, 1000}, {1, 2, 4}, {}, 2},    // lane 2 is in error
    {"ATOMS.EXCH R0, [R2], R4", 0x3, {}, {1, 2}, {}, 2},
    {"ATOMS.CAS R0, [R2], R4, R5", 0x3, {}, {}, {7, 9}, 2},
    {"ATOMS.CAST.SPIN R0, [R2], R4, R5", 0x3, {0, 128}, {}, {7, 9}, 2}, // one bank, and one wins (ATOMS-10)
    {"ATOMS.CAST R0, [R2], R4, R5", 0x3, {0, 128}, {}, {7, 9}, 1},
    {"RED.E.ADD [R2], R4", 0x7, {}, {1, 2, 4}, {}, 1},
    {"RED.E.INC [R2], R4", 0x3, {}, {0, 1}, {}, 2},                            // RED-11
    {"RED.E.INC [R2], R4", ~0u, {}, {}, {}, 1},                                // equal lanes: one order is like another
    {"RED.E.ADD.F16x2.RN [R2], R4", 0x7, {}, {0x3c00, 0x6800, 0xe800}, {}, 2}, // 1 is lost beside 2048, or is not
};

TEST(RightOutcomes, AreThoseOfEachOrder_ATOMS_5_RED_6) {
  Oracle oracle;
  for (const Row& row : kRows) {
    const spec::Case c = caseOf(row);
    const auto some = oracle.encode(c);
    ASSERT_TRUE(some) << row.instruction << some.error().message;
    const RightOutcomes right = rightOutcomes(oracle, c, *some);
    EXPECT_EQ(right.count, row.count) << row.instruction << " " << row.active;
    EXPECT_EQ(right.isAll, row.isAll) << row.instruction;
    EXPECT_EQ(right.first.size(), std::min(right.count, RightOutcomes::kKept)) << row.instruction;
  }
}

// what `exec` shows: by the executor that ships, and what a case gives by itself comes first
TEST(RightOutcomes, AreTheSameByTheShippedExecutor_ATOMS_5_RED_6) {
  Oracle oracle;
  ShippedReaders readers;
  for (const Row& row : kRows) {
    const spec::Case c = caseOf(row);
    EXPECT_TRUE(isOrderOpen(c)) << row.instruction;
    const auto own = execute(c);
    ASSERT_TRUE(own) << row.instruction;
    const RightOutcomes by = rightOutcomes(readers, [](const spec::Case& o) { return execute(o); }, c, *own);
    const RightOutcomes encoded = rightOutcomes(oracle, c, *own);
    EXPECT_EQ(by.count, encoded.count) << row.instruction;
    EXPECT_EQ(by.isAll, encoded.isAll) << row.instruction;
    ASSERT_EQ(by.first.size(), encoded.first.size()) << row.instruction;
    EXPECT_EQ(by.first.front().memory, own->memory) << row.instruction;
    for (std::size_t k = 0; k < by.first.size(); ++k)
      EXPECT_EQ(by.first[k].memory, encoded.first[k].memory) << row.instruction;
    const spec::Plan plan = readers.planOf(c.instruction.form, c.choices);
    const std::string table = rightTable(c, plan, by, false);
    EXPECT_EQ(table.empty(), by.isOne()) << row.instruction;
    EXPECT_EQ(table.find("got"), std::string::npos) << table;
  }
}

// words that no lane changes are passed over: of much memory, of a last word behind whole blocks, of a part of a word
TEST(RightOutcomes, OfMuchMemoryAreThoseOfLittle) {
  constexpr std::uint32_t kWord = 4;
  for (const std::uint32_t bytes : {256u, 4096u, 4096u + 4, 3 * 4096u + 7, 1u << 24}) {
    const std::uint32_t last = (bytes - kWord) / kWord * kWord;
    spec::Case c = caseOf({"ATOMS.EXCH R0, [R2], R4", 0xf, {0, 0, last, last}, {1, 2, 3, 4}, {}, 0});
    c.memory.assign(bytes, 0xff);
    ShippedReaders readers;
    const Outcome own = *execute(c);
    const RightOutcomes right = rightOutcomes(readers, [](const spec::Case& o) { return execute(o); }, c, own);
    EXPECT_EQ(right.count, 4u) << bytes;
    EXPECT_TRUE(right.isAll) << bytes;
    const std::string table = rightTable(c, readers.planOf(c.instruction.form, c.choices), right, false);
    for (const std::uint32_t at : {0u, last})
      EXPECT_NE(table.find(fmt::format("[{:#x}]", at)), table.npos) << bytes << "\n" << table;
    EXPECT_EQ(std::ranges::count(table, '['), 2) << table;
  }
}

TEST(RightOutcomes, OfTooManyOrdersSomeAreTried) {
  Oracle oracle;
  const spec::Case c = caseOf({"ATOMS.ADD R0, [R2], R4", ~0u, {}, std::vector<std::uint32_t>(32, 1), {}, 0});
  const auto some = oracle.encode(c);
  ASSERT_TRUE(some);
  const RightOutcomes right = rightOutcomes(oracle, c, *some);
  EXPECT_FALSE(right.isAll);
  EXPECT_FALSE(right.isOne());
  EXPECT_GT(right.count, RightOutcomes::kKept);
  const spec::Plan plan = oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  EXPECT_NE(rightTable(c, plan, right, *some, false).find("right: at least "), std::string::npos);
  EXPECT_EQ(expectedBeside(right, *some, *some).memory, some->memory);
}

TEST(RightOutcomes, ATableHasAColumnEach) {
  Oracle oracle;
  const spec::Case c = caseOf({"ATOMS.ADD R0, [R2], R4", 0x3, {}, {1, 2}, {}, 2});
  Outcome got = *oracle.encode(c);
  got.memory[0] = 1;
  const spec::Plan plan = oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  const RightOutcomes right = rightOutcomes(oracle, c, got);
  EXPECT_EQ(rightTable(c, plan, right, got, false),
            "  right: 2 outcomes, by the order of the lanes; got is none of them\n"
            "  place      right 1  right 2  got\n"
            "  R0 lane 0  0x0      0x2      0x0\n"
            "  R0 lane 1  0x1      0x0      0x1\n"
            "  [0x0]      0x3      0x3      0x1 <--\n");
  // the one that is right stands in the lane table instead
  const spec::Case one = caseOf({"RED.E.ADD [R2], R4", 0x3, {}, {1, 2}, {}, 1});
  const Outcome is = *oracle.encode(one);
  const RightOutcomes only = rightOutcomes(oracle, one, got);
  EXPECT_TRUE(only.isOne());
  EXPECT_EQ(rightTable(one, plan, only, is, false), "");
  EXPECT_EQ(expectedBeside(only, is, got).memory, is.memory);
}

} // namespace right_outcomes_test
} // namespace warplaw::fuzz
