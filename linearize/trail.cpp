// Eulerian trails over the values of one location, with a generation-stamped hash table (ATOMS-5, RED-6).
#include "linearize/trail.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace warplaw::linearize {

void TrailChecker::begin(std::size_t edges) {
  assert(edges <= (1u << 20));
  const std::size_t wantedVertices = 2 * edges + 2;
  const std::size_t wantedSlots = std::bit_ceil(2 * wantedVertices);
  if (slots_.size() < wantedSlots) {
    slots_.assign(wantedSlots, Slot{0, 0, 0});
    generation_ = 0;
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(wantedSlots));
    vertices_.resize(wantedVertices);
  }
  if (++generation_ == 0) { // the stamp wrapped around: old stamps would look new
    for (Slot& slot : slots_)
      slot.generation = 0;
    generation_ = 1;
  }
  vertexCount_ = 0;
}

std::uint32_t TrailChecker::vertexOf(std::uint64_t value) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (value * 0x9e3779b97f4a7c15u) >> shift_; // Fibonacci hashing: neighbouring values spread
  for (;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.generation != generation_) {
      slot = {value, generation_, vertexCount_};
      vertices_[vertexCount_] = {value, vertexCount_, 0, kNone};
      return vertexCount_++;
    }
    if (slot.value == value)
      return slot.vertex;
  }
}

std::uint32_t TrailChecker::rootOf(std::uint32_t vertex) {
  while (vertices_[vertex].parent != vertex) {
    vertices_[vertex].parent = vertices_[vertices_[vertex].parent].parent;
    vertex = vertices_[vertex].parent;
  }
  return vertex;
}

TrailVerdict TrailChecker::check(std::span<const Edge> edges, Ends ends) {
  begin(edges.size());
  std::uint32_t islands = 0; // sets of weakly connected values
  const auto enter = [&](std::uint64_t value) {
    const std::uint32_t before = vertexCount_, vertex = vertexOf(value);
    islands += vertexCount_ - before;
    return vertex;
  };
  // known ends are values too: an edge set that avoids them is not a trail between them
  if (ends.first)
    enter(*ends.first);
  if (ends.last)
    enter(*ends.last);
  for (const Edge& edge : edges) {
    const std::uint32_t from = enter(edge.from), to = enter(edge.to);
    ++vertices_[from].balance;
    --vertices_[to].balance;
    const std::uint32_t a = rootOf(from), b = rootOf(to);
    if (a != b) {
      vertices_[a].parent = b;
      --islands;
    }
  }

  TrailVerdict verdict;
  if (vertexCount_ == 0)
    return verdict; // nothing happened and nothing is known
  std::uint32_t source = kNone, sink = kNone;
  for (std::uint32_t v = 0; v < vertexCount_; ++v) {
    const std::int32_t balance = vertices_[v].balance;
    if (balance == 0)
      continue;
    const bool second = balance > 0 ? source != kNone : sink != kNone;
    if (balance > 1 || balance < -1 || second)
      return {TrailFault::Unbalanced, 0, 0, vertices_[v].value};
    (balance > 0 ? source : sink) = v;
  }
  // all balanced: a circuit, which starts and ends at one value, whichever is known
  const std::uint64_t anywhere = ends.first ? *ends.first : ends.last ? *ends.last : vertices_[0].value;
  verdict.first = source != kNone ? vertices_[source].value : anywhere;
  verdict.last = sink != kNone ? vertices_[sink].value : anywhere;
  if (ends.first && *ends.first != verdict.first)
    return {TrailFault::FirstNotLeft, verdict.first, verdict.last, *ends.first};
  if (ends.last && *ends.last != verdict.last)
    return {TrailFault::LastNotReached, verdict.first, verdict.last, *ends.last};
  if (islands > 1) {
    const std::uint32_t home = rootOf(vertexOf(verdict.first));
    for (std::uint32_t v = 0; v < vertexCount_; ++v)
      if (rootOf(v) != home)
        return {TrailFault::Disconnected, verdict.first, verdict.last, vertices_[v].value};
  }
  return verdict;
}

bool TrailChecker::visitsOtherThan(std::uint64_t value) const {
  return vertexCount_ > 1 || (vertexCount_ == 1 && vertices_[0].value != value);
}

// Hierholzer's construction, always along the smallest unused edge. A walk gets stuck only at the last value; loops
// that it left out are spliced in as late as possible, and only where no later place could take them, so the result is
// lexicographically smallest.
void TrailChecker::witness(std::span<const Edge> edges, const TrailVerdict& verdict,
                           std::vector<std::uint32_t>& order) {
  assert(verdict.legal());
  order.resize(edges.size());
  if (edges.empty())
    return;
  nextEdge_.resize(edges.size());
  edgeTo_.resize(edges.size());
  for (std::uint32_t v = 0; v < vertexCount_; ++v)
    vertices_[v].nextOut = kNone;
  for (std::uint32_t e = static_cast<std::uint32_t>(edges.size()); e-- > 0;) {
    Vertex& from = vertices_[vertexOf(edges[e].from)];
    edgeTo_[e] = vertexOf(edges[e].to);
    nextEdge_[e] = from.nextOut;
    from.nextOut = e;
  }
  stackVertex_.assign(1, vertexOf(verdict.first));
  stackEdge_.assign(1, kNone);
  std::size_t filled = edges.size();
  while (!stackVertex_.empty()) {
    Vertex& here = vertices_[stackVertex_.back()];
    if (here.nextOut != kNone) {
      const std::uint32_t e = here.nextOut;
      here.nextOut = nextEdge_[e];
      stackVertex_.push_back(edgeTo_[e]);
      stackEdge_.push_back(e);
    } else {
      if (stackEdge_.back() != kNone)
        order[--filled] = stackEdge_.back();
      stackVertex_.pop_back();
      stackEdge_.pop_back();
    }
  }
  assert(filled == 0);
}

} // namespace warplaw::linearize
