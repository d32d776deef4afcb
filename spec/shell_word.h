// A text as one word of a shell's line: commands that are printed can be pasted.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::spec {

/// As it is, or in quotes where it would be more than one word or another one.
std::string shellWord(std::string_view text);
/// The same of a path that a command is given: one that begins like an option is said from here, "./-x".
std::string shellPath(std::string_view path);

} // namespace warplaw::spec
