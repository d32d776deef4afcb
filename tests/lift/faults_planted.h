// Planting faults in a lifter that was compiled with WARPLAW_LIFT_FAULTS.
#pragma once
#include "symbolic/lift/faults.h"
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace warplaw::lift::faults {
/// From now on this fault, and no other, is in the lifter; "" for none.
void plant(std::string_view name);
/// Every fault that a lift has come across since.
void forgetSeen();
const std::set<std::string, std::less<>>& seen();
} // namespace warplaw::lift::faults
