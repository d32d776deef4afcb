// The known order as edges between neighbours only: what follows from them is not written down, so that time and memory
// stay linear; the closure is taken over bit sets, one row a node, from the end.
#include "linearize/precedence.h"
#include "linearize/operation.h"
#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace warplaw::linearize {

OrderGraph::OrderGraph(const History& history, bool perLane)
    : perLane_(perLane && history.programOrder == ProgramOrder::Lane),
      isOfWarpsAlone_(!perLane_ && history.completed.empty() && history.barriers.empty()),
      instructions_(static_cast<std::uint32_t>(history.instructions.size())) {
  std::uint32_t nodes =
      perLane_ ? 2 * instructions_ + static_cast<std::uint32_t>(history.accesses.size()) : instructions_;
  Edges edges;
  addProgramOrder(history, edges);
  for (const auto& [first, second] : history.completed)
    edges.emplace_back(endOf(first), startOf(second));
  addBarriers(history, edges, nodes);
  if (perLane_) {
    addLanes(history, edges);
    addFences(history, edges, nodes);
  }
  build(edges, nodes);
}

void OrderGraph::addProgramOrder(const History& history, Edges& edges) {
  byNumber_.resize(instructions_);
  for (std::uint32_t k = 0; k < instructions_; ++k)
    byNumber_[k] = k;
  const auto name = [&](std::uint32_t k) {
    return std::pair(history.instructions[k].warp, history.instructions[k].number);
  };
  std::sort(byNumber_.begin(), byNumber_.end(), [&](auto a, auto b) { return name(a) < name(b); });
  if (history.programOrder != ProgramOrder::Instruction)
    return;
  for (std::uint32_t k = 1; k < instructions_; ++k)
    if (name(byNumber_[k - 1]).first == name(byNumber_[k]).first)
      edges.emplace_back(byNumber_[k - 1], byNumber_[k]);
}

/// One node says that a warp's instructions up to the k-th are over, one that those from the k-th on may begin.
void OrderGraph::addBarriers(const History& history, Edges& edges, std::uint32_t& nodes) const {
  if (history.barriers.empty())
    return;
  const std::uint32_t over = nodes, begin = nodes + instructions_, barrier = nodes + 2 * instructions_;
  nodes = barrier + static_cast<std::uint32_t>(history.barriers.size());
  const auto warpAt = [&](std::uint32_t place) { return history.instructions[byNumber_[place]].warp; };
  for (std::uint32_t place = 0; place < instructions_; ++place) {
    edges.emplace_back(endOf(byNumber_[place]), over + place);
    edges.emplace_back(begin + place, startOf(byNumber_[place]));
    if (place > 0 && warpAt(place - 1) == warpAt(place)) {
      edges.emplace_back(over + place - 1, over + place);
      edges.emplace_back(begin + place - 1, begin + place);
    }
  }
  for (std::uint32_t b = 0; b < history.barriers.size(); ++b)
    for (const Arrival& arrival : history.barriers[b]) {
      const auto next = std::partition_point(byNumber_.begin(), byNumber_.end(), [&](std::uint32_t k) {
        const Instruction& i = history.instructions[k];
        return i.warp < arrival.warp || (i.warp == arrival.warp && std::int64_t{i.number} <= arrival.after);
      });
      const auto place = static_cast<std::uint32_t>(next - byNumber_.begin());
      if (place > 0 && warpAt(place - 1) == arrival.warp)
        edges.emplace_back(over + place - 1, barrier + b);
      if (place < instructions_ && warpAt(place) == arrival.warp)
        edges.emplace_back(barrier + b, begin + place);
    }
}

/// RED-9. Sizes are 4 and 8 bytes, so accesses overlap exactly if they touch one word of 4 bytes.
void OrderGraph::addLanes(const History& history, Edges& edges) const {
  using Touch = std::tuple<std::uint32_t, std::uint8_t, std::uint64_t, std::uint32_t, std::uint32_t>;
  std::vector<Touch> touches; // warp, lane, word, number, access
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    const Instruction& i = history.instructions[access.instruction];
    edges.emplace_back(startOf(access.instruction), nodeOf(history, k));
    edges.emplace_back(nodeOf(history, k), endOf(access.instruction));
    for (unsigned at = 0; at < bytesOf(i.operation.type); at += 4)
      touches.emplace_back(i.warp, access.lane, access.address + at, i.number, k);
  }
  std::sort(touches.begin(), touches.end());
  for (std::size_t k = 1; k < touches.size(); ++k) {
    const auto& [warp, lane, word, number, access] = touches[k];
    const auto& [warpBefore, laneBefore, wordBefore, numberBefore, accessBefore] = touches[k - 1];
    if (warp == warpBefore && lane == laneBefore && word == wordBefore)
      edges.emplace_back(nodeOf(history, accessBefore), nodeOf(history, access));
  }
  for (std::uint32_t k = 0; k < instructions_; ++k)
    edges.emplace_back(startOf(k), endOf(k));
}

