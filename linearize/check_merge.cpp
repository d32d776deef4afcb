// One order out of the orders of the components, with what it assumes of initial memory; replayed before it is given
// out.
#include "linearize/check.h"
#include "linearize/replay.h"
#include <algorithm>
#include <cassert>
#include <functional>
#include <queue>
#include <tuple>

namespace warplaw::linearize {

void Checker::assume(const History& history, std::uint64_t address, unsigned bytes, std::uint64_t value,
                     std::vector<KnownBytes>& into) const {
  const std::uint64_t known = knownAt(history.initial, address, bytes).mask;
  for (unsigned k = 0; k < bytes; ++k) {
    if ((known >> 8 * k & 0xff) != 0)
      continue;
    if (k == 0 || (known >> 8 * (k - 1) & 0xff) != 0)
      into.push_back({address + k, {}});
    into.back().bytes.push_back(static_cast<std::uint8_t>(value >> 8 * k));
  }
}

namespace {

/// Steps are tried by access, the low half first.
std::uint64_t rankOf(const WitnessStep& step) { return 2 * std::uint64_t{step.access} + (step.half == 2); }

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Nodes in the smallest order by rank that keeps the edges, as far as there is one.
template <class Rank, class Visit>
void sortAlong(const Edges& edges, std::uint32_t nodes, const Rank& rank, const Visit& visit) {
  std::vector<std::uint32_t> starts(nodes + 1, 0), waits(nodes, 0), after(edges.size());
  for (const auto& [a, b] : edges) {
    ++starts[a + 1];
    ++waits[b];
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    starts[node + 1] += starts[node];
  std::vector<std::uint32_t> fill(starts.begin(), starts.end() - 1);
  for (const auto& [a, b] : edges)
    after[fill[a]++] = b;
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (waits[node] == 0)
      ready.emplace(rank(node), node);
  while (!ready.empty()) {
    const std::uint32_t node = ready.top().second;
    ready.pop();
    visit(node);
    for (std::uint32_t k = starts[node]; k < starts[node + 1]; ++k)
      if (--waits[after[k]] == 0)
        ready.emplace(rank(after[k]), after[k]);
  }
}

} // namespace

/// Nothing is known between locations: always the smallest step that comes next somewhere.
void Checker::mergeUnordered(std::vector<WitnessStep>& order) const {
  using Entry = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>; // rank, part, place in it
  std::vector<Entry> heads;
  for (std::uint32_t c = 0; c < parts_.size(); ++c)
    if (!parts_[c].order.empty())
      heads.emplace_back(rankOf(parts_[c].order[0]), c, 0);
  if (heads.size() == 1) {
    order = parts_[std::get<1>(heads[0])].order;
    return;
  }
  std::make_heap(heads.begin(), heads.end(), std::greater<>());
  while (!heads.empty()) {
    std::pop_heap(heads.begin(), heads.end(), std::greater<>());
    const auto [rank, c, at] = heads.back();
    heads.pop_back();
    const std::vector<WitnessStep>& own = parts_[c].order;
    order.push_back(own[at]);
    if (at + 1 == own.size())
      continue;
    heads.emplace_back(rankOf(own[at + 1]), c, at + 1);
    std::push_heap(heads.begin(), heads.end(), std::greater<>());
  }
}

/// The smallest order that keeps every component's own order and the known one; false if there is none.
bool Checker::merge(const History& history, std::vector<WitnessStep>& order) {
  if (!precedence_) {
    mergeUnordered(order);
    return true;
  }
  const bool fenced = history.programOrder == ProgramOrder::Lane && !history.fences.empty();
  const OrderGraph& known = fenced ? laneOrder(history) : precedence_->graph();
  if (parts_.size() == 1 && !parts_[0].free) { // nothing is left to choose
    order = parts_[0].order;
    return known.allows(history, order);
  }
  // nodes: steps, then a begin and an end of each node of the known order
  std::vector<WitnessStep> steps;
  for (const Part& part : parts_)
    steps.insert(steps.end(), part.order.begin(), part.order.end());
  const auto count = static_cast<std::uint32_t>(steps.size());
  const auto beginOf = [&](std::uint32_t node) { return count + 2 * node; };
  Edges edges;
  edges.reserve(3 * count + 4 * std::size_t{known.size()});
  std::uint32_t at = 0;
  for (const Part& part : parts_)
    for (std::size_t k = 0; k < part.order.size(); ++k, ++at)
      if (k > 0 && !part.free)
        edges.emplace_back(at - 1, at);
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t node = known.nodeOf(history, steps[s].access);
    edges.emplace_back(beginOf(node), s);
    edges.emplace_back(s, beginOf(node) + 1);
  }
  for (std::uint32_t node = 0; node < known.size(); ++node) {
    edges.emplace_back(beginOf(node), beginOf(node) + 1); // one without steps hands on what it waits for
    for (const std::uint32_t next : known.after(node))
      edges.emplace_back(beginOf(node) + 1, beginOf(next));
  }
  sortAlong(
      edges, count + 2 * known.size(),
      [&](std::uint32_t node) { return node >= count ? 0 : 1 + rankOf(steps[node]); }, // begins and ends at once
      [&](std::uint32_t node) {
        if (node < count)
          order.push_back(steps[node]);
      });
  return order.size() == count;
}

void Checker::writeWitness(const History& history, const Options& options) {
  for (std::uint32_t c = 0; c < parts_.size(); ++c) {
    Part& part = parts_[c];
    if (part.decision != Decision::Legal)
      continue;
    const Component& component = elements_.components[c];
    const std::span<const Element> elements(elements_.all.data() + component.begin, component.end - component.begin);
    part.assumed.clear();
    if (part.order.empty())
      location_.witness(history, elements, part.layers, *part.initial, part.final, groups_, part.order);
    assume(history, component.address, component.bytes, *part.initial, part.assumed);
  }
  verdict_.order.clear();
  if (!merge(history, verdict_.order)) {
    std::vector<std::uint32_t> all(parts_.size());
    for (std::uint32_t c = 0; c < all.size(); ++c)
      all[c] = c;
    if (!searchParts(history, all, options)) {
      verdict_.order.clear();
      return;
    }
    verdict_.order = parts_[0].order;
  }
  verdict_.assumed.clear();
  for (const Part& part : parts_)
    verdict_.assumed.insert(verdict_.assumed.end(), part.assumed.begin(), part.assumed.end());
  std::sort(verdict_.assumed.begin(), verdict_.assumed.end(),
            [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
  const std::string problem = replay(history, verdict_);
  assert(problem.empty() && "a witness must replay");
}

} // namespace warplaw::linearize
