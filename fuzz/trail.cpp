#include "fuzz/trail.h"
#include <algorithm>
#include <map>

namespace warplaw::fuzz {

std::optional<std::vector<std::uint8_t>> trailThrough(const std::vector<Edge>& edges, std::uint64_t first,
                                                      std::uint64_t last) {
  std::map<std::uint64_t, std::vector<const Edge*>> out; // edges not walked yet, by where they start
  std::map<std::uint64_t, int> balance;                  // out minus in
  for (const Edge& edge : edges) {
    out[edge.from].push_back(&edge);
    ++balance[edge.from];
    --balance[edge.to];
  }
  --balance[first];
  ++balance[last];
  for (const auto& [value, rest] : balance)
    if (rest != 0)
      return std::nullopt;

  // Hierholzer: walk until stuck, close loops on the way back
  std::vector<std::pair<std::uint64_t, const Edge*>> stack = {{first, nullptr}};
  std::vector<std::uint8_t> backwards;
  while (!stack.empty()) {
    auto& next = out[stack.back().first];
    if (!next.empty()) {
      const Edge* const edge = next.back();
      next.pop_back();
      stack.push_back({edge->to, edge});
      continue;
    }
    if (stack.back().second)
      backwards.push_back(stack.back().second->lane);
    stack.pop_back();
  }
  if (backwards.size() != edges.size())
    return std::nullopt; // a part that is not connected to the first value
  std::reverse(backwards.begin(), backwards.end());
  return backwards;
}

} // namespace warplaw::fuzz