/// RED-9: a node for each lane of a MEMBAR, after what came since the lane's MEMBAR before it and before what comes up
/// to its next.
void OrderGraph::addFences(const History& history, Edges& edges, std::uint32_t& nodes) const {
  if (history.fences.empty())
    return;
  struct Event {
    std::uint32_t warp, lane, number, node;
    bool isFence;
  };
  std::vector<Event> events;
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Instruction& i = history.instructions[history.accesses[k].instruction];
    events.push_back({i.warp, history.accesses[k].lane, i.number, nodeOf(history, k), false});
  }
  for (const Fence& fence : history.fences)
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if (fence.lanes >> lane & 1)
        events.push_back({fence.warp, lane, fence.number, nodes++, true});
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.warp, a.lane, a.number) < std::tie(b.warp, b.lane, b.number);
  });
  std::size_t since = 0; // the first event of this lane, or its last fence
  for (std::size_t k = 0; k < events.size(); ++k) {
    const Event& event = events[k];
    if (event.warp != events[since].warp || event.lane != events[since].lane)
      since = k;
    if (events[since].isFence && since != k)
      edges.emplace_back(events[since].node, event.node);
    if (!event.isFence)
      continue;
    for (; since < k; ++since)
      if (!events[since].isFence)
        edges.emplace_back(events[since].node, event.node);
  }
}

OrderGraph OrderGraph::reversed() const {
  Edges edges;
  for (std::uint32_t node = 0; node < size(); ++node)
    for (const std::uint32_t next : after(node))
      edges.emplace_back(next, node);
  OrderGraph back = *this;
  back.build(edges, size());
  return back;
}

OrderGraph OrderGraph::withFreeNode() const {
  OrderGraph more = *this;
  more.sorted_.push_back(size());
  more.starts_.push_back(starts_.back());
  more.waits_.push_back(0);
  return more;
}

