// Locks are found by their values alone; candidates for a lost update are pairs of sections that found one value.
#include "linearize/sections.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace warplaw::linearize {
namespace {

/// What it found, where that is known and matters.
std::optional<std::uint64_t> foundBy(const SearchItem& i) {
  if (!i.returns || (returnsFlag(i.operation.op) && i.returned != 1))
    return std::nullopt;
  return returnsFlag(i.operation.op) ? i.operand : i.returned;
}

/// What it leaves, where that is known.
std::optional<std::uint64_t> leftBy(const SearchItem& i, ZeroOrder zeros) {
  if (const auto found = foundBy(i))
    return stepOf(i.operation, *found, i.operand, i.swap, zeros);
  return i.operation.op == Op::Exch ? std::optional(i.operand) : std::nullopt;
}

bool changesNothing(const SearchItem& i, ZeroOrder zeros) {
  if (isLoad(i) || (i.returns && returnsFlag(i.operation.op) && i.returned != 1))
    return true;
  const auto found = foundBy(i);
  return found && *found == leftBy(i, zeros);
}

} // namespace

Sections::Sections(const SearchProblem& problem) : p_(problem), words_(problem.words.size()) {
  for (std::uint32_t k = 0; k < problem.items.size(); ++k) {
    partner_.push_back(k);
    const SearchItem& item = problem.items[k];
    Word& word = words_[item.word];
    word.items.push_back(k);
    const SearchItem& first = problem.items[word.items[0]];
    word.isUniform = word.isUniform && item.shift == first.shift && item.bytes == first.bytes && item.group < 0 &&
                     !isFloat(item.operation.type);
  }
  if (!problem.order)
    return;
  for (Word& word : words_)
    if (word.isUniform)
      addLock(word);
  addMembers();
}

void Sections::addLock(Word& word) {
  const auto agentOf = [&](std::uint32_t k) { return p_.items[k].agent; };
  std::vector<std::uint32_t> changes;
  for (const std::uint32_t k : word.items)
    if (!changesNothing(p_.items[k], p_.zeros))
      changes.push_back(k);
  std::sort(changes.begin(), changes.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(agentOf(a), p_.items[a].sequence) < std::pair(agentOf(b), p_.items[b].sequence);
  });
  std::optional<std::uint64_t> free;
  std::vector<Section> sections;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const SearchItem& take = p_.items[changes[k]];
    const auto found = foundBy(take);
    if (!found || found != free.value_or(*found))
      return;
    free = found;
    if (k + 1 == changes.size() || agentOf(changes[k + 1]) != take.agent)
      return; // it was never given back
    const SearchItem& give = p_.items[changes[++k]];
    if (leftBy(give, p_.zeros) != free || give.sequence == take.sequence)
      return;
    sections.push_back({changes[k - 1], changes[k], {}});
  }
  if (sections.size() < 2)
    return;
  word.isLock = true;
  for (const Section& section : sections) {
    partner_[section.take] = section.give;
    partner_[section.give] = section.take;
  }
  sections_.insert(sections_.end(), sections.begin(), sections.end());
}

void Sections::addMembers() {
  if (sections_.empty())
    return;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::uint32_t>> byTime; // agent, sequence
  for (std::uint32_t k = 0; k < p_.items.size(); ++k)
    byTime[{p_.items[k].agent, p_.items[k].sequence}].push_back(k);
  constexpr std::size_t kMost = 256; // of one section: a long one is no short reason
  for (Section& section : sections_) {
    const SearchItem &take = p_.items[section.take], &give = p_.items[section.give];
    const auto end = byTime.upper_bound({give.agent, give.sequence});
    for (auto at = byTime.find({take.agent, take.sequence}); at != end && section.members.size() < kMost; ++at)
      section.members.insert(section.members.end(), at->second.begin(), at->second.end());
    std::sort(section.members.begin(), section.members.end());
  }
}

