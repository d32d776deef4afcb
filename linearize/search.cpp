// Depth-first search over which class of equal operations goes next. A state is (memory, how many of each class are
// done, which .SPIN groups have performed); a state met twice leads nowhere, since the first visit would have ended the
// search. Keys are exact: a hash collision must not make a legal history illegal.
#include "linearize/search.h"
#include "linearize/nan.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstring>
#include <tuple>

namespace warplaw::linearize {
namespace {

/// Keys of one length, stored one after another, found by open addressing.
class Seen {
public:
  explicit Seen(std::size_t keyBytes) : keyBytes_(keyBytes), table_(1024, 0) {}
  /// False if it was there.
  bool insert(const std::uint8_t* key) {
    if (2 * (count_ + 1) > table_.size())
      grow();
    std::size_t at = hashOf(key) & (table_.size() - 1);
    for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1))
      if (std::memcmp(&keys_[(table_[at] - 1) * keyBytes_], key, keyBytes_) == 0)
        return false;
    keys_.insert(keys_.end(), key, key + keyBytes_);
    table_[at] = ++count_;
    return true;
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t bytes() const { return keys_.capacity() + table_.size() * sizeof table_[0]; }
  /// What it would take with twice as many keys: asked before they come.
  std::uint64_t bytesAfterGrowth() const { return 2 * bytes(); }
  bool atCapacity() const { return keys_.size() + keyBytes_ > keys_.capacity() || 2 * (count_ + 2) > table_.size(); }

private:
  std::uint64_t hashOf(const std::uint8_t* key) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (std::size_t k = 0; k < keyBytes_; k += 8) { // key lengths are multiples of 8
      std::uint64_t word;
      std::memcpy(&word, key + k, 8);
      hash = (hash ^ word) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
    return hash;
  }
  void grow() {
    std::vector<std::uint64_t> old(2 * table_.size(), 0);
    old.swap(table_);
    for (const std::uint64_t entry : old) {
      if (entry == 0)
        continue;
      std::size_t at = hashOf(&keys_[(entry - 1) * keyBytes_]) & (table_.size() - 1);
      while (table_[at] != 0)
        at = (at + 1) & (table_.size() - 1);
      table_[at] = entry;
    }
  }
  std::size_t keyBytes_;
  std::vector<std::uint8_t> keys_;
  std::vector<std::uint64_t> table_; ///< index + 1, 0: empty
  std::uint64_t count_ = 0;
};

/// Operations that no order can tell apart.
struct Class {
  std::vector<std::uint32_t> items; ///< by id
  std::uint32_t done = 0;
};

class Searcher {
public:
  Searcher(const SearchProblem& problem, const Budget& budget)
      : p_(problem), budget_(budget), start_(std::chrono::steady_clock::now()), words_(problem.words),
        chosen_(problem.words), open_(problem.words.size()), left_(problem.order ? problem.order->size() : 1, 0),
        groupLeft_(problem.groups, 0), performed_(problem.groups, 0), classes_(classesOf(problem)),
        hasNans_(std::any_of(problem.items.begin(), problem.items.end(),
                             [](const SearchItem& i) { return i.operation.type == Type::F64; })),
        seen_(keyBytes()), key_(keyBytes(), 0) {
    for (const SearchItem& item : problem.items) {
      ++left_[item.node];
      if (item.group >= 0)
        ++groupLeft_[item.group];
    }
    order_.reserve(problem.items.size());
    if (!problem.order) {
      waits_.assign(1, 0);
      return;
    }
    waits_ = problem.order->waits();
    for (const std::uint32_t node : problem.order->sorted()) // nodes without items are over at once
      if (waits_[node] == 0 && left_[node] == 0)
        for (const std::uint32_t next : problem.order->after(node))
          --waits_[next];
  }

