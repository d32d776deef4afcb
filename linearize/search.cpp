// Depth-first search over which class of equal operations goes next. A state is (memory, how many of each class are
// done, which .SPIN groups have performed); a state met twice leads nowhere, since the first visit would have ended the
// search. What changes nothing and fits now is done at once: in any order that ends well it can be moved here.
#include "linearize/search.h"
#include "linearize/choices.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <string_view>

namespace warplaw::linearize {
namespace {

class Searcher {
public:
  Searcher(const SearchProblem& problem, const Budget& budget, bool smallest)
      : p_(problem), budget_(budget), smallest_(smallest), start_(std::chrono::steady_clock::now()),
        memory_(problem.words.size()), chosen_(problem.words), groupLeft_(problem.groups, 0),
        performed_(problem.groups, 0), choices_(problem, smallest),
        states_(choices_.places(), problem.words.size(), problem.groups) {
    for (std::size_t w = 0; w < memory_.size(); ++w)
      memory_[w] = {problem.words[w].initial & problem.words[w].initialMask, problem.words[w].initialMask, 0, {}};
    for (const SearchItem& item : problem.items)
      if (item.group >= 0)
        ++groupLeft_[item.group];
  }

  SearchResult run() {
    const bool found = descend();
    SearchResult result;
    result.answer = found ? Answer::Legal : stopped_ || incomplete_ ? Answer::Unknown : Answer::Illegal;
    result.forced = found ? forced_ : straight_;
    result.order = found ? order() : deepest_;
    result.ends = ends_;
    std::sort(result.ends.begin(), result.ends.end());
    if (found) {
      result.words = chosen_;
      for (std::size_t w = 0; w < memory_.size(); ++w) // bytes that nobody touched are as they are found at the end
        result.words[w].initial |= ~chosen_[w].initialMask & ~memory_[w].known & ~memory_[w].nan.open &
                                   p_.words[w].finalMask & p_.words[w].final;
    }
    result.spent = {states_.count(), elapsed(), states_.bytes(), limit_};
    return result;
  }

private:
  /// A step, and what it changed.
  struct Frame {
    std::uint32_t state = States::kRoot;
    std::uint32_t item = 0;
    std::optional<Choice> taken; ///< what led here; the root: nothing
    Cell before;                 ///< of the item's word
    SearchWord chosenBefore;
    std::optional<Choice> tried; ///< the last choice tried from here
    bool over = false;           ///< no other choice needs to be tried
  };

  std::uint64_t elapsed() const {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count());
  }

  bool mayGoOn() {
    if (states_.count() >= budget_.states)
      limit_ = "states";
    else if (states_.bytesAfterNext() > budget_.bytes)
      limit_ = "memory";
    else if (ticks_++ % 256 == 0 && elapsed() > budget_.nanoseconds)
      limit_ = "time";
    return *limit_ == 0;
  }

  std::vector<SearchStep> order() const {
    std::vector<SearchStep> order;
    for (std::size_t k = 1; k < frames_.size(); ++k)
      order.push_back({frames_[k].item, frames_[k].taken->performs});
    return order;
  }

  bool ends() {
    for (std::size_t w = 0; w < memory_.size(); ++w) {
      const SearchWord& word = p_.words[w];
      if ((memory_[w].vague & word.finalMask) != 0) {
        incomplete_ = true;
        return false;
      }
      OpenNan nan = memory_[w].nan;
      if (((memory_[w].value ^ word.final) & memory_[w].known & word.finalMask) != 0 ||
          !nan.see(word.finalMask, word.final))
        return false;
    }
    return true;
  }

  void keepEnd() {
    const std::uint64_t value = memory_[0].value;
    if (memory_.size() == 1 && ends_.size() <= kMostEnds && std::find(ends_.begin(), ends_.end(), value) == ends_.end())
      ends_.push_back(value);
  }

  /// True: an order was found, and frames_ are its steps.
  bool descend() {
    frames_.assign(1, Frame{});
    while (!frames_.empty()) {
      if (frames_.size() > p_.items.size()) {
        if (ends())
          return true;
        keepEnd();
      }
      const std::optional<Choice> choice = nextChoice(frames_.back());
      if (!choice) {
        if (straight_ && !isStuck_) {
          deepest_ = order();
          isStuck_ = true;
        }
        goBack();
        continue;
      }
      if (!mayGoOn()) {
        stopped_ = true;
        return false;
      }
      go(*choice);
    }
    return false;
  }

  std::optional<Choice> nextChoice(Frame& frame) {
    if (frame.over)
      return std::nullopt;
    std::optional<Choice> choice;
    if (!smallest_ && !frame.tried)
      choice = choices_.harmless(memory_, performed_);
    frame.over = choice.has_value();
    if (!choice)
      choice = choices_.next(memory_, frame.tried);
    if (choice && (frame.over ? forced_ : straight_) && (frame.tried || isAnother(*choice))) {
      forced_ = false;
      straight_ = straight_ && frame.over;
    }
    frame.tried = choice;
    return choice;
  }

