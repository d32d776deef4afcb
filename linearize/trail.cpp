// Eulerian trails over the values of one location, with a generation-stamped hash table (ATOMS-5, RED-6).
#include "linearize/trail.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace warplaw::linearize {

void TrailChecker::begin(std::size_t edges) {
  assert(edges <= (1u << 20));
  // a trail has one vertex more than edges, and two ends may be known besides; what is no trail may have twice as many
  if (const std::size_t wanted = std::bit_ceil(2 * (edges + 3)); slots_.size() < wanted)
    takeSlots(wanted);
  if (++generation_ == 0) { // the stamp wrapped around: old stamps would look new
    for (Slot& slot : slots_)
      slot.generation = 0;
    generation_ = 1;
  }
  vertexCount_ = 0;
  order_.clear();
}

void TrailChecker::takeSlots(std::size_t count) {
  slots_.assign(count, Slot{0, 0, 0});
  generation_ = 0;
  shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(count));
}

/// Twice as many slots, for the same vertices.
void TrailChecker::growSlots() {
  takeSlots(2 * slots_.size());
  generation_ = 1;
  for (std::uint32_t vertex = 0; vertex < vertexCount_; ++vertex) {
    std::size_t at = slotOf(vertices_[vertex].value);
    while (slots_[at].generation == generation_)
      at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {vertices_[vertex].value, generation_, vertex};
  }
}

std::uint32_t TrailChecker::vertexOf(std::uint64_t value) {
  if (4 * std::size_t{vertexCount_} >= 3 * slots_.size()) [[unlikely]]
    growSlots();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = slotOf(value);; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.generation != generation_) {
      slot = {value, generation_, vertexCount_};
      if (vertexCount_ == vertices_.size()) // a trail has half as many as there may be: they are made when they come
        vertices_.resize(std::max<std::size_t>(64, 2 * vertices_.size()));
      vertices_[vertexCount_] = {value, 0, 0, vertexCount_, kNone, kNone};
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

/// In a graph whose degrees balance, what hangs together can also be walked to from the start, so directed edges do.
std::uint32_t TrailChecker::unreached(std::uint32_t home) {
  if (vertexCount_ <= 64) {
    std::uint64_t reached = std::uint64_t{1} << home, open = reached;
    while (open != 0) {
      const std::uint64_t more = vertices_[std::countr_zero(open)].out & ~reached;
      open = (open & (open - 1)) | more;
      reached |= more;
    }
    const std::uint64_t all = vertexCount_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vertexCount_) - 1;
    return reached == all ? kNone : static_cast<std::uint32_t>(std::countr_zero(all & ~reached));
  }
  if (walk(home)) // which witness() needs, too
    return kNone;
  for (std::size_t e = 0; e < edgeFrom_.size(); ++e)
    vertices_[rootOf(edgeFrom_[e])].parent = rootOf(edgeTo_[e]);
  const std::uint32_t root = rootOf(home);
  for (std::uint32_t v = 0; v < vertexCount_; ++v)
    if (rootOf(v) != root)
      return v;
  return kNone;
}

TrailVerdict TrailChecker::check(std::span<const Edge> edges, Ends ends) {
  begin(edges.size());
  // known ends are values too: an edge set that avoids them is not a trail between them
  const std::uint32_t firstVertex = ends.first ? vertexOf(*ends.first) : kNone;
  const std::uint32_t lastVertex = ends.last ? vertexOf(*ends.last) : kNone;
  edgeFrom_.resize(edges.size());
  edgeTo_.resize(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::uint32_t from = vertexOf(edges[e].from), to = vertexOf(edges[e].to);
    edgeFrom_[e] = from;
    edgeTo_[e] = to;
    ++vertices_[from].balance;
    --vertices_[to].balance;
    vertices_[from].out |= std::uint64_t{1} << (to & 63);
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
  const std::uint32_t anywhere = firstVertex != kNone ? firstVertex : lastVertex != kNone ? lastVertex : 0;
  if (source == kNone)
    source = sink = anywhere;
  verdict.first = vertices_[source].value;
  verdict.last = vertices_[sink].value;
  if (firstVertex != kNone && firstVertex != source)
    return {TrailFault::FirstNotLeft, verdict.first, verdict.last, *ends.first};
  if (lastVertex != kNone && lastVertex != sink)
    return {TrailFault::LastNotReached, verdict.first, verdict.last, *ends.last};
  if (const std::uint32_t apart = unreached(source); apart != kNone)
    return {TrailFault::Disconnected, verdict.first, verdict.last, vertices_[apart].value};
  return verdict;
}

bool TrailChecker::visitsOtherThan(std::uint64_t value) const {
  return vertexCount_ > 1 || (vertexCount_ == 1 && vertices_[0].value != value);
}

// Hierholzer's construction, always along the smallest unused edge. A walk gets stuck only at the last value; loops
// that it left out are spliced in as late as possible, and only where no later place could take them, so the result is
// lexicographically smallest.
bool TrailChecker::walk(std::uint32_t home) {
  std::size_t filled = edgeFrom_.size();
  order_.resize(filled);
  nextEdge_.resize(filled);
  for (std::uint32_t v = 0; v < vertexCount_; ++v)
    vertices_[v].nextOut = kNone;
  for (auto e = static_cast<std::uint32_t>(filled); e-- > 0;) {
    Vertex& from = vertices_[edgeFrom_[e]];
    nextEdge_[e] = from.nextOut;
    from.nextOut = e;
    from.nextTo = edgeTo_[e];
  }
  stackVertex_.assign(1, home);
  stackEdge_.assign(1, kNone);
  while (!stackVertex_.empty()) {
    Vertex& here = vertices_[stackVertex_.back()];
    if (here.nextOut != kNone) {
      const std::uint32_t e = here.nextOut;
      stackVertex_.push_back(here.nextTo);
      stackEdge_.push_back(e);
      here.nextOut = nextEdge_[e];
      if (here.nextOut != kNone)
        here.nextTo = edgeTo_[here.nextOut];
    } else {
      if (stackEdge_.back() != kNone)
        order_[--filled] = stackEdge_.back();
      stackVertex_.pop_back();
      stackEdge_.pop_back();
    }
  }
  if (filled != 0)
    order_.clear();
  return filled == 0;
}

void TrailChecker::witness(std::span<const Edge> edges, const TrailVerdict& verdict,
                           std::vector<std::uint32_t>& order) {
  assert(verdict.legal());
  if (order_.size() != edges.size() && !walk(vertexOf(verdict.first)))
    assert(false && "a legal check reaches all");
  order.swap(order_);
  order_.clear();
}

} // namespace warplaw::linearize