  SearchResult run() {
    const bool found = from();
    SearchResult result;
    result.answer = found ? Answer::Legal : stopped_ || incomplete_ ? Answer::Unknown : Answer::Illegal;
    if (found) {
      result.order = order_;
      result.words = chosen_;
      for (std::size_t w = 0; w < words_.size(); ++w) // bytes that nobody touched are as they are found at the end
        result.words[w].initial |=
            ~chosen_[w].initialMask & ~words_[w].initialMask & ~open_[w].open & words_[w].finalMask & words_[w].final;
    }
    result.spent = {seen_.count(), elapsed(), seen_.bytes(), limit_};
    return result;
  }

private:
  static std::vector<Class> classesOf(const SearchProblem& problem) {
    const auto key = [&](std::uint32_t k) {
      const SearchItem& i = problem.items[k];
      return std::tuple(i.node, i.word, i.shift, i.bytes, i.operation.op, i.operation.type, i.returns, i.operand,
                        i.swap, i.returned, i.group);
    };
    std::vector<std::uint32_t> all(problem.items.size());
    for (std::uint32_t k = 0; k < all.size(); ++k)
      all[k] = k;
    const auto id = [&](std::uint32_t k) { return problem.items[k].id; };
    std::sort(all.begin(), all.end(),
              [&](auto a, auto b) { return std::tuple(key(a), id(a)) < std::tuple(key(b), id(b)); });
    std::vector<Class> classes;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == 0 || key(all[k]) != key(all[k - 1]))
        classes.emplace_back();
      classes.back().items.push_back(all[k]);
    }
    return classes;
  }

  std::size_t keyBytes() const {
    return ((hasNans_ ? 24 : 16) * words_.size() + 2 * classes_.size() + performed_.size() + 7) / 8 * 8;
  }
  std::uint64_t elapsed() const {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count());
  }

  bool isNew() {
    std::uint8_t* at = key_.data();
    for (const SearchWord& word : words_) {
      std::memcpy(at, &word.initial, 8);
      std::memcpy(at + 8, &word.initialMask, 8);
      at += 16;
    }
    if (hasNans_)
      for (const OpenNan& nan : open_) {
        const std::uint64_t both = nan.open | (nan.unlikeInfinity ? kNanExponent : 0); // the exponent is never open
        std::memcpy(at, &both, 8);
        at += 8;
      }
    for (const Class& c : classes_) {
      const auto done = static_cast<std::uint16_t>(c.done);
      std::memcpy(at, &done, 2);
      at += 2;
    }
    std::copy(performed_.begin(), performed_.end(), at);
    return seen_.insert(key_.data());
  }

  bool mayGoOn() {
    if (seen_.atCapacity() && seen_.bytesAfterGrowth() > budget_.bytes) {
      stopped_ = true;
      limit_ = "memory";
    } else if (ticks_++ % 256 == 0 && elapsed() > budget_.nanoseconds) {
      stopped_ = true;
      limit_ = "time";
    }
    return !stopped_;
  }

  bool isAvailable(const SearchItem& item) const { return waits_[item.node] == 0; }

  /// A node's last item is done: what waited for it alone may begin, and is over at once where it has no items. Or the
  /// other way round, when the search goes back.
  void settle(std::uint32_t node, bool done) {
    if (!p_.order)
      return;
    for (finishing_.assign(1, node); !finishing_.empty();) {
      const std::uint32_t at = finishing_.back();
      finishing_.pop_back();
      for (const std::uint32_t next : p_.order->after(at)) {
        const bool turns = done ? --waits_[next] == 0 : waits_[next]++ == 0;
        if (turns && left_[next] == 0)
          finishing_.push_back(next);
      }
    }
  }

  bool ends() const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const SearchWord& word = words_[w];
      OpenNan nan = open_[w];
      if (((word.initial ^ word.final) & word.initialMask & word.finalMask) != 0 ||
          !nan.see(word.finalMask, word.final))
        return false;
    }
    return true;
  }

  bool from() {
    if (order_.size() == p_.items.size())
      return ends();
    if (!mayGoOn() || !isNew())
      return false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> next; // (id, class)
    for (std::uint32_t c = 0; c < classes_.size(); ++c)
      if (classes_[c].done < classes_[c].items.size())
        if (const SearchItem& item = p_.items[classes_[c].items[classes_[c].done]]; isAvailable(item))
          next.emplace_back(item.id, c);
    std::sort(next.begin(), next.end());
    for (const auto& [id, c] : next) {
      const std::uint32_t k = classes_[c].items[classes_[c].done];
      const SearchItem& item = p_.items[k];
      if (item.group < 0 ? tryPerform(c, k) : trySpin(c, k))
        return true;
      if (stopped_)
        return false;
    }
    return false;
  }

  bool descend(std::uint32_t c, std::uint32_t k, bool performs) {
    const SearchItem& item = p_.items[k];
    ++classes_[c].done;
    if (--left_[item.node] == 0)
      settle(item.node, true);
    order_.push_back({k, performs});
    if (from())
      return true;
    order_.pop_back();
    if (left_[item.node]++ == 0)
      settle(item.node, false);
    --classes_[c].done;
    return false;
  }

  /// One lane of a group performs, the others store nothing and return 0 (ATOMS-10).
  bool trySpin(std::uint32_t c, std::uint32_t k) {
    const SearchItem& item = p_.items[k];
    --groupLeft_[item.group];
    bool found = false;
    if (!performed_[item.group]) {
      performed_[item.group] = 1;
      found = tryPerform(c, k);
      if (!found)
        performed_[item.group] = 0;
    }
    const bool another = performed_[item.group] || groupLeft_[item.group] > 0;
    if (!found && !stopped_ && another && (!item.returns || item.returned == 0))
      found = descend(c, k, false);
    if (!found)
      ++groupLeft_[item.group];
    return found;
  }

  bool tryPerform(std::uint32_t c, std::uint32_t k) {
    const SearchItem& item = p_.items[k];
    SearchWord& word = words_[item.word];
    const SearchWord before = word, chosenBefore = chosen_[item.word];
    const OpenNan openBefore = open_[item.word];
    const bool found = perform(c, k, onesOf(item.bytes) << item.shift);
    if (!found) {
      word = before;
      chosen_[item.word] = chosenBefore;
      open_[item.word] = openBefore;
    }
    return found;
  }

  bool perform(std::uint32_t c, std::uint32_t k, std::uint64_t bits) {
    const SearchItem& item = p_.items[k];
    const SearchWord& word = words_[item.word];
    if ((word.initialMask & bits) != bits) {
      const bool flag = returnsFlag(item.operation.op);
      if (!item.returns || (flag && item.returned != 1))
        return performUntold(c, k, bits);
      if (!bindOld(item, bits, (flag ? item.operand : item.returned) << item.shift))
        return false;
    }
    const std::uint64_t old = word.initial >> item.shift & onesOf(item.bytes);
    return (!item.returns || item.returned == returnedBy(item.operation.op, old, item.operand)) &&
           store(c, k, stepOf(item.operation, old, item.operand, item.swap, p_.zeros));
  }

  /// Some of what it finds is unknown, and what it returns does not tell: only where that does not matter.
  bool performUntold(std::uint32_t c, std::uint32_t k, std::uint64_t bits) {
    const SearchItem& item = p_.items[k];
    const SearchWord& word = words_[item.word];
    OpenNan nan = open_[item.word];
    if (item.operation.op == Op::Exch)
      return store(c, k, item.operand);
    if (item.operation.type == Type::F64 && nan.isSurelyNan(word.initial & word.initialMask))
      return store(c, k, kNanExponent | kNanFraction);
    const std::uint64_t compare = item.operand << item.shift;
    if (takesSwap(item.operation.op) &&
        (((word.initial ^ compare) & word.initialMask & bits) != 0 || !nan.see(bits, compare)))
      return (!item.returns || item.returned == 0) && descend(c, k, true); // it surely does not find its compare value
    incomplete_ = true;
    return false;
  }

  bool store(std::uint32_t c, std::uint32_t k, std::uint64_t value) {
    const SearchItem& item = p_.items[k];
    SearchWord& word = words_[item.word];
    const std::uint64_t bits = onesOf(item.bytes) << item.shift;
    word.initial = (word.initial & ~bits) | value << item.shift;
    word.initialMask |= bits;
    open_[item.word].overwrite(bits);
    if (item.operation.type == Type::F64 && isNan(value)) { // which NaN is unknown until somebody sees it
      open_[item.word] = OpenNan::fresh();
      word.initial = word.initialMask = kNanExponent;
    }
    return descend(c, k, true);
  }

  /// Bits that are unknown are initial ones, or a NaN's: what was found tells them. False: they cannot be so.
  bool bindOld(const SearchItem& item, std::uint64_t bits, std::uint64_t old) {
    SearchWord& word = words_[item.word];
    SearchWord& chosen = chosen_[item.word];
    OpenNan& nan = open_[item.word];
    const std::uint64_t unknown = bits & ~word.initialMask, initial = unknown & ~nan.open;
    word.initial |= old & unknown;
    word.initialMask |= unknown;
    chosen.initial |= old & initial;
    chosen.initialMask |= initial;
    return nan.see(bits, old);
  }

  const SearchProblem& p_;
  const Budget& budget_;
  std::chrono::steady_clock::time_point start_;
  std::vector<SearchWord> words_; ///< initial: what memory holds now
  std::vector<SearchWord> chosen_;
  std::vector<OpenNan> open_;               ///< bits of NaNs that stand open; they are not in a word's initialMask
  std::vector<std::uint32_t> left_, waits_; ///< of each node: items not done, nodes not over that it waits for
  std::vector<std::uint32_t> groupLeft_, finishing_;
  std::vector<std::uint8_t> performed_;
  std::vector<Class> classes_;
  bool hasNans_;
  Seen seen_;
  std::vector<std::uint8_t> key_;
  std::vector<SearchStep> order_;
  std::uint64_t ticks_ = 0;
  bool stopped_ = false, incomplete_ = false;
  const char* limit_ = "";
};

