// What must come before what, in a core: known order; who found what only one left comes after that one, and nothing
// that changes memory comes between the two; what memory held at first comes first, what it ends with last.
#include "linearize/core.h"
#include <algorithm>
#include <bit>

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMost = 64; ///< a row of what comes after is one word

class Cycle {
public:
  Cycle(const SearchProblem& problem, std::span<const std::uint32_t> items) : p_(problem), items_(items) {}

  std::vector<Before> find() {
    if (items_.size() > kMost || items_.empty())
      return {};
    addKnown();
    // what follows from what, until nothing new does, or a cycle is closed
    for (std::size_t before = ~std::size_t{0}; before != edges_.size() && !isClosed();) {
      before = edges_.size();
      for (std::uint32_t word = 0; word < p_.words.size(); ++word)
        addWord(word);
    }
    return isClosed() ? shortest() : std::vector<Before>{};
  }

private:
  struct Edge {
    std::size_t from, to;
    Why why;
    std::uint64_t value;
  };

  const SearchItem& item(std::size_t k) const { return p_.items[items_[k]]; }
  static bool isTold(const SearchItem& i) { return i.returns && (!returnsFlag(i.operation.op) || i.returned == 1); }
  static std::uint64_t foundBy(const SearchItem& i) { return returnsFlag(i.operation.op) ? i.operand : i.returned; }
  std::optional<std::uint64_t> leftBy(const SearchItem& i) const {
    if (isTold(i))
      return stepOf(i.operation, foundBy(i), i.operand, i.swap, p_.zeros);
    return i.operation.op == Op::Exch ? std::optional(i.operand) : std::nullopt;
  }
  bool changes(const SearchItem& i) const { return !isTold(i) || leftBy(i) != foundBy(i); }

  bool reaches(std::size_t a, std::size_t b) const { return after_[a] >> b & 1; }
  bool isClosed() const {
    for (std::size_t k = 0; k < items_.size(); ++k)
      if (reaches(k, k))
        return true;
    return false;
  }
  void add(std::size_t from, std::size_t to, Why why, std::uint64_t value) {
    if (reaches(from, to))
      return;
    edges_.push_back({from, to, why, value});
    const std::uint64_t more = after_[to] | std::uint64_t{1} << to;
    for (std::size_t k = 0; k < items_.size(); ++k)
      if (k == from || reaches(k, from))
        after_[k] |= more;
  }

  void addKnown() {
    if (!p_.order)
      return;
    for (std::size_t k = 0; k < items_.size(); ++k) {
      std::vector<bool> met(p_.order->size(), false);
      for (std::vector<std::uint32_t> open = {item(k).node}; !open.empty();) {
        const std::uint32_t node = open.back();
        open.pop_back();
        for (const std::uint32_t next : p_.order->after(node))
          if (!met[next]) {
            met[next] = true;
            open.push_back(next);
          }
      }
      for (std::size_t other = 0; other < items_.size(); ++other)
        if (met[item(other).node] && item(other).node != item(k).node)
          add(k, other, Why::KnownOrder, 0);
    }
  }

  /// Are all changes of this word in the core, each of the whole range that is accessed there and with a known result?
  bool isPlain(std::uint32_t word, std::vector<std::size_t>& here) const {
    const SearchItem* first = nullptr;
    for (const SearchItem& i : p_.items)
      if (i.word == word) {
        first = first ? first : &i;
        if (i.shift != first->shift || i.bytes != first->bytes || isFloat(i.operation.type))
          return false;
      }
    for (std::size_t k = 0; k < items_.size(); ++k)
      if (item(k).word == word)
        here.push_back(k);
    const auto storing = [&](const SearchItem& i) { return i.word == word && !isLoad(i); };
    const auto among = static_cast<std::size_t>(
        std::count_if(here.begin(), here.end(), [&](std::size_t k) { return storing(item(k)); }));
    return first && among == static_cast<std::size_t>(std::count_if(p_.items.begin(), p_.items.end(), storing)) &&
           std::all_of(here.begin(), here.end(),
                       [&](std::size_t k) { return isLoad(item(k)) || leftBy(item(k)).has_value(); });
  }

  void addWord(std::uint32_t word) {
    std::vector<std::size_t> here;
    if (!isPlain(word, here))
      return;
    const SearchItem& some = item(here[0]);
    const std::uint64_t ones = onesOf(some.bytes);
    const auto knownAt = [&](std::uint64_t value, std::uint64_t mask) {
      return (mask >> some.shift & ones) == ones ? std::optional(value >> some.shift & ones) : std::nullopt;
    };
    const SearchWord& w = p_.words[word];
    const auto initial = knownAt(w.initial, w.initialMask), final = knownAt(w.final, w.finalMask);
    if (!initial)
      return; // what was there at first may be what anybody found
    for (const std::size_t r : here)
      if (isTold(item(r)))
        addFound(here, r, *initial);
    if (final && *final != *initial)
      addFinal(here, *final);
  }

  void addFound(const std::vector<std::size_t>& here, std::size_t r, std::uint64_t initial) {
    const std::uint64_t value = foundBy(item(r));
    std::vector<std::size_t> from;
    for (const std::size_t w : here)
      if (w != r && changes(item(w)) && leftBy(item(w)) == value)
        from.push_back(w);
    if (from.size() + (initial == value) != 1)
      return;
    if (!from.empty())
      add(from[0], r, Why::FoundWhatItLeft, value);
    for (const std::size_t x : here) {
      if (x == r || !changes(item(x)) || (!from.empty() && x == from[0]))
        continue;
      if (from.empty())
        add(r, x, Why::FoundTheFirst, value);
      else if (reaches(from[0], x))
        add(r, x, Why::FoundBeforeChange, value);
      else if (reaches(x, r))
        add(x, from[0], Why::LeftAfterChange, value);
    }
  }

  void addFinal(const std::vector<std::size_t>& here, std::uint64_t value) {
    std::vector<std::size_t> from;
    for (const std::size_t w : here)
      if (changes(item(w)) && leftBy(item(w)) == value)
        from.push_back(w);
    if (from.size() != 1)
      return;
    for (const std::size_t x : here)
      if (x != from[0] && changes(item(x)))
        add(x, from[0], Why::LeftTheLast, value);
  }

  /// Breadth first from each that comes before itself.
  std::vector<Before> shortest() const {
    std::vector<Before> best;
    for (std::size_t start = 0; start < items_.size(); ++start) {
      if (!reaches(start, start))
        continue;
      std::vector<const Edge*> by(items_.size(), nullptr);
      std::vector<std::size_t> open = {start};
      for (std::size_t at = 0; at < open.size() && !by[start]; ++at)
        for (const Edge& edge : edges_)
          if (edge.from == open[at] && !by[edge.to]) {
            by[edge.to] = &edge;
            open.push_back(edge.to);
          }
      std::vector<Before> cycle;
      for (std::size_t at = start; by[start] && (cycle.empty() || at != start); at = by[at]->from)
        cycle.push_back({item(by[at]->from).id / 2, item(at).id / 2, by[at]->why, by[at]->value});
      std::reverse(cycle.begin(), cycle.end());
      if (!cycle.empty() && (best.empty() || cycle.size() < best.size()))
        best = std::move(cycle);
    }
    return best;
  }

  const SearchProblem& p_;
  std::span<const std::uint32_t> items_;
  std::vector<Edge> edges_;
  std::uint64_t after_[kMost] = {};
};

} // namespace

std::vector<Before> cycleOf(const SearchProblem& problem, std::span<const std::uint32_t> items) {
  return Cycle(problem, items).find();
}

} // namespace warplaw::linearize
