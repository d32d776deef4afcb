// Lists of what can come next. Nodes of the known order open when all before them is done; one without items is over as
// soon as it opens.
#include "linearize/choices.h"
#include <algorithm>
#include <tuple>

namespace warplaw::linearize {
namespace {

constexpr std::uint32_t kNone = ~0u;

/// Does what it returned tell what it found?
bool isTold(const SearchItem& i) { return i.returns && (!returnsFlag(i.operation.op) || i.returned == 1); }
std::uint64_t foundBy(const SearchItem& i) { return returnsFlag(i.operation.op) ? i.operand : i.returned; }

} // namespace

Choices::Choices(const SearchProblem& problem, bool byId)
    : p_(problem), byId_(byId), mayStore_(problem.groups, false), stored_(problem.groups, false) {
  makeClasses();
  makeHeights();
  for (const SearchItem& i : p_.items)
    if (i.group >= 0) {
      mayStore_[i.group] = mayStore_[i.group] || !i.returns || i.returned == 1;
      stored_[i.group] = stored_[i.group] || (i.returns && i.returned == 1);
    }
  makeLists();
  if (!p_.order) {
    waits_.assign(1, 0);
    open(0, true);
    return;
  }
  waits_ = p_.order->waits();
  for (const std::uint32_t node : p_.order->sorted())
    if (waits_[node] == 0) {
      open(node, true);
      if (left_[node] == 0) // over at once
        for (const std::uint32_t next : p_.order->after(node))
          --waits_[next];
    }
}

void Choices::makeClasses() {
  const auto key = [&](std::uint32_t k) {
    const SearchItem& i = p_.items[k];
    return std::tuple(i.node, i.word, i.shift, i.bytes, i.operation.op, i.operation.type, i.returns, i.operand, i.swap,
                      i.returned, i.group, i.anything);
  };
  items_.resize(p_.items.size());
  for (std::uint32_t k = 0; k < items_.size(); ++k)
    items_[k] = k;
  std::sort(items_.begin(), items_.end(),
            [&](auto a, auto b) { return std::tuple(key(a), p_.items[a].id) < std::tuple(key(b), p_.items[b].id); });
  const std::uint32_t nodes = p_.order ? p_.order->size() : 1;
  left_.assign(nodes, 0);
  nodeClasses_.assign(nodes + 1, 0);
  for (std::uint32_t k = 0; k < items_.size(); ++k) {
    const std::uint32_t node = p_.items[items_[k]].node;
    if (k == 0 || key(items_[k]) != key(items_[k - 1])) {
      classes_.push_back({k, k, 0, 0});
      ++nodeClasses_[node + 1];
    }
    ++classes_.back().end;
    ++left_[node];
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    nodeClasses_[node + 1] += nodeClasses_[node];
}

void Choices::makeHeights() {
  heights_ = left_;
  if (!p_.order || byId_)
    return;
  const std::vector<std::uint32_t>& sorted = p_.order->sorted();
  for (std::size_t k = sorted.size(); k-- > 0;) {
    std::uint32_t most = 0;
    for (const std::uint32_t next : p_.order->after(sorted[k]))
      most = std::max(most, heights_[next]);
    heights_[sorted[k]] += most;
  }
}

void Choices::makeLists() {
  lists_.resize(1);
  failView_.assign(1, kNone);
  failValue_.assign(1, 0);
  for (std::uint32_t c = 0; c < classes_.size(); ++c)
    classes_[c].list = listFor(item(c));
}

/// Which list an item is kept in, made if it is not there.
std::uint32_t Choices::listFor(const SearchItem& i) {
  const auto fresh = [&](std::uint32_t view, bool fails, std::uint64_t value) {
    lists_.emplace_back();
    failView_.push_back(fails ? view : kNone);
    failValue_.push_back(value);
    views_[view].lists.push_back(static_cast<std::uint32_t>(lists_.size() - 1));
    return static_cast<std::uint32_t>(lists_.size() - 1);
  };
  if (i.group >= 0 && i.returns && i.returned == 0 && stored_[i.group])
    return idle_; // another one performed
  if (isUnseenLoad(i))
    return idle_;
  std::uint32_t at = 0;
  while (at < views_.size() &&
         (views_[at].word != i.word || views_[at].shift != i.shift || views_[at].bytes != i.bytes))
    ++at;
  if (at == views_.size()) {
    views_.push_back({i.word, i.shift, i.bytes, 0, {}, {}, {}, {}, {}});
    views_[at].free = fresh(at, false, 0);
  }
  View& view = views_[at];
  const auto listAt = [&](auto& lists, std::uint64_t value, bool fails) {
    const auto [found, isFresh] = lists.try_emplace(value, 0);
    if (isFresh)
      found->second = fresh(at, fails, value);
    return found->second;
  };
  if (isTold(i)) {
    const std::uint64_t found = foundBy(i);
    const bool keeps =
        i.operation.type != Type::F64 && stepOf(i.operation, found, i.operand, i.swap, p_.zeros) == found;
    return listAt(keeps ? view.keeping : view.changing, found, false);
  }
  const bool fails = returnsFlag(i.operation.op) && i.returns && i.returned == 0;
  return fails && (i.group < 0 || !mayStore_[i.group]) ? listAt(view.failing, i.operand, true) : view.free;
}

std::vector<States::Place> Choices::places() const {
  std::vector<States::Place> places;
  for (std::uint32_t c = 0; c < classes_.size(); ++c)
    places.push_back({item(c).word, item(c).group});
  return places;
}

std::uint64_t Choices::keyOf(std::uint32_t what) const {
  const SearchItem& i = p_.items[nextOf(what)];
  if (i.anything)
    return ~std::uint64_t{0}; // where nothing else leads on
  return byId_ ? i.id : std::uint64_t{~heights_[i.node]} << 32 | i.id;
}

/// A class that is not done, into its list or out of it.
void Choices::add(std::uint32_t what, bool there) {
  const std::uint32_t list = classes_[what].list;
  if (there)
    lists_[list].emplace(keyOf(what), what);
  else
    lists_[list].erase({keyOf(what), what});
  if (failView_[list] == kNone)
    return;
  auto& failed = views_[failView_[list]].failed;
  if (there)
    failed.emplace(failValue_[list], list);
  else if (lists_[list].empty())
    failed.erase({failValue_[list], list});
}

void Choices::open(std::uint32_t node, bool there) {
  for (std::uint32_t c = nodeClasses_[node]; c < nodeClasses_[node + 1]; ++c)
    if (classes_[c].begin + classes_[c].done < classes_[c].end)
      add(c, there);
}

/// A node's last item is done: what waited for it alone may begin, and is over at once where it has no items. Or the
/// other way round, when the search goes back.
void Choices::settle(std::uint32_t node, bool done) {
  if (!p_.order)
    return;
  for (finishing_.assign(1, node); !finishing_.empty();) {
    const std::uint32_t at = finishing_.back();
    finishing_.pop_back();
    for (const std::uint32_t next : p_.order->after(at)) {
      const bool turns = done ? --waits_[next] == 0 : waits_[next]++ == 0;
      if (!turns)
        continue;
      open(next, done);
      if (left_[next] == 0)
        finishing_.push_back(next);
    }
  }
}

void Choices::take(std::uint32_t what) {
  const std::uint32_t node = item(what).node;
  add(what, false);
  Class& c = classes_[what];
  if (c.begin + ++c.done < c.end)
    add(what, true);
  if (--left_[node] == 0)
    settle(node, true);
}

void Choices::giveBack(std::uint32_t what) {
  const std::uint32_t node = item(what).node;
  if (left_[node]++ == 0)
    settle(node, false);
  Class& c = classes_[what];
  if (c.begin + c.done < c.end)
    add(what, false);
  --c.done;
  add(what, true);
}

/// The lists that may hold what fits memory as it is.
template <class Visit> void Choices::eachList(std::span<const Cell> memory, Visit&& visit) const {
  visit(idle_);
  for (const View& view : views_) {
    const Cell& cell = memory[view.word];
    const std::uint64_t ones = onesOf(view.bytes);
    if ((cell.known >> view.shift & ones) != ones) {
      for (const std::uint32_t list : view.lists)
        visit(list);
      continue;
    }
    visit(view.free);
    const std::uint64_t value = cell.value >> view.shift & ones;
    for (const auto* lists : {&view.changing, &view.keeping})
      if (const auto at = lists->find(value); at != lists->end())
        visit(at->second);
    for (const auto& [unlike, list] : view.failed)
      visit(list); // one that would have found its compare value may be one that .SPIN left out
  }
}

std::optional<Choice> Choices::next(std::span<const Cell> memory, const std::optional<Choice>& after) const {
  if (after && after->performs && isInGroup(after->what))
    return Choice{after->key, after->what, false};
  std::optional<std::pair<std::uint64_t, std::uint32_t>> least;
  eachList(memory, [&](std::uint32_t list) {
    const List& among = lists_[list];
    const auto at = after ? among.upper_bound({after->key, after->what}) : among.begin();
    if (at != among.end() && (!least || *at < *least))
      least = *at;
  });
  return least ? std::optional(Choice{least->first, least->second, true}) : std::nullopt;
}

std::optional<Choice> Choices::harmless(std::span<const Cell> memory, std::span<const std::uint8_t> performed) const {
  const auto first = [&](std::uint32_t list, bool performs) {
    const auto& [key, what] = *lists_[list].begin();
    return Choice{key, what, performs};
  };
  if (!lists_[idle_].empty())
    return first(idle_, !isInGroup(lists_[idle_].begin()->second));
  for (const View& view : views_) {
    const Cell& cell = memory[view.word];
    const std::uint64_t ones = onesOf(view.bytes);
    if ((cell.known >> view.shift & ones) != ones)
      continue;
    const std::uint64_t value = cell.value >> view.shift & ones;
    if (const auto at = view.keeping.find(value); at != view.keeping.end() && !lists_[at->second].empty())
      return first(at->second, true);
    for (const auto& [unlike, list] : view.failed)
      if (unlike != value) {
        const Choice choice = first(list, true);
        const std::int32_t group = item(choice.what).group;
        return Choice{choice.key, choice.what, group < 0 || !performed[group]};
      }
  }
  return std::nullopt;
}

} // namespace warplaw::linearize