/// The values that matter to those that are kept; nothing where one of them may leave what nobody can tell.
std::optional<std::set<std::uint64_t>> Sections::neededOf(const Word& word, const std::vector<bool>& isKept) const {
  const SearchItem& some = p_.items[word.items[0]];
  const SearchWord& known = p_.words[some.word];
  const std::uint64_t ones = onesOf(some.bytes), mask = known.finalMask >> some.shift & ones;
  if (!word.isUniform || (mask != 0 && mask != ones))
    return std::nullopt;
  std::set<std::uint64_t> needed;
  if (mask != 0)
    needed.insert(known.final >> some.shift & ones);
  for (const std::uint32_t k : word.items) {
    const SearchItem& item = p_.items[k];
    if (!isKept[k])
      continue;
    if (item.returns && returnsFlag(item.operation.op))
      needed.insert(item.operand);
    else if (item.returns)
      needed.insert(item.returned);
    else if (!isLoad(item) && !leftBy(item, p_.zeros))
      return std::nullopt;
  }
  return needed;
}

/// Operations that are left out still leave their values, if a kept operation may need them; other values are all
/// alike. One before each kept operation, and one at the end, is all that can matter.
void Sections::addOthers(const Word& word, std::vector<bool>& isKept, std::uint32_t node, SearchProblem& part) const {
  std::map<std::tuple<std::uint8_t, std::uint8_t, std::optional<std::uint64_t>>, std::uint32_t> others;
  const auto needed = neededOf(word, isKept);
  std::uint64_t unneeded = 0;
  while (needed && needed->contains(unneeded))
    ++unneeded;
  std::uint32_t kept = 0;
  for (const std::uint32_t k : word.items) {
    const SearchItem& item = p_.items[k];
    kept += isKept[k];
    if (isKept[k] || changesNothing(item, p_.zeros))
      continue;
    auto left = needed ? leftBy(item, p_.zeros) : std::nullopt;
    if (left && !needed->contains(*left))
      left = unneeded;
    ++others[{item.shift, item.bytes, left}];
  }
  for (const auto& [place, count] : others) {
    SearchItem other;
    std::optional<std::uint64_t> left;
    std::tie(other.shift, other.bytes, left) = place;
    other.word = p_.items[word.items[0]].word;
    other.anything = !left;
    other.operand = left.value_or(0);
    other.node = node;
    other.id = ~0u;
    other.operation = {Op::Exch, other.bytes == 8 ? Type::U64 : Type::U32};
    part.items.insert(part.items.end(), std::min(count, kept + 1), other);
  }
}

SearchProblem Sections::relaxed(std::span<const std::uint32_t> items, const OrderGraph& order) const {
  SearchProblem part;
  part.words = p_.words;
  part.order = &order;
  part.groups = p_.groups;
  part.zeros = p_.zeros;
  std::vector<bool> isKept(p_.items.size(), false);
  for (const std::uint32_t k : items)
    isKept[k] = true;
  for (const std::uint32_t k : items) {
    const bool stays = !words_[p_.items[k].word].isLock || (partner_[k] != k && isKept[partner_[k]]);
    if (stays)
      part.items.push_back(p_.items[k]);
  }
  for (const Word& word : words_)
    if (word.isLock) // who holds it at the end is among those that are left out
      part.words[p_.items[word.items[0]].word].finalMask = 0;
    else if (!word.items.empty())
      addOthers(word, isKept, order.size() - 1, part);
  return part;
}

namespace {

/// Tests within a budget whether operations have an order.
class SectionTests {
public:
  SectionTests(const SearchProblem& problem, const Sections& sections, std::uint64_t states)
      : problem_(problem), sections_(sections), order_(problem.order->withFreeNode()), states_(states) {}

