// Operations are left out in halves, quarters and at last one by one, as long as what is left has no order.
#include "linearize/core.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace warplaw::linearize {

SearchProblem relaxed(const SearchProblem& problem, std::span<const std::uint32_t> items,
                      std::optional<OrderGraph>& order) {
  SearchProblem part = problem;
  part.items.clear();
  std::uint32_t free = 0;
  if (problem.order) {
    order = problem.order->withFreeNode();
    part.order = &*order;
    free = order->size() - 1;
  }
  std::vector<bool> isKept(problem.items.size(), false);
  for (const std::uint32_t k : items)
    isKept[k] = true;
  std::map<std::tuple<std::uint32_t, std::uint8_t, std::uint8_t>, std::uint32_t> others; // by place
  std::vector<std::uint32_t> kept(problem.words.size(), 0);
  for (std::uint32_t k = 0; k < problem.items.size(); ++k) {
    const SearchItem& item = problem.items[k];
    if (isKept[k]) {
      part.items.push_back(item);
      ++kept[item.word];
    } else if (!isLoad(item))
      ++others[{item.word, item.shift, item.bytes}];
  }
  for (const auto& [place, count] : others) {
    SearchItem any;
    std::tie(any.word, any.shift, any.bytes) = place;
    any.anything = true;
    any.node = free;
    any.id = ~0u;
    any.operation = {Op::Exch, any.bytes == 8 ? Type::U64 : Type::U32};
    // one before each of those that are kept, and one at the end, is all that can matter
    part.items.insert(part.items.end(), std::min(count, kept[any.word] + 1), any);
  }
  return part;
}

Core coreOf(const SearchProblem& problem, std::uint64_t states) {
  constexpr std::uint64_t kStatesATest = 1u << 14;
  Core core;
  for (std::uint32_t k = 0; k < problem.items.size(); ++k)
    core.items.push_back(k);
  const bool spins =
      std::any_of(problem.items.begin(), problem.items.end(), [](const SearchItem& i) { return i.group >= 0; });
  const std::uint64_t fixed = problem.order ? problem.order->size() / 4 : 0; // to make a problem costs as well
  if (spins || core.items.size() + fixed > states / 32)
    return core;
  core.isMinimal = true;
  for (std::size_t piece = (core.items.size() + 1) / 2; piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
    for (std::size_t at = 0; at < core.items.size();) {
      const std::size_t end = std::min(at + piece, core.items.size());
      if (states == 0) {
        core.isMinimal = false;
        return core;
      }
      std::vector<std::uint32_t> rest(core.items.begin(), core.items.begin() + static_cast<std::ptrdiff_t>(at));
      rest.insert(rest.end(), core.items.begin() + static_cast<std::ptrdiff_t>(end), core.items.end());
      std::optional<OrderGraph> order;
      Budget budget;
      budget.states = std::min(states, kStatesATest);
      const SearchResult result = searchForwards(relaxed(problem, rest, order), budget);
      states -= std::min(states, result.spent.states + rest.size() + fixed + 1);
      if (result.answer == Answer::Illegal) {
        core.items = std::move(rest);
        continue;
      }
      at = end;
      core.isMinimal = core.isMinimal && (piece > 1 || result.answer == Answer::Legal);
    }
  return core;
}

} // namespace warplaw::linearize
