// Precedence as a transitive closure over bit sets, barriers being nodes of their own.
#include "linearize/precedence.h"
#include <algorithm>
#include <cassert>

namespace warplaw::linearize {
namespace {

/// Reachability by depth-first search from each node would be quadratic in edges; Warshall's over bit sets is n^2 row
/// operations.
void close(std::vector<boost::dynamic_bitset<>>& after) {
  for (std::size_t k = 0; k < after.size(); ++k)
    for (std::size_t i = 0; i < after.size(); ++i)
      if (after[i][k])
        after[i] |= after[k];
}

} // namespace

Precedence::Precedence(const History& history) {
  const std::size_t instructions = history.instructions.size(), nodes = instructions + history.barriers.size();
  assert(instructions <= kMaxInstructions && history.barriers.size() <= kMaxInstructions);
  after_.assign(nodes, boost::dynamic_bitset<>(nodes));
  if (history.programOrder == ProgramOrder::Instruction)
    for (std::size_t a = 0; a < instructions; ++a)
      for (std::size_t b = 0; b < instructions; ++b)
        if (history.instructions[a].warp == history.instructions[b].warp &&
            history.instructions[a].number < history.instructions[b].number)
          after_[a].set(b);
  for (const auto& [first, second] : history.completed)
    after_[first].set(second);
  for (std::size_t k = 0; k < history.barriers.size(); ++k)
    for (const Arrival& arrival : history.barriers[k])
      for (std::size_t i = 0; i < instructions; ++i) {
        if (history.instructions[i].warp != arrival.warp)
          continue;
        if (history.instructions[i].number <= arrival.after || arrival.after == INT64_MAX)
          after_[i].set(instructions + k);
        else
          after_[instructions + k].set(i);
      }
  close(after_);
}

std::optional<std::uint32_t> Precedence::contradiction() const {
  for (std::uint32_t node = 0; node < after_.size(); ++node)
    if (after_[node][node])
      return node;
  return std::nullopt;
}

std::optional<std::vector<std::vector<std::uint32_t>>>
Precedence::layersOf(std::span<const std::uint32_t> instructions) const {
  std::vector<std::pair<std::size_t, std::uint32_t>> byDepth; // how many of them come before it
  for (const std::uint32_t b : instructions)
    byDepth.emplace_back(std::count_if(instructions.begin(), instructions.end(), [&](auto a) { return before(a, b); }),
                         b);
  std::sort(byDepth.begin(), byDepth.end());
  std::vector<std::vector<std::uint32_t>> layers;
  for (std::size_t k = 0; k < byDepth.size(); ++k) {
    if (k == 0 || byDepth[k].first != byDepth[k - 1].first) {
      // a layer is one only if everything that stands before it precedes it
      if (byDepth[k].first != k)
        return std::nullopt;
      layers.emplace_back();
    }
    layers.back().push_back(byDepth[k].second);
  }
  return layers;
}

} // namespace warplaw::linearize
