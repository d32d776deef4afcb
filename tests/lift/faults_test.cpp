// A test of the lifter's tests: one flag, one condition of undefined behaviour or one piece of meaning is dropped from
// the lifter at a time, and the checks must notice. The faults are the WARPLAW_FAULT places of symbolic/lift, all of
// them.
#include "check.h"
#include "faults_planted.h"
#include <gtest/gtest.h>
#include <map>

namespace warplaw::lift::test {
namespace {

/// Every fault that the checks come across, found by running them once without any, and which checks that are: whoever
/// does not come across a fault cannot find it.
std::map<std::string, std::vector<const Check*>> allFaults(const std::vector<Check>& checks) {
  faults::plant("");
  std::map<std::string, std::vector<const Check*>> met;
  for (const Check& check : checks) {
    faults::forgetSeen();
    (void)check.run();
    for (const std::string& fault : faults::seen())
      met[fault].push_back(&check);
  }
  return met;
}

TEST(LiftFaults, WithoutAnyAllChecksPass) {
  faults::plant("");
  for (const Check& check : allChecks()) {
    const Failure failure = check.run();
    EXPECT_FALSE(failure) << check.name << ": " << *failure;
  }
}

TEST(LiftFaults, EveryPlantedFaultIsFound) {
  const std::vector<Check> checks = allChecks();
  const auto all = allFaults(checks);
  EXPECT_GE(all.size(), 30u);
  for (const auto& [fault, comeAcrossBy] : all) {
    faults::plant(fault);
    bool found = false;
    for (const Check* check : comeAcrossBy)
      if (Failure failure = check->run()) {
        found = true;
        std::printf("%-24s found by '%s'\n", fault.c_str(), check->name.c_str());
        break;
      }
    EXPECT_TRUE(found) << "fault " << fault << " survives";
  }
  faults::plant("");
}

/// No hook of the sources is missed because no check ever reaches it.
TEST(LiftFaults, EveryHookIsReached) {
  const std::vector<Check> checks = allChecks();
  const auto reached = allFaults(checks);
  for (const char* hook : {
#include "lift_fault_hooks.inc"
       })
    EXPECT_TRUE(reached.count(hook)) << "no check reaches the hook " << hook;
}

} // namespace
} // namespace warplaw::lift::test