void OrderGraph::build(const Edges& edges, std::uint32_t nodes) {
  sorted_.clear();
  starts_.assign(nodes + 1, 0);
  waits_.assign(nodes, 0);
  for (const auto& [from, to] : edges) {
    ++starts_[from + 1];
    ++waits_[to];
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    starts_[node + 1] += starts_[node];
  successors_.resize(edges.size());
  std::vector<std::uint32_t> fill(starts_.begin(), starts_.end() - 1), waits = waits_;
  for (const auto& [from, to] : edges)
    successors_[fill[from]++] = to;
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (waits[node] == 0)
      sorted_.push_back(node);
  for (std::size_t at = 0; at < sorted_.size(); ++at)
    for (const std::uint32_t next : after(sorted_[at]))
      if (--waits[next] == 0)
        sorted_.push_back(next);
}

/// Every node that could not be sorted has such a one before it: walking back runs into a cycle, and a cycle goes
/// through an instruction.
std::optional<std::uint32_t> OrderGraph::contradiction() const {
  if (sorted_.size() == size())
    return std::nullopt;
  std::vector<bool> isSorted(size(), false);
  for (const std::uint32_t node : sorted_)
    isSorted[node] = true;
  std::vector<std::uint32_t> before(size(), 0);
  std::uint32_t node = 0;
  for (std::uint32_t k = 0; k < size(); ++k)
    if (!isSorted[k]) {
      node = k;
      for (const std::uint32_t next : after(k))
        before[next] = k;
    }
  for (std::uint32_t k = 0; k < size(); ++k)
    node = before[node];
  for (std::uint32_t k = 0; k < size() && node >= 2 * instructions_; ++k)
    node = before[node];
  while (node >= instructions_ && !(perLane_ && node < 2 * instructions_))
    node = before[node];
  return node % instructions_;
}

namespace {
/// The numbers of each warp's steps never fall.
bool keepNumbers(const History& history, std::span<const WitnessStep> steps) {
  std::vector<std::uint32_t> places(steps.size());
  std::iota(places.begin(), places.end(), 0u);
  const auto instructionAt = [&](std::uint32_t place) -> const Instruction& {
    return history.instructions[history.accesses[steps[place].access].instruction];
  };
  std::sort(places.begin(), places.end(),
            [&](auto a, auto b) { return std::pair(instructionAt(a).warp, a) < std::pair(instructionAt(b).warp, b); });
  return std::adjacent_find(places.begin(), places.end(), [&](auto a, auto b) {
           return instructionAt(a).warp == instructionAt(b).warp && instructionAt(b).number < instructionAt(a).number;
         }) == places.end();
}
} // namespace

/// Step by step: its node must be open, and is over with its last step. (A replay asks otherwise: by places.)
bool OrderGraph::allows(const History& history, std::span<const WitnessStep> steps) const {
  if (constexpr std::size_t kFew = 16; isOfWarpsAlone_ && steps.size() < size() / kFew) // few of many: no table of all
    return history.programOrder == ProgramOrder::Lane || keepNumbers(history, steps);
  std::vector<std::uint32_t> left(size(), 0), waits = waits_, over;
  for (const WitnessStep& step : steps)
    ++left[nodeOf(history, step.access)];
  const auto finish = [&](std::uint32_t finished) {
    for (over.assign(1, finished); !over.empty();) {
      const std::uint32_t node = over.back();
      over.pop_back();
      for (const std::uint32_t next : after(node))
        if (--waits[next] == 0 && left[next] == 0)
          over.push_back(next);
    }
  };
  for (const std::uint32_t node : sorted_)
    if (waits_[node] == 0 && left[node] == 0)
      finish(node);
  for (const WitnessStep& step : steps) {
    const std::uint32_t node = nodeOf(history, step.access);
    if (waits[node] != 0)
      return false;
    if (--left[node] == 0)
      finish(node);
  }
  return true;
}

Precedence::Precedence(const History& history)
    : history_(history), graph_(history, false), instructions_(history.instructions.size()),
      row_((instructions_ + 63) / 64) {}

void Precedence::close() {
  after_.assign(graph_.size() * row_, 0);
  for (std::size_t at = graph_.sorted().size(); at-- > 0;) {
    const std::uint32_t node = graph_.sorted()[at];
    std::uint64_t* row = &after_[node * row_];
    for (const std::uint32_t next : graph_.after(node)) {
      for (std::size_t k = 0; k < row_; ++k)
        row[k] |= after_[next * row_ + k];
      if (next < instructions_)
        row[next / 64] |= std::uint64_t{1} << next % 64;
    }
  }
}

/// For each instruction, the length of the longest chain of these instructions that come before it. Where only program
/// order within warps counts, nothing else is looked at: a history may have as many locations as instructions.
std::vector<std::uint32_t> Precedence::depthsOf(std::span<const std::uint32_t> instructions) const {
  std::vector<std::uint32_t> depths;
  if (graph_.isOfWarpsAlone()) {
    depths.assign(instructions.size(), 0);
    if (history_.programOrder == ProgramOrder::Lane)
      return depths;
    std::vector<std::uint32_t> byName(instructions.size());
    std::iota(byName.begin(), byName.end(), 0u);
    const auto at = [&](std::uint32_t k) -> const Instruction& { return history_.instructions[instructions[k]]; };
    std::sort(byName.begin(), byName.end(),
              [&](auto a, auto b) { return std::tie(at(a).warp, at(a).number) < std::tie(at(b).warp, at(b).number); });
    for (std::size_t k = 1; k < byName.size(); ++k)
      if (at(byName[k]).warp == at(byName[k - 1]).warp)
        depths[byName[k]] = depths[byName[k - 1]] + 1;
    return depths;
  }
  std::vector<std::uint32_t> depth(graph_.size(), 0);
  std::vector<bool> among(graph_.size(), false);
  for (const std::uint32_t k : instructions)
    among[k] = true;
  for (const std::uint32_t node : graph_.sorted())
    for (const std::uint32_t next : graph_.after(node))
      depth[next] = std::max(depth[next], depth[node] + among[node]);
  for (const std::uint32_t k : instructions)
    depths.push_back(depth[k]);
  return depths;
}

/// Layers by depth. One alone in its layer comes before all of the next.
std::optional<std::vector<std::vector<std::uint32_t>>>
Precedence::chainOf(std::span<const std::uint32_t> instructions) const {
  const std::vector<std::uint32_t> depths = depthsOf(instructions);
  std::vector<std::vector<std::uint32_t>> layers;
  for (std::size_t k = 0; k < instructions.size(); ++k) {
    layers.resize(std::max<std::size_t>(layers.size(), depths[k] + 1));
    layers[depths[k]].push_back(instructions[k]);
  }
  for (std::size_t k = 0; k + 1 < layers.size(); ++k)
    if (layers[k].size() > 1)
      return std::nullopt;
  return layers;
}

std::optional<std::vector<std::vector<std::uint32_t>>>
Precedence::layersOf(std::span<const std::uint32_t> instructions) {
  if (std::max<std::size_t>(instructions_, graph_.size() / 4) > kMaxClosed)
    return chainOf(instructions);
  if (after_.empty())
    close();
  std::vector<std::uint64_t> mask(row_, 0);
  for (const std::uint32_t k : instructions)
    mask[k / 64] |= std::uint64_t{1} << k % 64;
  std::vector<std::pair<std::size_t, std::uint32_t>> byDepth; // how many of them do not come after it
  for (const std::uint32_t a : instructions) {
    std::size_t later = 0;
    for (std::size_t k = 0; k < row_; ++k)
      later += static_cast<std::size_t>(std::popcount(mask[k] & after_[a * row_ + k]));
    byDepth.emplace_back(instructions.size() - later, a);
  }
  std::sort(byDepth.begin(), byDepth.end());
  std::vector<std::vector<std::uint32_t>> layers;
  for (std::size_t k = 0; k < byDepth.size(); ++k) {
    if (k == 0 || byDepth[k].first != byDepth[k - 1].first)
      layers.emplace_back();
    layers.back().push_back(byDepth[k].second);
    // a layer is one only if it precedes everything that stands after it
    if ((k + 1 == byDepth.size() || byDepth[k + 1].first != byDepth[k].first) && byDepth[k].first != k + 1)
      return std::nullopt;
  }
  return layers;
}

} // namespace warplaw::linearize
