// One order out of the orders of the components, with what it assumes of initial memory; replayed before it is given
// out.
#include "linearize/check.h"
#include "linearize/replay.h"
#include <algorithm>
#include <cassert>
#include <queue>

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

/// The smallest order that keeps every component's own order and the order between instructions; false if there is
/// none.
bool Checker::merge(const History& history, std::vector<WitnessStep>& order) const {
  // nodes: steps, then a start and an end of each instruction, then the other nodes of the known order
  std::vector<WitnessStep> steps;
  for (const Part& part : parts_)
    steps.insert(steps.end(), part.order.begin(), part.order.end());
  const auto count = static_cast<std::uint32_t>(steps.size());
  const auto instructions = static_cast<std::uint32_t>(history.instructions.size());
  std::vector<std::vector<std::uint32_t>> after(count + 2 * instructions +
                                                (precedence_ ? precedence_->graph().size() - instructions : 0));
  std::vector<std::uint32_t> waits(after.size(), 0);
  const auto edge = [&](std::uint32_t a, std::uint32_t b) {
    after[a].push_back(b);
    ++waits[b];
  };
  for (std::uint32_t k = 0; k < instructions; ++k) // one without steps here hands on what it waits for
    edge(count + 2 * k, count + 2 * k + 1);
  std::uint32_t at = 0;
  for (const Part& part : parts_)
    for (std::size_t k = 0; k < part.order.size(); ++k, ++at)
      if (k > 0 && !part.free)
        edge(at - 1, at);
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t instruction = history.accesses[steps[s].access].instruction;
    edge(count + 2 * instruction, s);
    edge(s, count + 2 * instruction + 1);
  }
  if (precedence_) {
    const OrderGraph& known = precedence_->graph();
    const auto begins = [&](std::uint32_t node) {
      return node < instructions ? count + 2 * node : count + instructions + node;
    };
    for (std::uint32_t node = 0; node < known.size(); ++node)
      for (const std::uint32_t next : known.after(node))
        edge(node < instructions ? count + 2 * node + 1 : begins(node), begins(next));
  }
  const auto rank = [&](std::uint32_t node) -> std::uint64_t { // starts and ends at once, steps by access
    return node >= count ? 0 : 2 * (std::uint64_t{steps[node].access} + 1) + (steps[node].half == 2);
  };
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (std::uint32_t node = 0; node < after.size(); ++node)
    if (waits[node] == 0)
      ready.emplace(rank(node), node);
  while (!ready.empty()) {
    const std::uint32_t node = ready.top().second;
    ready.pop();
    if (node < count)
      order.push_back(steps[node]);
    for (const std::uint32_t next : after[node])
      if (--waits[next] == 0)
        ready.emplace(rank(next), next);
  }
  return order.size() == count;
}

void Checker::writeWitness(const History& history, const Options& options) {
  for (std::uint32_t c = 0; c < parts_.size(); ++c) {
    Part& part = parts_[c];
    if (part.decision != Decision::Legal)
      continue;
    const Component& component = elements_.components[c];
    const std::span<const Element> elements(elements_.all.data() + component.begin, component.end - component.begin);
    part.order.clear();
    part.assumed.clear();
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
