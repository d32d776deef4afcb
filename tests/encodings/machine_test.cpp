// The architectural level's encoding against small hand-made warps (MACH-1, -2, -3, -5, -7, -8).
#include "symbolic/encodings/machine.h"
#include "symbolic/terms/evaluate.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::symbolic {
namespace machine_test {

class Machine : public ::testing::Test {
protected:
  Terms terms;
  WarpTerms warp = variables<WarpTerms>(terms, "warp.");
  PlanTerms plan = [this] {
    PlanTerms p;
    for (Term* field : {&p.guardNegated, &p.excludesHelpers, &p.sourcePredicateNegated})
      *field = word(0);
    p.guardPredicate = p.sourcePredicate = p.destinationPredicate = word(spec::kTruePredicate);
    for (SourceTerms& source : p.source)
      source = {word(0), word(0)};
    p.destination = {word(spec::kZeroRegister), word(spec::kZeroRegister)};
    return p;
  }();
  ResultTerms results = variables<ResultTerms>(terms);

  Term word(std::uint32_t value) { return terms.constant(32, value); }
  std::uint32_t now(Term term, const Assignment& values) {
    return static_cast<std::uint32_t>(evaluate(std::span(&term, 1), values)[0]);
  }
};

TEST_F(Machine, ExecIsActiveAndGuard_MACH_1) {
  const Assignment values{{"warp.active", 0x0ff0}, {"warp.predicates[2]", 0x3cc3}, {"warp.helpers", 0xff}};
  EXPECT_EQ(now(execLanes(warp, plan), values), 0x0ff0u);
  plan.guardPredicate = word(2);
  EXPECT_EQ(now(execLanes(warp, plan), values), 0x0cc0u);
  plan.guardNegated = word(1);
  EXPECT_EQ(now(execLanes(warp, plan), values), 0x0330u);
  plan.guardPredicate = word(spec::kTruePredicate);
  EXPECT_EQ(now(execLanes(warp, plan), values), 0u);
}

TEST_F(Machine, HelpersStandAsideWhereAsked_MACH_7) {
  const Assignment values{{"warp.active", 0x0ff0}, {"warp.helpers", 0xff}};
  plan.excludesHelpers = word(1);
  EXPECT_EQ(now(execLanes(warp, plan), values), 0x0f00u);
}

TEST_F(Machine, SourcesReadRegistersImmediatesAndZero_MACH_3) {
  const auto row = [&](spec::SourceKind kind, std::uint32_t value) {
    return fetchRow(warp, {word(std::uint32_t(kind)), word(value)})[9];
  };
  EXPECT_TRUE(row(spec::SourceKind::Register, 254).same(warp.registers[254][9]));
  EXPECT_EQ(row(spec::SourceKind::Register, 255).value(), 0u);
  EXPECT_EQ(row(spec::SourceKind::Immediate, 255).value(), 255u);
  EXPECT_EQ(row(spec::SourceKind::Absent, 3).value(), 0u);
}

TEST_F(Machine, FetchReadsEveryLane_MACH_2) {
  plan.source[0] = {word(1), word(5)};
  plan.sourcePredicate = word(1);
  plan.sourcePredicateNegated = word(1);
  const OperandTerms operands = fetch(warp, plan);
  EXPECT_EQ(now(operands.predicate, {{"warp.predicates[1]", 1}}), 0xfffffffeu);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_TRUE(operands.row[0][lane].same(warp.registers[5][lane]));
}

TEST_F(Machine, WriteBackChangesOnlyWhatIsNamed_MACH_1_MACH_5) {
  plan.destination = {word(8), word(9)};
  plan.destinationPredicate = word(6);
  const Assignment values{{"exec", 0x6},
                          {"written[0]", 0xa},
                          {"written[1]", 0},
                          {"predicateWritten", 0x3},
                          {"predicate", ~0u},
                          {"warp.predicates[6]", 0x8},
                          {"row[0][1]", 11},
                          {"warp.registers[8][1]", 1},
                          {"warp.registers[8][3]", 3},
                          {"row[0][3]", 33},
                          {"warp.registers[9][1]", 9}};
  const WarpTerms after = writeBack(warp, plan, terms.variable(32, "exec"), results);
  EXPECT_EQ(now(after.registers[8][1], values), 11u);
  EXPECT_EQ(now(after.registers[8][3], values), 3u); // written, but does not execute
  EXPECT_EQ(now(after.registers[9][1], values), 9u);
  EXPECT_EQ(now(after.predicates[6], values), 0xau);
  for (unsigned n = 0; n < spec::kRegisters; ++n)
    if (n != 8 && n != 9) {
      EXPECT_TRUE(after.registers[n][1].same(warp.registers[n][1]));
    }
  EXPECT_TRUE(after.active.same(warp.active));
}

TEST_F(Machine, ZeroRegisterAndTruePredicateDropWrites_MACH_3) {
  const WarpTerms after = writeBack(warp, plan, word(~0u), results);
  for (unsigned n = 0; n < spec::kRegisters; ++n)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      EXPECT_TRUE(after.registers[n][lane].same(warp.registers[n][lane]));
  for (unsigned n = 0; n < spec::kPredicates; ++n)
    EXPECT_TRUE(after.predicates[n].same(warp.predicates[n]));
}

TEST_F(Machine, ErrorsAreOfThisInstruction_MACH_8) {
  const Assignment values{{"warp.errors[0]", 2}, {"warp.errors[1]", 2}, {"error[0]", 1}, {"error[1]", 1}};
  const WarpTerms after = writeBack(warp, plan, word(1), results);
  EXPECT_EQ(now(after.errors[0], values), 1u);
  EXPECT_EQ(now(after.errors[1], values), 0u);
}

TEST_F(Machine, TheLaterRowStaysWhereBothNameOneRegister_MACH_2) {
  plan.destination = {word(8), word(8)};
  const Assignment values{{"written[0]", 1}, {"written[1]", 1}, {"row[0][0]", 10}, {"row[1][0]", 11}};
  EXPECT_EQ(now(writeBack(warp, plan, word(1), results).registers[8][0], values), 11u);
}

} // namespace machine_test
} // namespace warplaw::symbolic
