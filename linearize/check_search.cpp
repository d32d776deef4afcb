// Components as a problem for the search: several where .SPIN couples them or where their orders do not merge
// (ATOMS-10, RED-9).
#include "linearize/check.h"
#include "linearize/sections.h"
#include <algorithm>
#include <map>

namespace warplaw::linearize {
namespace {

constexpr std::uint64_t kSmallestStates =
    10'000; // the smallest order is looked for with as many, and one for each item
constexpr std::size_t kMaxBits = std::size_t{1} << 28; // of what is spent on finding nodes that are as one

/// Nodes that wait for the same items and that the same items wait for are as one: their items move to the first of
/// them, so that equal ones among them are one choice.
void joinNodes(const OrderGraph& order, std::vector<SearchItem>& items) {
  std::vector<std::uint32_t> used; // nodes with items
  for (const SearchItem& item : items)
    used.push_back(item.node);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  const std::size_t row = (used.size() + 63) / 64, half = row * order.size();
  if (used.size() < 2 || 2 * half > kMaxBits / 64)
    return;
  std::vector<std::uint64_t> related(2 * half, 0); // of each node: the used ones before it, the used ones after it
  const auto rows = [&](std::uint32_t node, bool later) { return related.data() + (later ? half : 0) + node * row; };
  const auto spread = [&](std::uint32_t from, std::uint32_t to, bool later) {
    for (std::size_t k = 0; k < row; ++k)
      rows(to, later)[k] |= rows(from, later)[k];
    const auto at = std::lower_bound(used.begin(), used.end(), from);
    if (at != used.end() && *at == from)
      rows(to, later)[(at - used.begin()) / 64] |= std::uint64_t{1} << (at - used.begin()) % 64;
  };
  const std::vector<std::uint32_t>& sorted = order.sorted();
  for (const std::uint32_t node : sorted)
    for (const std::uint32_t next : order.after(node))
      spread(node, next, false);
  for (std::size_t k = sorted.size(); k-- > 0;)
    for (const std::uint32_t next : order.after(sorted[k]))
      spread(next, sorted[k], true);
  std::map<std::vector<std::uint64_t>, std::uint32_t> first;
  std::map<std::uint32_t, std::uint32_t> joined;
  for (const std::uint32_t node : used) {
    std::vector<std::uint64_t> key(rows(node, false), rows(node, false) + row);
    key.insert(key.end(), rows(node, true), rows(node, true) + row);
    joined[node] = first.try_emplace(std::move(key), node).first->second;
  }
  for (SearchItem& item : items)
    item.node = joined[item.node];
}

/// What memory held when nothing was left to choose from, who must come next by that value, and what is known to come
/// before that (or, from the end, after it): one of those that wait for each other.
void blameOrder(const SearchProblem& problem, const SearchResult& result, Fault& fault) {
  if (problem.words.size() != 1 || !problem.order)
    return;
  const bool back = result.backwards;
  std::vector<bool> done(problem.items.size(), false), waits(problem.order->size(), false);
  for (const SearchStep& step : result.order)
    done[step.item] = true;
  const auto edgeOf = [&](const SearchItem& i) -> std::optional<std::pair<std::uint64_t, std::uint64_t>> {
    const bool flag = returnsFlag(i.operation.op);
    if (!i.returns || (flag && i.returned != 1) || isFloat(i.operation.type))
      return std::nullopt;
    const std::uint64_t found = flag ? i.operand : i.returned,
                        left = stepOf(i.operation, found, i.operand, i.swap, problem.zeros);
    return back ? std::pair(left, found) : std::pair(found, left);
  };
  std::optional<std::uint64_t> value; // memory, after what is done
  const SearchWord& word = problem.words[0];
  const std::uint64_t mask = back ? word.finalMask : word.initialMask;
  if (mask == onesOf(fault.bytes) || mask == ~std::uint64_t{0})
    value = back ? word.final : word.initial;
  for (const SearchStep& step : result.order)
    if (const auto edge = edgeOf(problem.items[step.item])) {
      value = edge->second;
      fault.reached = {problem.items[step.item].id / 2};
    }
  if (!value)
    return;
  for (std::uint32_t k = 0; k < problem.items.size(); ++k) {
    if (done[k])
      continue;
    waits[problem.items[k].node] = true;
    const auto edge = edgeOf(problem.items[k]);
    if (!edge)
      return; // one that says nothing might come next
    if (edge->first == *value)
      fault.next.push_back(problem.items[k].id / 2);
  }
  if (fault.next.empty())
    return;
  const OrderGraph against = back ? *problem.order : problem.order->reversed();
  const auto nodeOf = [&](std::uint32_t k) { return problem.items[k].node; };
  std::uint32_t start = 0;
  while (problem.items[start].id / 2 != fault.next[0])
    ++start;
  std::vector<bool> met(problem.order->size(), false);
  for (std::vector<std::uint32_t> open = {nodeOf(start)}; !open.empty() && fault.blocking.empty();) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t next : against.after(node)) {
      if (met[next])
        continue;
      met[next] = true;
      open.push_back(next);
      for (std::uint32_t k = 0; waits[next] && k < problem.items.size() && fault.blocking.empty(); ++k)
        if (!done[k] && nodeOf(k) == next)
          fault.blocking.push_back(problem.items[k].id / 2);
    }
  }
  if (fault.blocking.empty())
    return;
  fault.kind = back ? FaultKind::AgainstEnd : FaultKind::AgainstOrder;
  fault.value = *value;
  fault.accesses = fault.next;
  fault.accesses.insert(fault.accesses.end(), fault.reached.begin(), fault.reached.end());
  fault.accesses.insert(fault.accesses.end(), fault.blocking.begin(), fault.blocking.end());
  std::sort(fault.accesses.begin(), fault.accesses.end());
}

