// Words to people on stderr. A stderr that is closed or full loses them and changes nothing else: no result, no exit
// code.
#pragma once
#include <cstdio>
#include <fmt/format.h>

namespace warplaw::tools {

template <class... Arguments> void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

} // namespace warplaw::tools