  bool isOver() const { return states_ == 0; }
  Answer answerTo(std::span<const std::uint32_t> items) {
    constexpr std::uint64_t kStatesATest = 1u << 14;
    Budget budget;
    budget.states = std::min(states_, kStatesATest);
    const SearchResult result = searchForwards(sections_.relaxed(items, order_), budget);
    // to make a problem costs as well
    states_ -= std::min(states_, result.spent.states + (problem_.items.size() + order_.size()) / 32 + 1);
    return result.answer;
  }

private:
  const SearchProblem& problem_;
  const Sections& sections_;
  OrderGraph order_;
  std::uint64_t states_;
};

using Items = std::vector<std::uint32_t>;
constexpr std::size_t kMostFinds = 8; ///< what is found more often is no sign

Items together(const Section& a, const Section& b) {
  Items both;
  std::set_union(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(), std::back_inserter(both));
  return both;
}

using Candidates = std::multimap<std::size_t, Items>; ///< by how often their value was found

/// Pairs of sections that found the same value at one place.
void addPairs(const SearchProblem& problem, const Sections& sections, Candidates& candidates) {
  std::map<std::tuple<std::uint32_t, std::uint8_t, std::uint64_t>, std::vector<const Section*>> who;
  for (const Section& section : sections.all())
    for (const std::uint32_t k : section.members) {
      const SearchItem& item = problem.items[k];
      const auto found = k == section.take || k == section.give ? std::nullopt : foundBy(item);
      if (!found)
        continue;
      auto& list = who[{item.word, item.shift, *found}];
      if (list.empty() || list.back() != &section)
        list.push_back(&section);
    }
  for (const auto& [place, list] : who)
    for (std::size_t k = 1; k < list.size() && list.size() <= kMostFinds; ++k)
      candidates.emplace(list.size(), together(*list[k - 1], *list[k]));
}

/// What an agent did at one place from one time that it found a value to the next time.
void addReturns(const SearchProblem& problem, Candidates& candidates) {
  std::map<std::tuple<std::uint32_t, std::uint8_t, std::uint64_t>, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
      byAgent; // sequence, item
  for (std::uint32_t k = 0; k < problem.items.size(); ++k) {
    const SearchItem& item = problem.items[k];
    byAgent[{item.word, item.shift, item.agent}].emplace_back(item.sequence, k);
  }
  for (auto& [place, items] : byAgent) {
    std::sort(items.begin(), items.end());
    std::map<std::uint64_t, std::vector<std::size_t>> finds;
    for (std::size_t k = 0; k < items.size(); ++k)
      if (const auto found = foundBy(problem.items[items[k].second]))
        finds[*found].push_back(k);
    for (const auto& [value, times] : finds)
      for (std::size_t t = 1; t < times.size() && times.size() <= kMostFinds; ++t) {
        Items between;
        for (std::size_t k = times[t - 1]; k <= times[t]; ++k)
          between.push_back(items[k].second);
        std::sort(between.begin(), between.end());
        candidates.emplace(times.size(), std::move(between));
      }
  }
}

/// Halves, quarters and at last single ones are left out, as long as there is no order.
Core shrunk(Items items, SectionTests& tests) {
  Core core{std::move(items), true};
  for (std::size_t piece = (core.items.size() + 1) / 2; piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
    for (std::size_t at = 0; at < core.items.size();) {
      if (tests.isOver()) {
        core.isMinimal = false;
        return core;
      }
      Items rest = core.items;
      const auto first = rest.begin() + static_cast<std::ptrdiff_t>(at);
      rest.erase(first, first + static_cast<std::ptrdiff_t>(std::min(piece, rest.size() - at)));
      const Answer answer = tests.answerTo(rest);
      if (answer == Answer::Illegal) {
        core.items = std::move(rest);
        continue;
      }
      core.isMinimal = core.isMinimal && (piece > 1 || answer == Answer::Legal);
      at += piece;
    }
  return core;
}

} // namespace

std::optional<Core> sectionCoreOf(const SearchProblem& problem, const Core& core, std::uint64_t states) {
  if (!problem.order)
    return std::nullopt;
  const Sections sections(problem);
  SectionTests tests(problem, sections, states);
  Candidates candidates;
  addPairs(problem, sections, candidates);
  addReturns(problem, candidates);
  candidates.emplace(~std::size_t{0}, core.items);
  for (const auto& [finds, items] : candidates)
    if (!tests.isOver() && tests.answerTo(items) == Answer::Illegal)
      return shrunk(items, tests);
  return std::nullopt;
}

} // namespace warplaw::linearize