/// Initial values worth trying where nothing tells them: the final one, 0, every operand, and the final one less the
/// sum of operands.
std::vector<std::uint64_t> guesses(const SearchProblem& p, std::uint32_t w) {
  std::vector<std::uint64_t> values = {p.words[w].final & p.words[w].finalMask, 0, ~std::uint64_t{0}};
  std::uint64_t sum = 0;
  for (const SearchItem& item : p.items)
    if (item.word == w) {
      sum += item.operand << item.shift;
      for (const std::uint64_t v : {item.operand, item.operand - 1, item.operand + 1, item.returned, item.swap})
        values.push_back((v & onesOf(item.bytes)) << item.shift);
    }
  values.push_back(values[0] - sum);
  values.push_back(values[0] + sum);
  const std::uint64_t count = p.items.size();
  values.push_back(values[0] - count);
  values.push_back(values[0] + count);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

} // namespace

SearchResult search(const SearchProblem& problem, const Budget& budget) {
  assert(problem.items.size() < 0xffff);
  SearchResult result = Searcher(problem, budget).run();
  if (result.answer != Answer::Unknown || *result.spent.limit)
    return result;
  // the first value was never told on some path: try what suggests itself, one word at a time
  for (std::uint32_t w = 0; w < problem.words.size(); ++w) {
    std::uint64_t touched = 0;
    for (const SearchItem& item : problem.items)
      if (item.word == w)
        touched |= onesOf(item.bytes) << item.shift;
    if ((touched & ~problem.words[w].initialMask) == 0)
      continue;
    for (const std::uint64_t guess : guesses(problem, w)) {
      SearchProblem guessed = problem;
      guessed.words[w].initial |= guess & ~guessed.words[w].initialMask;
      guessed.words[w].initialMask = ~std::uint64_t{0};
      const Budget rest{budget.nanoseconds - std::min(budget.nanoseconds, result.spent.nanoseconds), budget.bytes};
      SearchResult tried = Searcher(guessed, rest).run();
      tried.spent.states += result.spent.states;
      tried.spent.nanoseconds += result.spent.nanoseconds;
      if (tried.answer == Answer::Legal)
        return tried;
      result.spent = tried.spent;
      if (*result.spent.limit)
        return result;
    }
  }
  return result;
}

} // namespace warplaw::linearize