  bool isAnother(const Choice& choice) const {
    const std::optional<Choice> first = choices_.next(memory_, std::nullopt);
    return choices_.isInGroup(choice.what) || first->what != choice.what || choices_.next(memory_, choice);
  }

  /// One step on, if it is possible and leads to where the search has not been.
  void go(const Choice& choice) {
    const std::uint32_t k = choices_.nextOf(choice.what);
    const SearchItem& item = p_.items[k];
    Frame frame;
    frame.item = k;
    frame.taken = choice;
    frame.before = memory_[item.word];
    frame.chosenBefore = chosen_[item.word];
    if (choice.performs ? !perform(item) : !leaveOut(item)) {
      memory_[item.word] = frame.before;
      chosen_[item.word] = frame.chosenBefore;
      return;
    }
    const auto state =
        states_.enter(frames_.back().state, {choice.what, choice.performs, frame.before, memory_[item.word]});
    if (!state) {
      memory_[item.word] = frame.before;
      chosen_[item.word] = frame.chosenBefore;
      return;
    }
    frame.state = *state;
    choices_.take(choice.what);
    if (item.group >= 0) {
      --groupLeft_[item.group];
      performed_[item.group] |= choice.performs;
    }
    frames_.push_back(frame);
  }

  void goBack() {
    const Frame& frame = frames_.back();
    if (frame.taken) {
      const SearchItem& item = p_.items[frame.item];
      choices_.giveBack(frame.taken->what);
      memory_[item.word] = frame.before;
      chosen_[item.word] = frame.chosenBefore;
      if (item.group >= 0) {
        ++groupLeft_[item.group];
        if (frame.taken->performs)
          performed_[item.group] = 0;
      }
    }
    frames_.pop_back();
  }

  /// One lane of a group performs, the others store nothing and return 0 (ATOMS-10).
  bool leaveOut(const SearchItem& item) const {
    return (performed_[item.group] || groupLeft_[item.group] > 1) && (!item.returns || item.returned == 0);
  }

  bool perform(const SearchItem& item) {
    if (item.group >= 0 && performed_[item.group])
      return false;
    const Cell& cell = memory_[item.word];
    const std::uint64_t bits = onesOf(item.bytes) << item.shift;
    if (isUnseenLoad(item))
      return true;
    if (item.anything)
      return forget(item.word, bits);
    if ((cell.known & bits) != bits) {
      const bool flag = returnsFlag(item.operation.op);
      if (!item.returns || (flag && item.returned != 1))
        return performUntold(item, bits);
      if (!bindOld(item, bits, (flag ? item.operand : item.returned) << item.shift))
        return false;
    }
    const std::uint64_t old = cell.value >> item.shift & onesOf(item.bytes);
    if (item.returns && item.returned != returnedBy(item.operation.op, old, item.operand))
      return false;
    store(item, stepOf(item.operation, old, item.operand, item.swap, p_.zeros));
    return true;
  }

  /// Whoever finds these bits next tells them.
  bool forget(std::uint32_t word, std::uint64_t bits) {
    Cell& cell = memory_[word];
    cell.value &= ~bits;
    cell.known &= ~bits;
    cell.vague &= ~bits;
    cell.nan.overwrite(bits);
    return true;
  }

  /// Performs an operation that finds unknown bits which its returned value does not tell; only if they do not matter.
  bool performUntold(const SearchItem& item, std::uint64_t bits) {
    Cell& cell = memory_[item.word];
    OpenNan nan = cell.nan;
    if (item.operation.op == Op::Exch) {
      store(item, item.operand);
      return true;
    }
    if (item.operation.type == Type::F64 && nan.isSurelyNan(cell.value)) {
      store(item, stepOf(item.operation, kNanExponent | kNanFraction, item.operand, 0, p_.zeros));
      return true;
    }
    const std::uint64_t compare = item.operand << item.shift;
    if (takesSwap(item.operation.op) && (((cell.value ^ compare) & cell.known & bits) != 0 || !nan.see(bits, compare)))
      return !item.returns || item.returned == 0; // it surely does not find its compare value
    if (item.returns || item.group >= 0 || (cell.nan.open & bits) != 0) {
      incomplete_ = true;
      return false;
    }
    cell.value &= ~bits; // whatever it is now
    cell.known &= ~bits;
    cell.vague |= bits;
    return true;
  }

  void store(const SearchItem& item, std::uint64_t value) {
    Cell& cell = memory_[item.word];
    const std::uint64_t bits = onesOf(item.bytes) << item.shift;
    cell.value = (cell.value & ~bits) | value << item.shift;
    cell.known |= bits;
    cell.vague &= ~bits;
    cell.nan.overwrite(bits);
    if (item.operation.type == Type::F64 && isNan(value)) // which NaN is unknown until somebody sees it
      cell = {kNanExponent, kNanExponent, 0, OpenNan::fresh()};
  }

