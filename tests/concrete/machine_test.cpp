// The architectural level: guard, fetch, write-back (MACH-1, -2, -3, -5, -7, -8), on hand-checked registers.
#include "concrete/entry.h"
#include "concrete/machine.h"
#include <cstring>
#include <gtest/gtest.h>
#include <memory>

namespace warplaw {
namespace machine_test {
using concrete::warplaw_exec_lanes;

struct Machine {
  std::unique_ptr<spec::Warp> warp = std::make_unique<spec::Warp>();
  spec::Plan plan;
  Machine() {
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      for (unsigned lane = 0; lane < 32; ++lane)
        warp->registers[reg][lane] = reg << 8 | lane;
  }
};

TEST(Machine, ExecIsActiveAndGuard_MACH_1) {
  Machine m;
  m.warp->active = 0xFFFF0000;
  m.warp->predicates[3] = 0x00FFFF00;
  m.plan.guardPredicate = 3;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), 0x00FF0000u);
  m.plan.guardNegated = 1;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), 0xFF000000u);
}

TEST(Machine, GuardPtIsTrueAndNotPtFalse_MACH_3) {
  Machine m;
  m.warp->active = 0x12345678;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), 0x12345678u);
  m.plan.guardNegated = 1;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), 0u);
}

TEST(Machine, HelpersStayOutWhereThePlanSaysSo_MACH_7) {
  Machine m;
  m.warp->helpers = 0xF;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), ~0u);
  m.plan.excludesHelpers = 1;
  EXPECT_EQ(warplaw_exec_lanes(m.warp.get(), &m.plan), ~0xFu);
}

TEST(Machine, FetchesRegistersImmediatesAndZeros_MACH_3) {
  Machine m;
  std::uint32_t row[32];
  const auto fetched = [&](spec::SourceKind kind, std::uint32_t value) {
    std::memset(row, 0xCD, sizeof row);
    const spec::Source source{kind, value};
    concrete::warplaw_fetch_row(m.warp.get(), &source, row);
  };
  for (std::uint32_t reg : {0u, 17u, 254u}) {
    fetched(spec::SourceKind::Register, reg);
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(row[lane], reg << 8 | lane);
  }
  fetched(spec::SourceKind::Register, 255);
  for (std::uint32_t word : row)
    EXPECT_EQ(word, 0u);
  fetched(spec::SourceKind::Immediate, 255);
  for (std::uint32_t word : row)
    EXPECT_EQ(word, 255u);
  fetched(spec::SourceKind::Absent, 3);
  for (std::uint32_t word : row)
    EXPECT_EQ(word, 0u);
}

TEST(Machine, FetchReadsAllLanesExecutingOrNot_MACH_2) {
  Machine m;
  m.warp->active = 1;
  m.warp->predicates[2] = 0xF0F0F0F0;
  m.plan.source[0] = {spec::SourceKind::Register, 5};
  m.plan.source[5] = {spec::SourceKind::Immediate, 6};
  m.plan.sourcePredicate = 2;
  m.plan.sourcePredicateNegated = 1;
  spec::Operands operands;
  concrete::warplaw_fetch(m.warp.get(), &m.plan, &operands);
  EXPECT_EQ(operands.exec, 1u);
  EXPECT_EQ(operands.predicate, 0x0F0F0F0Fu);
  EXPECT_EQ(operands.row[0][31], 5u << 8 | 31);
  EXPECT_EQ(operands.row[1][31], 0u);
  EXPECT_EQ(operands.row[5][31], 6u);
}

spec::Results ones() {
  spec::Results results;
  results.written[0] = results.written[1] = results.predicateWritten = results.predicate = ~0u;
  for (auto& row : results.row)
    for (std::uint32_t& word : row)
      word = 0x11111111;
  for (std::uint8_t& error : results.error)
    error = 1;
  return results;
}

TEST(Machine, WriteBackChangesExecutingLanesOnly_MACH_1_MACH_5) {
  Machine m;
  const spec::Warp before = *m.warp;
  spec::Results results = ones();
  results.written[0] = 0x3;
  results.predicateWritten = 0xC;
  m.plan.destination[0] = 10;
  m.plan.destinationPredicate = 4;
  m.warp->errors[9] = 2;
  concrete::warplaw_write_back(m.warp.get(), &m.plan, 0x6, &results);
  spec::Warp expected = before;
  expected.registers[10][1] = 0x11111111;
  expected.predicates[4] = 0x4;
  expected.errors[1] = expected.errors[2] = 1; // errors of lanes outside exec become None (MACH-8)
  EXPECT_EQ(std::memcmp(m.warp.get(), &expected, sizeof expected), 0);
}

TEST(Machine, RzAndPtDropWrites_MACH_3) {
  Machine m;
  const spec::Warp before = *m.warp;
  spec::Results results = ones();
  for (std::uint8_t& error : results.error)
    error = 0;
  concrete::warplaw_write_back(m.warp.get(), &m.plan, ~0u, &results); // the plan's defaults
  EXPECT_EQ(std::memcmp(m.warp.get(), &before, sizeof before), 0);
}

TEST(Machine, PairGoesToTwoRegisters_MACH_3) {
  Machine m;
  spec::Results results = ones();
  results.row[1][7] = 0x22222222;
  m.plan.destination[0] = 252;
  m.plan.destination[1] = 253;
  concrete::warplaw_write_back(m.warp.get(), &m.plan, 1u << 7, &results);
  EXPECT_EQ(m.warp->registers[252][7], 0x11111111u);
  EXPECT_EQ(m.warp->registers[253][7], 0x22222222u);
  EXPECT_EQ(m.warp->registers[254][7], 254u << 8 | 7);
}

// an instruction of its own: Rd of every lane becomes Ra of the next lane
struct Rotated {
  std::uint8_t rd, ra, pu;
};
void rotatedPlan(const Rotated* form, const int*, spec::Plan* plan) {
  plan->source[0] = {spec::SourceKind::Register, form->ra};
  plan->destination[0] = form->rd;
  plan->destinationPredicate = form->pu;
}
void rotatedModifiers(const Rotated*, int*) {}
void rotate(const int*, const spec::Operands* operands, const int*, spec::Results* results) {
  results->written[0] = results->predicateWritten = operands->exec;
  for (unsigned lane = 0; lane < 32; ++lane)
    results->row[0][lane] = operands->row[0][(lane + 1) % 32];
}

TEST(Machine, OperandsAreReadBeforeAnythingIsWritten_MACH_2) {
  Machine m;
  const Rotated form{8, 8, 1};         // Rd = Ra
  const spec::Guard guard{{1}, false}; // is overwritten itself
  m.warp->predicates[1] = 0xFF;
  const int none = 0;
  concrete::runOnWarp<rotatedPlan, rotatedModifiers, rotate, int>(&form, &guard, &none, m.warp.get());
  EXPECT_EQ(m.warp->predicates[1], 0u);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(m.warp->registers[8][lane], 8u << 8 | (lane < 8 ? lane + 1 : lane));
}
} // namespace machine_test
} // namespace warplaw
