// A test of the lifter's tests: one flag, one condition of undefined behaviour or one piece of meaning is dropped from
// the lifter at a time, and the checks must notice. The faults are the WARPLAW_FAULT places of symbolic/lift, all of
// them.
#include "check.h"
#include "faults_planted.h"
#include <gtest/gtest.h>

namespace warplaw::lift::test {
namespace {

/// Every fault that the checks come across, found by running them once without any.
std::vector<std::string> allFaults() {
  faults::plant("");
  for (const Check& check : allChecks())
    (void)check.run();
  return {faults::seen().begin(), faults::seen().end()};
}

TEST(LiftFaults, WithoutAnyAllChecksPass) {
  faults::plant("");
  for (const Check& check : allChecks()) {
    const Failure failure = check.run();
    EXPECT_FALSE(failure) << check.name << ": " << *failure;
  }
}

TEST(LiftFaults, EveryPlantedFaultIsFound) {
  const std::vector<std::string> all = allFaults();
  EXPECT_GE(all.size(), 30u);
  const std::vector<Check> checks = allChecks();
  for (const std::string& fault : all) {
    faults::plant(fault);
    bool found = false;
    for (const Check& check : checks)
      if (Failure failure = check.run()) {
        found = true;
        std::printf("%-24s found by '%s'\n", fault.c_str(), check.name.c_str());
        break;
      }
    EXPECT_TRUE(found) << "fault " << fault << " survives";
  }
  faults::plant("");
}

/// No hook of the sources is missed because no check ever reaches it.
TEST(LiftFaults, EveryHookIsReached) {
  const std::vector<std::string> all = allFaults();
  const std::set<std::string> reached(all.begin(), all.end());
  for (const char* hook : {
#include "lift_fault_hooks.inc"
       })
    EXPECT_TRUE(reached.count(hook)) << "no check reaches the hook " << hook;
}

} // namespace
} // namespace warplaw::lift::test