void blameCore(const SearchProblem& problem, std::uint64_t states, Fault& fault) {
  constexpr std::uint64_t kMostStates = 1u << 18;
  constexpr std::size_t kHandful = 8; // more are looked at again: they may be under a lock
  Core core = coreOf(problem, std::min(states, kMostStates));
  if (core.items.size() > kHandful)
    if (auto few = sectionCoreOf(problem, core, states); few && few->items.size() < core.items.size()) {
      core = std::move(*few);
      fault.coreIsOfSections = true;
    }
  for (const std::uint32_t k : core.items)
    if (const std::uint32_t access = problem.items[k].id / 2; fault.core.empty() || fault.core.back() != access)
      fault.core.push_back(access);
  std::sort(fault.core.begin(), fault.core.end());
  fault.core.erase(std::unique(fault.core.begin(), fault.core.end()), fault.core.end());
  fault.coreIsMinimal = core.isMinimal;
  fault.cycle = cycleOf(problem, core.items);
}

} // namespace

SearchProblem Checker::problemOf(const History& history, std::span<const std::uint32_t> components,
                                 std::vector<std::pair<std::uint32_t, std::uint8_t>>& source) {
  SearchProblem problem;
  problem.zeros = history.zeros;
  problem.groups = static_cast<std::uint32_t>(groups_.groups.size());
  if (precedence_)
    problem.order = history.programOrder == ProgramOrder::Lane ? &laneOrder(history) : &precedence_->graph();
  for (const std::uint32_t c : components) {
    const Component& component = elements_.components[c];
    const KnownWord initial = knownAt(history.initial, component.address, component.bytes);
    const KnownWord final = knownAt(history.final, component.address, component.bytes);
    const auto word = static_cast<std::uint32_t>(problem.words.size());
    problem.words.push_back({initial.value, initial.mask, final.value, final.mask});
    SearchWord& known = problem.words.back();
    const auto force = [&](std::uint64_t value, std::uint64_t& bits, std::uint64_t& mask) {
      if (((value ^ bits) & mask) != 0)
        return; // the search will see
      bits = value;
      mask = onesOf(component.bytes);
    };
    if (parts_[c].first) {
      force(*parts_[c].first, known.initial, known.initialMask);
      force(*parts_[c].last, known.final, known.finalMask);
    }
    for (std::uint32_t k = component.begin; k < component.end; ++k) {
      const Element& element = elements_.all[k];
      const Access& access = history.accesses[element.access];
      const Instruction& instruction = history.instructions[access.instruction];
      SearchItem item;
      item.operation = instruction.operation;
      item.agent = std::uint64_t{instruction.warp} << 5 | access.lane;
      item.sequence = instruction.number;
      item.id = 2 * element.access + (element.half == 2);
      item.word = word;
      item.shift = static_cast<std::uint8_t>(8 * (element.address - component.address));
      item.bytes = element.bytes;
      item.returns = access.returns;
      item.operand = partOf(element, access.operand);
      item.swap = access.swap;
      item.returned = partOf(element, access.returned);
      item.group = groups_.of(element.access);
      if (item.group >= 0 && groups_.groups[item.group].accesses.size() == 1)
        item.group = -1; // a lane alone performs
      item.node = problem.order ? problem.order->nodeOf(history, element.access) : 0;
      problem.items.push_back(item);
      source.emplace_back(element.access, element.half);
    }
  }
  if (problem.order)
    joinNodes(*problem.order, problem.items);
  return problem;
}

