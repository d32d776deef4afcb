#include "tools/nearest.h"
#include <algorithm>
#include <cctype>
#include <vector>

namespace warplaw::tools {
namespace {

bool sameLetter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }

/// Letters left out, put in, replaced, or exchanged with their neighbour.
std::size_t editsBetween(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1)); // of beginnings
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = edits[i - 1][j - 1] + !sameLetter(a[i - 1], b[j - 1]);
      edits[i][j] = std::min({replaced, edits[i - 1][j] + 1, edits[i][j - 1] + 1});
      if (i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]))
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  return edits.back().back();
}

} // namespace

bool sameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameLetter);
}

std::optional<std::string> nearest(const std::vector<std::string>& names, std::string_view wanted) {
  constexpr std::size_t kLongest = 64; // what is longer was no slip of the finger, and the work grows with it
  const std::string* best = nullptr;
  std::size_t least = wanted.size() > kLongest ? 0 : 1 + std::max<std::size_t>(1, wanted.size() / 3);
  for (const std::string& name : names)
    if (least > 0)
      if (const std::size_t edits = editsBetween(name, wanted); edits < least) {
        least = edits;
        best = &name;
      }
  return best ? std::optional(*best) : std::nullopt;
}

std::string nearestSaid(const std::vector<std::string>& names, std::string_view wanted) {
  const auto near = nearest(names, wanted);
  return near ? "; the nearest name is " + *near : "";
}

} // namespace warplaw::tools