  /// Bits that are unknown are initial ones, or a NaN's: what was found tells them. False: they cannot be so.
  bool bindOld(const SearchItem& item, std::uint64_t bits, std::uint64_t old) {
    Cell& cell = memory_[item.word];
    SearchWord& chosen = chosen_[item.word];
    const std::uint64_t unknown = bits & ~cell.known, initial = unknown & ~cell.nan.open;
    if ((cell.vague & unknown) != 0) {
      incomplete_ = true;
      return false;
    }
    cell.value |= old & unknown;
    cell.known |= unknown;
    chosen.initial |= old & initial;
    chosen.initialMask |= initial;
    return cell.nan.see(bits, old);
  }

  const SearchProblem& p_;
  const Budget& budget_;
  bool smallest_;
  std::chrono::steady_clock::time_point start_;
  std::vector<Cell> memory_;
  std::vector<SearchWord> chosen_; ///< initial: what was told of the values at first
  std::vector<std::uint32_t> groupLeft_;
  std::vector<std::uint8_t> performed_;
  Choices choices_;
  States states_;
  std::vector<Frame> frames_;
  std::vector<SearchStep> deepest_;
  std::vector<std::uint64_t> ends_; ///< that were reached, and are not what was seen
  std::uint64_t ticks_ = 0;
  bool stopped_ = false, incomplete_ = false, forced_ = true, straight_ = true, isStuck_ = false;
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

void addSpent(const Spent& before, Spent& spent) {
  spent.states += before.states;
  spent.nanoseconds += before.nanoseconds;
  spent.bytes = std::max(spent.bytes, before.bytes);
}

Budget restOf(const Budget& budget, const Spent& spent) {
  return {budget.nanoseconds - std::min(budget.nanoseconds, spent.nanoseconds), budget.bytes,
          budget.states - std::min(budget.states, spent.states)};
}

/// The same run backwards: what an operation left it finds, and what it found it leaves. Nothing where some step or end
/// is not known.
std::optional<SearchProblem> reversed(const SearchProblem& problem) {
  SearchProblem back = problem;
  for (SearchWord& word : back.words) {
    std::swap(word.initial, word.final);
    std::swap(word.initialMask, word.finalMask);
  }
  for (SearchItem& item : back.items) {
    const SearchWord& word = problem.words[item.word];
    const Op op = item.operation.op;
    if (!item.returns || isFloat(item.operation.type) || op == Op::CastSpin ||
        (~(word.initialMask & word.finalMask) >> item.shift & onesOf(item.bytes)) != 0)
      return std::nullopt;
    if (returnsFlag(op) && item.returned != 1)
      continue; // it changes nothing, forwards and backwards
    const std::uint64_t found = returnsFlag(op) ? item.operand : item.returned;
    item.returned = stepOf(item.operation, found, item.operand, item.swap, problem.zeros);
    item.operand = found;
    item.operation = {Op::Exch, item.bytes == 8 ? Type::U64 : Type::U32};
  }
  return back;
}

/// Forwards and backwards by turns, each time with more states: what is hopeless from one end may be plain from the
/// other.
SearchResult searchBothWays(const SearchProblem& problem, const Budget& budget) {
  std::optional<SearchProblem> back = reversed(problem);
  std::optional<OrderGraph> order;
  Spent spent;
  for (std::uint64_t states = 4096 + 2 * problem.items.size();; states *= 4) {
    for (const bool backwards : {false, true}) {
      if (backwards && problem.order && !order) {
        order = problem.order->reversed();
        back->order = &*order;
      }
      Budget part = restOf(budget, spent);
      part.states = back ? std::min(part.states, states) : part.states;
      SearchResult result = Searcher(backwards ? *back : problem, part, false).run();
      addSpent(spent, result.spent);
      spent = result.spent;
      if (back && result.spent.limit == std::string_view("states") && spent.states < budget.states)
        continue;
      result.backwards = backwards;
      if (backwards)
        result.ends.clear();
      if (backwards && result.answer == Answer::Legal) {
        std::reverse(result.order.begin(), result.order.end());
        result.words = problem.words;
        result.forced = false;
      }
      return result;
    }
  }
}

} // namespace

SearchResult searchForwards(const SearchProblem& problem, const Budget& budget) {
  return Searcher(problem, budget, false).run();
}

SearchResult searchSmallest(const SearchProblem& problem, const Budget& budget) {
  return Searcher(problem, budget, true).run();
}

SearchResult search(const SearchProblem& problem, const Budget& budget) {
  SearchResult result = searchBothWays(problem, budget);
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
      SearchResult tried = Searcher(guessed, restOf(budget, result.spent), false).run();
      addSpent(result.spent, tried.spent);
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
