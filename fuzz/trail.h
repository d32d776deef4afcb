// Is there an order of atomic steps that explains what was returned? Each step is an edge old -> new in the graph of
// values; a legal order is an Eulerian trail from the first value to the last (linear time, the order included).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace warplaw::fuzz {

struct Edge {
  std::uint64_t from = 0, to = 0;
  std::uint8_t lane = 0;
};

/// The lanes in an order in which each step starts where the one before ended, from `first` to `last`; nothing if there
/// is none.
std::optional<std::vector<std::uint8_t>> trailThrough(const std::vector<Edge>& edges, std::uint64_t first,
                                                      std::uint64_t last);

} // namespace warplaw::fuzz
