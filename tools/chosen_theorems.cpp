#include "tools/chosen_theorems.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fnmatch.h>
#include <numeric>
#include <set>

namespace warplaw::tools {
namespace {
using proofs::Theorem;

bool sameLetter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }
bool sameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameLetter);
}

/// Letters inserted, left out or replaced between two names (Levenshtein), whatever their case.
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

bool passes(const Theorem& t, const TheoremFilter& filter) {
  const auto any = [](const std::vector<std::string>& wanted, auto&& fits) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), fits);
  };
  return any(filter.instructions, [&](const std::string& i) { return sameIgnoringCase(t.instruction, i); }) &&
         any(filter.names, [&](const std::string& n) { return fnmatch(n.c_str(), t.name.c_str(), 0) == 0; }) &&
         (filter.path.empty() || t.path == filter.path) && (!filter.laneLevelOnly || t.laneLevel);
}

} // namespace

std::vector<Theorem> chosen(std::vector<Theorem> theorems, const TheoremFilter& filter) {
  std::erase_if(theorems, [&](const Theorem& t) { return !passes(t, filter); });
  return theorems;
}

spec::Result<std::vector<Theorem>> chosenOrRejected(std::vector<Theorem> theorems, const TheoremFilter& filter) {
  std::set<std::string> known;
  for (const Theorem& t : theorems)
    known.insert(t.instruction);
  for (const std::string& wanted : filter.instructions) {
    const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
      return editsBetween(a, wanted) < editsBetween(b, wanted);
    });
    if (nearest != known.end() && !sameIgnoringCase(*nearest, wanted))
      return spec::Rejection{
          "usage", fmt::format("no theorem is about an instruction '{}'; the nearest name is {}", wanted, *nearest),
          fmt::format("{}", fmt::join(known, ", ")), 0};
  }
  theorems = chosen(std::move(theorems), filter);
  if (theorems.empty())
    return spec::Rejection{"usage", "no theorem fits what was asked for", "`warplaw verify --list` shows them all", 0};
  return theorems;
}

} // namespace warplaw::tools
