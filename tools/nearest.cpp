#include "tools/nearest.h"
#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace warplaw::tools {
namespace {

bool sameLetter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }

std::size_t editsBetween(std::string_view a, std::string_view b) {
  std::vector<std::size_t> edits(b.size() + 1); // of the letters of a so far, to each beginning of b
  std::iota(edits.begin(), edits.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(edits[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + !sameLetter(a[i], b[j]);
      diagonal = edits[j + 1];
      edits[j + 1] = std::min({replaced, diagonal + 1, edits[j] + 1});
    }
  }
  return edits.back();
}

} // namespace

bool sameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameLetter);
}

std::string nearest(const std::vector<std::string>& names, std::string_view wanted) {
  constexpr std::size_t kLongest = 64; // what is longer was no slip of the finger, and the work grows with it
  return *std::ranges::min_element(
      names, {}, [&](const std::string& name) { return editsBetween(name, wanted.substr(0, kLongest)); });
}

} // namespace warplaw::tools
