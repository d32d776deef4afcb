// Where lanes that a branch separated meet again (PTX-11).
#include "ptx/flow/flow.h"
#include <gtest/gtest.h>
#include <string_view>

namespace warplaw::ptx {
namespace flow_test {

constexpr std::uint32_t kAlways = kNoRegister;

Step step(StepKind kind, std::uint32_t guard = kAlways, std::uint32_t target = 0) {
  Step made;
  made.kind = kind;
  made.guard = guard;
  made.target = target;
  return made;
}
Step nothing() { return step(StepKind::Nothing); }
Step leave(std::uint32_t guard = kAlways) { return step(StepKind::Exit, guard); }
Step jump(std::uint32_t target, std::uint32_t guard = kAlways) { return step(StepKind::Branch, guard, target); }
Step indexed(std::vector<std::uint32_t> targets) {
  Step made = step(StepKind::BranchIndexed);
  made.targets = std::move(targets);
  return made;
}

struct Row {
  std::string_view what;
  std::vector<Step> steps;
  std::uint32_t branch, meets;
};

TEST(Flow, BranchesMeetAtTheirPostDominator) {
  const Row rows[] = {
      {"if", {jump(2, 0), nothing(), leave()}, 0, 2},
      {"if and else", {jump(3, 0), nothing(), jump(4), nothing(), leave()}, 0, 4},
      {"a loop's exit", {nothing(), nothing(), jump(0, 0), nothing(), leave()}, 2, 3},
      {"a loop left in the middle", {jump(3, 0), nothing(), jump(0), leave()}, 0, 3},
      {"a branch within a loop", {jump(2, 0), nothing(), jump(0, 1), leave()}, 0, 2},
      {"one side exits", {jump(2, 0), nothing(), leave()}, 0, 2},
      {"both sides exit", {jump(2, 0), leave(), leave()}, 0, 3},
      {"lanes that exit are not waited for", {jump(3, 0), leave(1), nothing(), leave()}, 0, 3},
      {"a trap is an exit", {jump(2, 0), step(StepKind::Trap), leave()}, 0, 3},
      {"many targets", {indexed({1, 3, 4}), nothing(), jump(4), nothing(), leave()}, 0, 4},
      {"an endless loop meets nowhere", {jump(1, 0), jump(0), leave()}, 0, 3},
      {"two loops crossing", {nothing(), jump(4, 0), jump(0, 1), nothing(), jump(2, 2), leave()}, 1, 4},
  };
  for (const Row& row : rows) {
    Kernel kernel;
    kernel.steps = row.steps;
    reconverge(kernel);
    EXPECT_EQ(kernel.steps[row.branch].reconverge, row.meets) << row.what;
  }
}

TEST(Flow, WhoOnlyHasToExitLeavesWhereOthersWaitForEachOther) {
  const auto wait = [] { return step(StepKind::Barrier); };
  struct Changed {
    std::string_view what;
    std::vector<Step> steps, after;
  };
  Step uniform = jump(2, 0);
  uniform.isUniform = true;
  const Changed rows[] = {
      {"before a barrier", {jump(2, 0), wait(), leave()}, {leave(0), wait(), leave()}},
      {"before a vote", {jump(2, 0), step(StepKind::Match), leave()}, {leave(0), step(StepKind::Match), leave()}},
      {"by several jumps", {jump(3, 0), wait(), leave(), jump(2)}, {leave(0), wait(), leave(), leave()}},
      {"nobody waits", {jump(2, 0), nothing(), leave()}, {jump(2, 0), nothing(), leave()}},
      {"more to do", {jump(2, 0), wait(), nothing(), leave()}, {jump(2, 0), wait(), nothing(), leave()}},
      {"some exit there", {jump(2, 0), wait(), leave(1), leave()}, {jump(2, 0), wait(), leave(1), leave()}},
      {"in a loop", {jump(3, 0), wait(), jump(0), leave()}, {jump(3, 0), wait(), jump(0), leave()}},
      {"all go the same way", {uniform, wait(), leave()}, {uniform, wait(), leave()}},
  };
  for (const Changed& row : rows) {
    Kernel kernel;
    kernel.steps = row.steps;
    leaveAtOnce(kernel);
    for (std::size_t i = 0; i < row.after.size(); ++i) {
      const Step &is = kernel.steps[i], &shall = row.after[i];
      EXPECT_TRUE(is.kind == shall.kind && is.guard == shall.guard && is.guardNegated == shall.guardNegated &&
                  (is.kind != StepKind::Branch || is.target == shall.target))
          << row.what << ", step " << i;
    }
  }
}

TEST(Flow, AFewThousandStepsTakeNoTime) {
  Kernel kernel;
  for (std::uint32_t i = 0; i < 20000; ++i)
    kernel.steps.push_back(jump(i + 2, 0));
  kernel.steps.push_back(nothing());
  kernel.steps.push_back(leave());
  reconverge(kernel);
  EXPECT_EQ(kernel.steps[0].reconverge, 20001u);
}

} // namespace flow_test
} // namespace warplaw::ptx
