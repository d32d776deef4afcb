// What is known to come before what: program order, barriers, completion order (RED-9), as a sparse graph, so that its
// size is linear in the history.
#pragma once
#include "linearize/history.h"
#include "linearize/verdict.h"
#include <optional>
#include <span>

namespace warplaw::linearize {

/// Nodes are instructions, lanes' accesses where lanes have an order of their own, barriers, and nodes that gather
/// ("all of warp w's instructions up to k are over"). An edge a -> b: all of a comes before all of b.
class OrderGraph {
public:
  /// perLane: under ProgramOrder::Lane the accesses are nodes, and accesses of one lane to overlapping bytes, and on
  /// both sides of its MEMBAR, are in order; otherwise that order is left out.
  OrderGraph(const History& history, bool perLane);

  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()) - 1; }
  std::span<const std::uint32_t> after(std::uint32_t node) const {
    return std::span(successors_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
  }
  /// How many edges come into each node.
  const std::vector<std::uint32_t>& waits() const { return waits_; }
  /// Every node after those before it; where the order contradicts itself, only those that it does not concern.
  const std::vector<std::uint32_t>& sorted() const { return sorted_; }
  /// Before all, after all accesses of an instruction; where accesses are no nodes, both are one.
  std::uint32_t startOf(std::uint32_t instruction) const { return instruction; }
  std::uint32_t endOf(std::uint32_t instruction) const { return perLane_ ? instructions_ + instruction : instruction; }
  std::uint32_t nodeOf(const History& history, std::uint32_t access) const {
    return perLane_ ? 2 * instructions_ + access : history.accesses[access].instruction;
  }
  /// Can these steps, all that there are, come in this order? What is no step's stands in nobody's way.
  bool allows(const History& history, std::span<const WitnessStep> steps) const;
  /// Is nothing known about the order of different warps? Then whatever comes before an instruction is of its warp.
  bool isOfWarpsAlone() const { return isOfWarpsAlone_; }
  /// The same nodes, each edge the other way round.
  OrderGraph reversed() const;
  /// The same, and one more node, the last, which nothing orders.
  OrderGraph withFreeNode() const;
  /// An instruction that would have to come before itself.
  std::optional<std::uint32_t> contradiction() const;

private:
  using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  void addProgramOrder(const History& history, Edges& edges);
  void addBarriers(const History& history, Edges& edges, std::uint32_t& nodes) const;
  void addLanes(const History& history, Edges& edges) const;
  void addFences(const History& history, Edges& edges, std::uint32_t& nodes) const;
  void build(const Edges& edges, std::uint32_t nodes);

  bool perLane_, isOfWarpsAlone_;
  std::uint32_t instructions_;
  std::vector<std::uint32_t> byNumber_; ///< instructions, warp by warp, by number
  std::vector<std::uint32_t> starts_, successors_, waits_, sorted_;
};

/// Which instruction's accesses must all come before which other's; the order that lanes have of their own is not part
/// of it.
class Precedence {
public:
  /// Without contradiction. The history must outlive it.
  explicit Precedence(const History& history);

  const OrderGraph& graph() const { return graph_; }
  /// These instructions in layers: within a layer unordered, every layer wholly before the next. Nothing if the order
  /// is no such one, or if that takes too much to find out: in a history of more than kMaxClosed instructions layers of
  /// several stand last only.
  std::optional<std::vector<std::vector<std::uint32_t>>> layersOf(std::span<const std::uint32_t> instructions);

private:
  static constexpr std::size_t kMaxClosed = 1u << 12; ///< the closure is quadratic
  void close();
  std::optional<std::vector<std::vector<std::uint32_t>>> chainOf(std::span<const std::uint32_t> instructions) const;
  std::vector<std::uint32_t> depthsOf(std::span<const std::uint32_t> instructions) const;

  const History& history_;
  OrderGraph graph_;
  std::size_t instructions_, row_;   ///< a row is this many words
  std::vector<std::uint64_t> after_; ///< a row of bits each node: the instructions after it; empty until asked for
};

} // namespace warplaw::linearize
