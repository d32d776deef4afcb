// The theorems about shipped code notice when one output of an encoding is changed, at that output and by a witness
// that replays.
#include "found.h"

namespace warplaw::proofs {
namespace refuted_test {

/// Verdicts by obligation name of one theorem, with one output of its encoding inverted.
std::map<std::string, Verdict> verdicts(const std::vector<Theorem>& theorems, const std::string& name) {
  std::map<std::string, Verdict> found;
  for (const auto& [obligation, record] : tests::recordsOf({tests::named(theorems, name)}))
    found[obligation] = record.verdict;
  return found;
}

Subject inverting(const std::string& output) {
  Subject::Overrides overrides;
  overrides.encode = [output](std::string_view name, Term expected) { return name == output ? ~expected : expected; };
  return Subject::with(overrides);
}

TEST(Refuted, PlanWithAnotherDestination_SHFL_9) {
  EXPECT_EQ(verdicts(shflTheorems(Subject::shipped()), "shfl/plan").at("shfl/plan/others"), Verdict::Proved);
  EXPECT_EQ(verdicts(shflTheorems(inverting("destination[0]")), "shfl/plan").at("shfl/plan/others"), Verdict::Refuted);
}

TEST(Refuted, ExecMaskInverted_MACH_1) {
  EXPECT_EQ(verdicts(machineTheorems(Subject::shipped()), "machine/exec").at("machine/exec/returned"), Verdict::Proved);
  EXPECT_EQ(verdicts(machineTheorems(inverting("exec")), "machine/exec").at("machine/exec/returned"), Verdict::Refuted);
}

TEST(Refuted, OnlyTheLaneWhosePredicateIsWrong_SHFL_8) {
  for (const auto& [name, verdict] : verdicts(shflTheorems(inverting("predicate[13]")), "shfl/portable"))
    if (name.find("/twin/") == std::string::npos) {
      EXPECT_EQ(verdict, name.ends_with("lane-13") ? Verdict::Refuted : Verdict::Proved) << name;
    }
}

TEST(Refuted, TheFrameIsPartOfIt_MACH_5) {
  const auto found = verdicts(shflTheorems(inverting("row[1][4]")), "shfl/portable");
  EXPECT_EQ(found.at("shfl/portable/lane-04"), Verdict::Refuted);
  EXPECT_EQ(found.at("shfl/portable/lane-05"), Verdict::Proved);
}

/// An assumption that no caller keeps is noticed where the function is called, not where it is proved.
TEST(Refuted, WhatAContractAssumesItsCallerEstablishes_MACH_1) {
  Subject::Overrides overrides;
  overrides.assume = [](std::string_view symbol, std::span<const lift::Table> objects) {
    return symbol == "warplaw_shfl_portable" ? objects[1].field("exec").cells[0].bits.eq(symbolic::Bits(0)) : Term();
  };
  const Subject narrowed = Subject::with(overrides);
  EXPECT_EQ(verdicts(shflTheorems(narrowed), "shfl/portable").at("shfl/portable/lane-04"), Verdict::Proved);
  const auto entry = verdicts(shflTheorems(narrowed), "shfl/portable/entry");
  EXPECT_NE(entry.at("shfl/portable/entry/final/no-undefined-behaviour"), Verdict::Proved);
}

TEST(Refuted, OneOperandWordOfOneLane_MACH_2) {
  const auto found = verdicts(machineTheorems(inverting("row[5][9]")), "machine/fetch");
  EXPECT_EQ(found.at("machine/fetch/lane-09"), Verdict::Refuted);
  EXPECT_EQ(found.at("machine/fetch/lane-10"), Verdict::Proved);
}

} // namespace refuted_test
} // namespace warplaw::proofs
