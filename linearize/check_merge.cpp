// One order out of the orders of the components, with what it assumes of initial memory; replayed before it is given
// out.
#include "linearize/check.h"
#include "linearize/replay.h"
#include <algorithm>
#include <cassert>
#include <functional>
#include <queue>
#include <span>
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

/// The steps of all components under the known order. A node of that order begins, then its steps come, then it ends.
/// What follows what is looked up, not written down: a list of edges would be as large as the history.
class Merging {
public:
  /// The steps of a component, from where those of the one before end.
  struct Stretch {
    std::uint32_t end;
    bool isFree; ///< in any order
  };
  Merging(const History& history, const OrderGraph& known, std::vector<WitnessStep> steps,
          std::span<const Stretch> stretches)
      : history_(history), known_(known), steps_(std::move(steps)), waits_(steps_.size(), 1), hasNext_(steps_.size()),
        starts_(known.size() + 1), own_(steps_.size()), beginWaits_(known.waits()) {
    std::uint32_t at = 0;
    for (const Stretch& stretch : stretches)
      for (const std::uint32_t first = at; at < stretch.end; ++at)
        if (at > first && !stretch.isFree) {
          hasNext_[at - 1] = true;
          ++waits_[at];
        }
    for (const WitnessStep& step : steps_)
      ++starts_[nodeOf(step) + 1];
    for (std::uint32_t node = 0; node < known.size(); ++node)
      starts_[node + 1] += starts_[node];
    left_.assign(starts_.begin(), starts_.end() - 1); // first as the places that are free
    for (std::uint32_t s = 0; s < steps_.size(); ++s)
      own_[left_[nodeOf(steps_[s])]++] = s;
    for (std::uint32_t node = 0; node < known.size(); ++node)
      left_[node] -= starts_[node];
  }

  /// The smallest order by rank, as far as there is one.
  void run(std::vector<WitnessStep>& order) {
    for (std::uint32_t node = 0; node < known_.size(); ++node)
      if (beginWaits_[node] == 0)
        open_.push_back(node);
    for (beginOpen(); !ready_.empty(); beginOpen()) {
      const std::uint32_t s = ready_.top().second;
      ready_.pop();
      order.push_back(steps_[s]);
      if (hasNext_[s])
        release(s + 1);
      const std::uint32_t node = nodeOf(steps_[s]);
      if (--left_[node] == 0)
        end(node);
    }
  }

private:
  std::uint32_t nodeOf(const WitnessStep& step) const { return known_.nodeOf(history_, step.access); }
  void release(std::uint32_t s) {
    if (--waits_[s] == 0)
      ready_.emplace(rankOf(steps_[s]), s);
  }
  void end(std::uint32_t node) {
    for (const std::uint32_t next : known_.after(node))
      if (--beginWaits_[next] == 0)
        open_.push_back(next);
  }
  /// Nodes begin, and those without steps end, before the next step is chosen.
  void beginOpen() {
    while (!open_.empty()) {
      const std::uint32_t node = open_.back();
      open_.pop_back();
      for (std::uint32_t k = starts_[node]; k < starts_[node + 1]; ++k)
        release(own_[k]);
      if (left_[node] == 0)
        end(node);
    }
  }

  const History& history_;
  const OrderGraph& known_;
  std::vector<WitnessStep> steps_;
  std::vector<std::uint8_t> waits_;         ///< of each step: for its node to begin, for the step before it
  std::vector<bool> hasNext_;               ///< the step behind it waits for it
  std::vector<std::uint32_t> starts_, own_; ///< the steps of each node
  std::vector<std::uint32_t> beginWaits_;   ///< of each node: for how many others to end
  std::vector<std::uint32_t> left_;         ///< of each node: steps that have not come
  std::vector<std::uint32_t> open_;         ///< nodes that may begin
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready_;
};

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
  std::vector<WitnessStep> steps;
  std::vector<Merging::Stretch> stretches;
  for (const Part& part : parts_) {
    steps.insert(steps.end(), part.order.begin(), part.order.end());
    stretches.push_back({static_cast<std::uint32_t>(steps.size()), part.free});
  }
  const std::size_t count = steps.size();
  order.reserve(count);
  Merging(history, known, std::move(steps), stretches).run(order);
  return order.size() == count;
}

void Checker::writeWitness(const History& history, const CheckerOptions& options) {
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
