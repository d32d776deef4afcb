// Components as a problem for the search: several where .SPIN couples them or where their orders do not merge
// (ATOMS-10, RED-9).
#include "linearize/check.h"
#include <algorithm>
#include <map>

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMaxSearched = 8192; // the search is as deep as it has items

} // namespace

SearchProblem Checker::problemOf(const History& history, std::span<const std::uint32_t> components,
                                 std::vector<std::pair<std::uint32_t, std::uint8_t>>& source) const {
  SearchProblem problem;
  problem.zeros = history.zeros;
  problem.groups = static_cast<std::uint32_t>(groups_.groups.size());
  std::vector<const Access*> blockAccess; // one of each block
  std::map<std::uint32_t, std::uint32_t> blockOfInstruction;
  for (const std::uint32_t c : components) {
    const Component& component = elements_.components[c];
    KnownWord initial = knownAt(history.initial, component.address, component.bytes);
    KnownWord final = knownAt(history.final, component.address, component.bytes);
    const Type first =
        history.instructions[history.accesses[elements_.all[component.begin].access].instruction].operation.type;
    if (!component.mixed && isWhole(initial, component.bytes))
      initial.value = canonical(first, initial.value);
    if (!component.mixed && isWhole(final, component.bytes))
      final.value = canonical(first, final.value);
    const auto word = static_cast<std::uint32_t>(problem.words.size());
    problem.words.push_back({initial.value, initial.mask, final.value, final.mask});
    for (std::uint32_t k = component.begin; k < component.end; ++k) {
      const Element& element = elements_.all[k];
      const Access& access = history.accesses[element.access];
      SearchItem item;
      item.operation = history.instructions[access.instruction].operation;
      item.id = 2 * element.access + (element.half == 2);
      item.word = word;
      item.shift = static_cast<std::uint8_t>(8 * (element.address - component.address));
      item.bytes = element.bytes;
      item.returns = access.returns;
      item.operand = partOf(element, access.operand);
      item.swap = access.swap;
      item.returned = partOf(element, access.returned);
      item.group = groups_.of(element.access);
      const auto fresh = static_cast<std::uint32_t>(blockAccess.size());
      item.block = history.programOrder == ProgramOrder::Lane && precedence_
                       ? fresh
                       : blockOfInstruction.try_emplace(access.instruction, fresh).first->second;
      if (item.block == fresh)
        blockAccess.push_back(&access);
      problem.items.push_back(item);
      source.emplace_back(element.access, element.half);
    }
  }
  problem.waitsFor.resize(blockAccess.size());
  if (!precedence_)
    return problem;
  std::vector<std::pair<std::uint32_t, unsigned>> blockWord(blockAccess.size());
  for (const SearchItem& item : problem.items)
    blockWord[item.block] = {item.word, item.shift | item.bytes << 8};
  const auto ownLane = [&](std::size_t a, std::size_t b) { // RED-9
    const Access &x = *blockAccess[a], &y = *blockAccess[b];
    const Instruction &i = history.instructions[x.instruction], &j = history.instructions[y.instruction];
    if (history.programOrder != ProgramOrder::Lane || i.warp != j.warp || x.lane != y.lane || i.number >= j.number)
      return false;
    const auto [wordA, placeA] = blockWord[a];
    const auto [wordB, placeB] = blockWord[b];
    const unsigned startA = placeA & 255, endA = startA + 8 * (placeA >> 8), startB = placeB & 255,
                   endB = startB + 8 * (placeB >> 8);
    return wordA == wordB && startA < endB && startB < endA;
  };
  for (std::uint32_t b = 0; b < blockAccess.size(); ++b)
    for (std::uint32_t a = 0; a < blockAccess.size(); ++a)
      if (a != b && (precedence_->before(blockAccess[a]->instruction, blockAccess[b]->instruction) || ownLane(a, b)))
        problem.waitsFor[b].push_back(a);
  return problem;
}

bool Checker::searchParts(const History& history, std::span<const std::uint32_t> components, const Options& options) {
  std::vector<std::pair<std::uint32_t, std::uint8_t>> source;
  const SearchProblem problem = problemOf(history, components, source);
  if (problem.items.size() > kMaxSearched) {
    verdict_.answer = Answer::Unknown;
    return false;
  }
  Budget budget = options.budget;
  budget.nanoseconds -= std::min(budget.nanoseconds, verdict_.spent.nanoseconds);
  const SearchResult result = search(problem, budget);
  verdict_.spent.states += result.spent.states;
  verdict_.spent.nanoseconds += result.spent.nanoseconds;
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
