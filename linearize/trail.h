// Trails: with old values returned, a lane is an edge old -> new in the graph of values of one location, and a history
// of that location has a serial order exactly if its edges form an Eulerian trail from the first value to the last
// (ATOMS-5, RED-6). Linear time: degrees must balance and every edge must be reachable.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplaw::linearize {

/// One performed operation: the value it found, the value it left. Equal for a failed CAS.
struct Edge {
  std::uint64_t from = 0, to = 0;
  bool operator==(const Edge&) const = default;
};

/// What is known of the location before and after; absent: unknown.
struct Ends {
  std::optional<std::uint64_t> first, last;
};

/// Why there is no trail, or that there is one.
enum class TrailFault : std::uint8_t {
  None,           ///< legal
  FirstNotLeft,   ///< the value known to stand first is not one that the edges can start from
  LastNotReached, ///< the value known to stand last is not where the edges end
  Unbalanced,     ///< some value is found more often than it is produced, at more than one place
  Disconnected,   ///< some edges form closed loops that nothing enters
};

struct TrailVerdict {
  TrailFault fault = TrailFault::None;
  std::uint64_t first = 0,
                last = 0;  ///< legal: the ends, given or forced (both 0 where there is no edge and no end is known)
  std::uint64_t value = 0; ///< illegal: a value that shows it
  bool legal() const { return fault == TrailFault::None; }
};

/// Decides histories of one location; keeps its tables between calls, so that a call on 32 edges allocates nothing and
/// clears nothing.
class TrailChecker {
public:
  /// Edges in any order. At most 2^20 of them (asserted).
  TrailVerdict check(std::span<const Edge> edges, Ends ends);

  /// After a legal check of the same edges and ends: indexes of the edges in the lexicographically smallest order that
  /// is a trail.
  void witness(std::span<const Edge> edges, const TrailVerdict& verdict, std::vector<std::uint32_t>& order);

  /// After a legal check: does the trail (its first value included) visit a value other than this one?
  bool visitsOtherThan(std::uint64_t value) const;

private:
  struct Slot {
    std::uint64_t value;
    std::uint32_t generation;
    std::uint32_t vertex;
  };
  struct Vertex {
    std::uint64_t value;
    std::uint64_t out;     ///< bit v: an edge to vertex v; counts where there are at most 64 vertices
    std::int32_t balance;  ///< edges out minus edges in
    std::uint32_t parent;  ///< union-find over weak connection, where there are more
    std::uint32_t nextOut; ///< walk: first unused edge out, as a linked list by rising index; kNone at the end
    std::uint32_t nextTo;  ///< the vertex that it leads to, beside it: a walk through a large graph waits for memory
  };
  static constexpr std::uint32_t kNone = ~0u;

  void begin(std::size_t edges);
  void takeSlots(std::size_t count); ///< empty ones, a power of two
  void growSlots();
  /// Where a value's slot is looked for first. Fibonacci hashing of four neighbouring values, which stand side by side:
  /// what is found is often a neighbour of what is left.
  std::size_t slotOf(std::uint64_t value) const {
    return (((value >> 2) * 0x9e3779b97f4a7c15u) >> (shift_ + 2)) << 2 | (value & 3);
  }
  std::uint32_t vertexOf(std::uint64_t value);
  std::uint32_t rootOf(std::uint32_t vertex);
  std::uint32_t unreached(std::uint32_t home); ///< a vertex that no walk from home reaches, kNone if there is none
  bool walk(std::uint32_t home);               ///< along all edges: in order_; false, and nothing: some are not reached

  std::vector<Slot> slots_;
  std::uint32_t generation_ = 0;
  std::uint32_t shift_ = 64; ///< hash bits kept: 64 - log2(slots)
  std::vector<Vertex> vertices_;
  std::uint32_t vertexCount_ = 0;
  std::vector<std::uint32_t> edgeFrom_, edgeTo_, nextEdge_, stackEdge_, stackVertex_; ///< edges as vertex numbers
  std::vector<std::uint32_t> order_; ///< the smallest trail, where the check walked along it; else empty
};

} // namespace warplaw::linearize
