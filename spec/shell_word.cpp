// Words of a shell: see shell_word.h.
#include "spec/shell_word.h"
#include <algorithm>
#include <cstring>

namespace warplaw::spec {

std::string shellWord(std::string_view text) {
  // letters and digits of ASCII alone: what a locale takes for one is no shell's business
  const auto isPlain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && std::strchr("_./=+,:@%-", c));
  };
  if (!text.empty() && std::ranges::all_of(text, isPlain))
    return std::string(text);
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string shellPath(std::string_view path) {
  return shellWord(path.starts_with('-') && path != "-" ? "./" + std::string(path) : std::string(path));
}

} // namespace warplaw::spec
