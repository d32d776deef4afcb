// A hook for the test of the tests: WARPLAW_CHECK_FAULT(name, right, wrong) is `right`, and nothing else, in the build
// that ships. tests/check compiles these sources a second time, with faults that are planted by name.
#pragma once

#ifdef WARPLAW_CHECK_FAULTS
#include <string_view>
namespace warplaw::check::faults {
bool isPlanted(std::string_view name);
} // namespace warplaw::check::faults
#define WARPLAW_CHECK_FAULT(name, right, wrong) (::warplaw::check::faults::isPlanted(#name) ? (wrong) : (right))
#else
#define WARPLAW_CHECK_FAULT(name, right, wrong) (right)
#endif