bool Checker::searchParts(const History& history, std::span<const std::uint32_t> components,
                          const CheckerOptions& options) {
  if (elapsed() > options.budget.nanoseconds) {
    verdict_.answer = Answer::Unknown;
    verdict_.spent.limit = "time";
    return false;
  }
  std::vector<std::pair<std::uint32_t, std::uint8_t>> source;
  const SearchProblem problem = problemOf(history, components, source);
  Budget budget = options.budget;
  budget.nanoseconds -= std::min(budget.nanoseconds, elapsed());
  SearchResult result = search(problem, budget);
  if (result.answer == Answer::Legal && !result.forced && options.witness) {
    budget.states = std::min(budget.states, kSmallestStates + problem.items.size());
    if (SearchResult smallest = searchSmallest(problem, budget); smallest.answer == Answer::Legal)
      result = std::move(smallest);
  }
  verdict_.spent.states += result.spent.states;
  verdict_.spent.bytes = std::max(verdict_.spent.bytes, result.spent.bytes);
  verdict_.spent.limit = result.spent.limit;
  verdict_.answer = result.answer;
  const Component& component = elements_.components[components[0]];
  if (result.answer == Answer::Illegal) {
    Fault& fault = verdict_.fault;
    fault = {};
    fault.kind = FaultKind::NoOrder;
    fault.address = component.address;
    fault.bytes = component.bytes;
    for (const auto& [access, half] : source)
      if (fault.accesses.empty() || fault.accesses.back() != access)
        fault.accesses.push_back(access);
    if (components.size() == 1 && !component.mixed && problem.words[0].initialMask == onesOf(component.bytes))
      fault.ends = result.ends;
    if (result.forced)
      blameOrder(problem, result, fault);
    if (options.core && fault.kind == FaultKind::NoOrder)
      blameCore(problem, budget.states, fault);
    return false;
  }
  if (result.answer != Answer::Legal)
    return false;
  for (const std::uint32_t c : components) {
    parts_[c].decision = Decision::Beyond;
    parts_[c].order.clear();
    parts_[c].assumed.clear();
  }
  Part& part = parts_[components[0]];
  for (const SearchStep& step : result.order)
    part.order.push_back({source[step.item].first, source[step.item].second, step.performs});
  for (std::size_t w = 0; w < components.size(); ++w) {
    const Component& place = elements_.components[components[w]];
    assume(history, place.address, place.bytes, result.words[w].initial, part.assumed);
  }
  return true;
}

} // namespace warplaw::linearize
