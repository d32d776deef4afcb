// What Lifted::notes says in a form that a program reads.
#pragma once
#include <string_view>

namespace warplaw::lift {

/// How a note of a loop that may run past Input::unrollBound begins; its place follows, ", my.c:7", or nothing.
inline constexpr std::string_view kBeyondBound = "beyond the bound";

} // namespace warplaw::lift
