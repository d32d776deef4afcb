// A hook for the test of the tests: WARPLAW_FAULT(name, right, wrong) is `right`, and nothing else, in the build that
// ships. The lifter's own tests compile these sources a second time, with faults that a test can plant by name.
#pragma once

#ifdef WARPLAW_LIFT_FAULTS
#include <string_view>
namespace warplaw::lift::faults {
bool planted(std::string_view name);
} // namespace warplaw::lift::faults
#define WARPLAW_FAULT(name, right, wrong) (::warplaw::lift::faults::planted(#name) ? (wrong) : (right))
#else
#define WARPLAW_FAULT(name, right, wrong) (right)
#endif
