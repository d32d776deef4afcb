#include "proofs/kernels/counts.h"
#include "proofs/kernels/comparisons.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs::kernels {
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::Terms;
namespace {

constexpr std::size_t kMostSumConditions = 256; ///< of one sum
constexpr std::size_t kMostLooksAtSum = 2000;   ///< at the parts of one sum
constexpr std::size_t kFew = 3;                 ///< conditions of which a tree is made
constexpr std::uint32_t kDeepestCounted = 4000;
constexpr std::size_t kMostCounts = 160;
constexpr std::size_t kMostComparedWords = 64;   ///< that are compared with each other
constexpr std::size_t kMostCompared = 1'000'000; ///< conditions of two sums, all together

/// Terms are as deep as a run is long, and what follows goes down them on the stack.
bool isDeep(Term term) {
  const symbolic::Walk walk(std::array{term});
  std::vector<std::uint32_t> depths; // as the walk goes
  for (const Node* const node : walk.nodes()) {
    std::uint32_t depth = 0;
    for (unsigned i = 0; i < node->argCount; ++i)
      depth = std::max(depth, depths[walk.indexOf(node->args[i])] + 1);
    depths.push_back(depth);
  }
  return depths.back() > kDeepestCounted;
}

/// conditions[index]: the condition of the cell at the index. All but few may be alike, or say that a word is the
/// cell's number: then no more is said of the index than that.
Term conditionAt(Term index, const std::vector<Term>& conditions) {
  Terms& terms = index.terms();
  const Term last = conditions.back();
  const auto ofCells = static_cast<unsigned>(std::bit_width(conditions.size())); // their number does not wrap
  std::size_t fewest = std::min(kFew + 1, conditions.size());
  Term found;
  const auto take = [&](unsigned width, const std::function<Term(Term)>& isAt) {
    const auto cell = [&](std::size_t i) { return terms.constant(width, i); };
    std::vector<std::size_t> others; // of which it is said otherwise: the first lane's place may be a constant
    for (std::size_t i = 0; i < conditions.size() && others.size() < fewest; ++i)
      if (!isAt(cell(i)).same(conditions[i]))
        others.push_back(i);
    if (others.size() >= fewest)
      return;
    fewest = others.size();
    const Term number = index.zext(width);
    found = number.ult(cell(conditions.size())).ite(isAt(number), last);
    for (const std::size_t i : others)
      found = number.eq(cell(i)).ite(conditions[i], found);
  };
  take(std::max({index.width(), 16u, ofCells}), [&](Term) { return last; });
  const auto isSome = [](Term one) { return !one.isFalse(); };
  const auto second = std::find_if(conditions.begin() + 1, conditions.end(), isSome);
  const std::vector<Term> parts =
      symbolic::conjunctsOf(std::array{second == conditions.end() ? conditions[0] : *second});
  for (std::size_t part = 0; part < parts.size() && fewest != 0; ++part) {
    const Term one = parts[part];
    const bool isEqual = one.op() == Op::Eq && one.arg(0).isConstant() != one.arg(1).isConstant();
    const Term word = isEqual ? one.arg(one.arg(0).isConstant() ? 1 : 0) : one;
    std::vector<Term> besides = parts;
    besides.erase(besides.begin() + static_cast<std::ptrdiff_t>(part));
    const Term rest = terms.all(besides);
    const unsigned width = std::max({word.width(), index.width(), 16u, ofCells});
    take(width, [&](Term number) { return rest & word.zext(width).eq(number); });
  }
  return found ? found : terms.select(index, conditions);
}

bool isAnything(Term cell) {
  return cell.op() == Op::Variable && std::string_view(cell.node()->name).starts_with(kAnything);
}

/// Elements that nobody wrote, as an index chooses one of them: a variable for the index and all the cells.
using Freed = std::map<std::vector<const Node*>, Term>;

Term freedAt(Term index, std::span<const Term> cells, Freed& freed) {
  std::vector<const Node*> key{index.node()};
  for (const Term cell : cells)
    key.push_back(cell.node());
  const auto [place, isNew] = freed.try_emplace(std::move(key));
  if (isNew) // numbered as they are met: a query's text does not hang on what else was built
    place->second = index.terms().variable(cells[0].width(), fmt::format("{}some cell, {}", kAnything, freed.size()));
  return place->second;
}

/// What was stored wherever an index led is chosen before the cell is, and first what is beneath nothing else.
Term among(Term index, std::vector<Term> cells, Freed* freed) {
  struct Stored {
    Term isHere, word, before;
  };
  const auto storedIn = [](Term cell) -> std::optional<Stored> {
    if (cell.op() != Op::Ite)
      return std::nullopt;
    return isAnything(cell.arg(1)) ? Stored{~cell.arg(0), cell.arg(2), cell.arg(1)}
                                   : Stored{cell.arg(0), cell.arg(1), cell.arg(2)};
  };
  struct Times { // of a word: in all cells, and above whatever else was stored in them
    std::size_t all = 0, onTop = 0;
    auto order() const { return std::pair(onTop == all, onTop); }
  };
  const auto isOlder = [](const Node* a, const Node* b) { return a->id < b->id; };
  std::map<const Node*, Times, decltype(isOlder)> times; // of equals the first: no query hangs on addresses
  for (const Term cell : cells)
    for (auto stored = storedIn(cell); stored; stored = storedIn(stored->before))
      ++times[stored->word.node()].all;
  std::vector<std::pair<Term, Term>> chosen; // under a condition, which word
  while (true) {
    for (auto& [word, own] : times)
      own.onTop = 0;
    for (const Term cell : cells)
      if (const auto stored = storedIn(cell))
        ++times[stored->word.node()].onTop;
    if (std::ranges::none_of(times, [](const auto& one) { return one.second.onTop > 1; }))
      break;
    const auto next = std::ranges::max_element(times, {}, [](const auto& one) { return one.second.order(); });
    std::vector<Term> conditions;
    for (Term& cell : cells) {
      const auto stored = storedIn(cell);
      const bool isStored = stored && stored->word.node() == next->first;
      conditions.push_back(isStored ? stored->isHere : index.terms().truth(false));
      cell = isStored ? stored->before : cell;
    }
    chosen.emplace_back(conditionAt(index, conditions), Term(next->first));
    if (next->second.all -= next->second.onTop; next->second.all == 0)
      times.erase(next);
  }
  Term found = cells.back();
  if (freed && std::ranges::all_of(cells, isAnything))
    found = freedAt(index, cells, *freed);
  else
    for (std::size_t i = cells.size() - 1; i-- > 0;)
      found = index.eq(Bits{i}).ite(cells[i], found);
  for (; !chosen.empty(); chosen.pop_back())
    found = chosen.back().first.ite(chosen.back().second, found);
  return found;
}

Term at(Term index, std::span<const Term> cells, Freed* freed) {
  std::unordered_map<const Node*, Term> known;
  const auto of = [&](auto& self, Term index) -> Term {
    if (index.isConstant())
      return cells[static_cast<std::size_t>(std::min<Bits>(index.value(), cells.size() - 1))];
    if (const auto found = known.find(index.node()); found != known.end())
      return found->second;
    const Term made = index.op() == Op::Ite ? index.arg(0).ite(self(self, index.arg(1)), self(self, index.arg(2)))
                                            : among(index, {cells.begin(), cells.end()}, freed);
    known.emplace(index.node(), made);
    return made;
  };
  return of(of, index);
}

class Counts {
public:
  explicit Counts(Terms& terms) : terms_(terms) { numbers_.push_back({Count(), terms.constant(1, 0)}); }

  std::optional<ByCounts> of(Term statement) {
    const Term goal = made(statement);
    const auto isLarge = [](const Number& one) { return one.count.conditions.size() > kFew; };
    if (numbers_.size() > kMostCounts || std::ranges::count_if(numbers_, isLarge) < 2)
      return std::nullopt;
    std::vector<Term> words;
    bool isSigned = false, areCompared = false;
    std::vector<Term> left{goal}; // with what is counted: other words of the statement fell away
    std::set<const Node*> sums;
    for (const Number& one : numbers_) {
      left.insert(left.end(), one.count.conditions.begin(), one.count.conditions.end());
      sums.insert(one.word.node());
    }
    const symbolic::Walk walk(left);
    for (const Node* const node : walk.nodes()) {
      const bool isOfSigned = node->op == Op::Slt || node->op == Op::Sle;
      isSigned |= isOfSigned;
      areCompared |= (isOfSigned || node->op == Op::Ult || node->op == Op::Ule) && node->args[0]->op == Op::Variable &&
                     node->args[1]->op == Op::Variable && !sums.contains(node->args[0]);
      if (node->op == Op::Variable && node->width > 1 && !sums.contains(node))
        words.emplace_back(node);
    }
    if (!areCompared || words.size() > kMostComparedWords)
      words.clear();
    Term holds = byOrders(goal, words, isSigned);
    facts_.clear();
    if (!holds)
      holds = byWords(goal, words, isSigned);
    return looks_ > kMostCompared ? std::nullopt : std::optional(ByCounts{holds, counts_});
  }

private:
  /// Sums that are compared, and nothing else: it is a truth value which of two is less. Null: they are used otherwise.
  Term byOrders(Term goal, const std::vector<Term>& words, bool isSigned) {
    std::vector<Term> sums;
    std::unordered_map<const Node*, const Number*> numbers;
    for (const Number& one : numbers_)
      if (numbers.emplace(one.word.node(), &one); one.word.op() == Op::Variable && one.word.width() > 1)
        sums.push_back(one.word);
    Comparisons comparisons(terms_, words, isSigned, sums);
    const Term made = comparisons.of(goal);
    const auto hasSums = [&](Term term) {
      const auto isSum = [&](Term one) { return one.width() > 1 && numbers.contains(one.node()); };
      return std::ranges::any_of(symbolic::variablesOf(std::array{term}), isSum);
    };
    if (hasSums(made))
      return {};
    const Less less = [&](Term a, Term b) { return comparisons.less(a, b, false); };
    const auto numberOf = [&](Term word) -> std::optional<Number> {
      if (word.isConstant() && word.value() <= kMostSumConditions)
        return Number{Count(word.value()), word};
      const auto found = numbers.find(word.node());
      return found == numbers.end() ? std::nullopt : std::optional(*found->second);
    };
    std::vector<Term> known;
    for (std::size_t i = 0; i < comparisons.compared().size() && looks_ <= kMostCompared; ++i) {
      const auto [first, second] = comparisons.compared()[i];
      const auto a = numberOf(first), b = numberOf(second);
      if ((!a && hasSums(first)) || (!b && hasSums(second)))
        return {};
      if (!a || !b)
        continue;
      facts_.clear();
      compare(*a, *b, less);
      known.push_back(comparisons.of(terms_.all(facts_)));
    }
    known.push_back(comparisons.ofAnyThree());
    return terms_.all(known).implies(made);
  }

  Term byWords(Term goal, const std::vector<Term>& words, bool isSigned) {
    const Less less = [](Term a, Term b) {
      const unsigned width = std::max(a.width(), b.width());
      return a.zext(width).ult(b.zext(width));
    };
    for (const Number& one : numbers_)
      if (one.word.op() == Op::Variable)
        facts_.push_back(one.word.ule(terms_.constant(one.word.width(), one.count.most())));
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        compare(numbers_[i], numbers_[j], less);
    Comparisons comparisons(terms_, words, isSigned);
    const Term made = comparisons.of(terms_.all(facts_).implies(goal));
    return comparisons.ofAnyThree().implies(made);
  }

  struct Number {
    Count count;
    Term word;
    std::set<const Node*> inAll = {};
  };

  Term made(Term term) {
    if (term.node()->argCount == 0)
      return term;
    if (const auto found = made_.find(term.node()); found != made_.end())
      return found->second;
    Count count;
    Term result;
    if (term.width() > 1 && count.add(term)) {
      result = numberOf(term, std::move(count));
    } else {
      std::vector<Term> args;
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        args.push_back(made(term.arg(i)));
      const Node& node = *term.node();
      result = node.op == Op::Apply          ? terms_.apply(node.width, node.name, args)
               : node.op == Op::Select       ? at(args[0], std::span(args).subspan(1), nullptr)
               : node.op == Op::Eq           ? equal(args[0], args[1])
               : isOrderOfOne(args, node.op) ? terms_.truth(node.op == Op::Ule || node.op == Op::Sle)
                                             : terms_.make(node.op, node.width, args, node.value, node.name);
      if (node.op == Op::Ult || node.op == Op::Ule)
        result = bounded(result);
    }
    made_.emplace(term.node(), result);
    return result;
  }

  static bool isOrderOfOne(const std::vector<Term>& args, Op op) {
    return (op == Op::Ult || op == Op::Ule || op == Op::Slt || op == Op::Sle) && args[0].same(args[1]);
  }

  /// What is chosen is a word if each choice is: solvers need not choose bits.
  Term equal(Term a, Term b) {
    if (b.op() == Op::Ite)
      std::swap(a, b);
    if (a.width() == 1 || a.op() != Op::Ite || b.op() == Op::Ite)
      return a.eq(b);
    const std::pair key(a.node(), b.node());
    if (const auto found = equal_.find(key); found != equal_.end())
      return found->second;
    const Term made = equal_.size() < kMostCompared ? a.arg(0).ite(equal(a.arg(1), b), equal(a.arg(2), b)) : a.eq(b);
    return equal_.emplace(key, made).first->second;
  }

  /// Drops the known bits of an address below a known bound: elements have some bytes.
  Term bounded(Term less) {
    if (less.op() == Op::Not)
      return ~bounded(less.arg(0));
    if (less.op() != Op::Ult || less.arg(0).op() != Op::Concat || !less.arg(0).arg(1).isConstant() ||
        !less.arg(1).isConstant())
      return less;
    const Term index = less.arg(0).arg(0), low = less.arg(0).arg(1);
    const Bits bound = less.arg(1).value(), bytes = Bits{1} << low.width();
    const Bits least = bound <= low.value() ? Bits{0} : (bound - low.value() - 1) / bytes + 1;
    return least > symbolic::onesOf(index.width()) ? terms_.truth(true) : index.ult(least);
  }

  using Key = std::pair<std::multiset<const Node*>, std::uint64_t>;
  static Key keyOf(const Count& count) {
    Key key{{}, static_cast<std::uint64_t>(count.constant)};
    for (const Term one : count.conditions)
      key.first.insert(one.node());
    return key;
  }
  /// A condition and its opposite count as 1: exactly one of them holds.
  static void takeOpposites(Count& count) {
    std::vector<Term>& all = count.conditions;
    for (std::size_t i = 0; i < all.size();) {
      // either may fold to the other alone: ~(~p & ~q) is p | q, and ~(p | q) stays as it is
      const auto found = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(),
                                      [&](Term one) { return one.same(~all[i]) || all[i].same(~one); });
      if (found == all.end()) {
        ++i;
        continue;
      }
      all.erase(found);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
      ++count.constant;
    }
  }
  Term numberOf(Term sum, Count count) {
    for (Term& condition : count.conditions)
      condition = made(condition);
    count.constant += std::erase_if(count.conditions, [](Term one) { return one.isTrue(); });
    std::erase_if(count.conditions, [](Term one) { return one.isFalse(); });
    takeOpposites(count);
    Term word;
    if (count.conditions.empty()) {
      word = terms_.constant(sum.width(), count.constant);
    } else if (count.conditions.size() == 1 && count.constant == 0) {
      word = count.conditions[0];
    } else if (const auto known = known_.find(keyOf(count)); known != known_.end()) {
      word = known->second;
    } else {
      const auto width = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(count.most())));
      word = terms_.variable(width, fmt::format("count {} of {} bits", counts_.size(), width));
      known_.emplace(keyOf(count), word);
      counts_.emplace_back(word, sum.zext(std::max(width, sum.width())).extract(width - 1, 0));
    }
    if (std::ranges::none_of(numbers_, [&](const Number& one) { return one.word.same(word); }))
      numbers_.push_back({count, word, inAll(count)});
    return word.zext(std::max(word.width(), sum.width())).extract(sum.width() - 1, 0);
  }

  using Less = std::function<Term(Term, Term)>;
  /// What both count falls away. In the rest, a condition of one is paired with one of the other that reads the same.
  void compare(const Number& a, const Number& b, const Less& less) {
    std::vector<Term> more = a.count.conditions, fewer = b.count.conditions;
    std::unordered_map<const Node*, unsigned> left; // of what the second one counts
    for (const Term one : fewer)
      ++left[one.node()];
    std::erase_if(more,
                  [&](Term one) { return left.contains(one.node()) && left[one.node()] != 0 && left[one.node()]--; });
    std::erase_if(fewer, [&](Term one) { return left[one.node()] == 0 || left[one.node()]-- == 0; });
    looks_ += 1 + more.size() * fewer.size();
    if (looks_ > kMostCompared)
      return;
    const Bits both = std::min(a.count.constant, b.count.constant);
    std::vector<std::pair<Term, Term>> beside;
    const auto put = [&](std::size_t first, std::size_t second) {
      beside.emplace_back(more[first], fewer[second]);
      more.erase(more.begin() + static_cast<std::ptrdiff_t>(first));
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(second));
    };
    for (std::size_t i = 0; i < more.size() && !fewer.empty();) {
      const auto likest =
          std::ranges::max_element(fewer, {}, [&](Term other) { return inCommon(a, more[i], b, other); });
      if (inCommon(a, more[i], b, *likest) == 0)
        ++i;
      else
        put(i, static_cast<std::size_t>(likest - fewer.begin()));
    }
    more.insert(more.end(), static_cast<std::size_t>(a.count.constant - both), terms_.truth(true));
    fewer.insert(fewer.end(), static_cast<std::size_t>(b.count.constant - both), terms_.truth(true));
    while (!more.empty() && !fewer.empty())
      put(more.size() - 1, fewer.size() - 1);
    isLess(less(a.word, b.word), less(b.word, a.word), beside, more, fewer);
    for (auto& [one, other] : beside)
      std::swap(one, other);
    isLess(less(b.word, a.word), less(a.word, b.word), beside, fewer, more);
  }

  /// Where each of the first ones implies what is beside it, and none is alone, they are not more than the second ones.
  void isLess(Term less, Term greater, const std::vector<std::pair<Term, Term>>& beside, const std::vector<Term>& alone,
              const std::vector<Term>& others) {
    std::vector<Term> all, some = others;
    for (const auto& [one, other] : beside) {
      all.push_back(one.implies(other));
      some.push_back(~one & other);
    }
    for (const Term one : alone)
      all.push_back(~one);
    const Term isNotMore = terms_.all(all);
    facts_.push_back(isNotMore.implies(~greater));
    facts_.push_back((isNotMore & terms_.any(some)).implies(less));
  }

  std::size_t inCommon(const Number& a, Term one, const Number& b, Term other) {
    const std::set<const Node*>& inOther = readBy(other);
    return static_cast<std::size_t>(std::ranges::count_if(readBy(one), [&](const Node* word) {
      return inOther.contains(word) && !a.inAll.contains(word) && !b.inAll.contains(word);
    }));
  }
  const std::set<const Node*>& readBy(Term condition) {
    const auto [found, isNew] = reads_.try_emplace(condition.node());
    if (isNew)
      for (const Term one : symbolic::variablesOf(std::array{condition}))
        found->second.insert(one.node());
    return found->second;
  }
  /// What nearly all of the conditions read tells none from another.
  std::set<const Node*> inAll(const Count& count) {
    std::map<const Node*, std::size_t> times;
    for (const Term one : count.conditions)
      for (const Node* const word : readBy(one))
        ++times[word];
    std::set<const Node*> all;
    for (const auto& [word, often] : times)
      if (often > 1 && often + 1 >= count.conditions.size())
        all.insert(word);
    return all;
  }

  Terms& terms_;
  std::unordered_map<const Node*, Term> made_;
  std::map<std::pair<const Node*, const Node*>, Term> equal_;
  std::vector<Number> numbers_;
  std::map<Key, Term> known_; ///< however their conditions are added
  std::vector<std::pair<Term, Term>> counts_;
  std::vector<Term> facts_;
  std::unordered_map<const Node*, std::set<const Node*>> reads_;
  std::size_t looks_ = 0;
};

} // namespace

bool Count::add(Term word) {
  if (++looks_ > kMostLooksAtSum)
    return false;
  if (word.isConstant() && word.value() <= kMostSumConditions)
    constant += word.value();
  else if (word.width() == 1)
    conditions.push_back(word);
  else if (word.op() == Op::Ite)
    return addChoice(word);
  else if (word.op() == Op::Sub)
    return addDifference(word);
  else if (word.op() == Op::Add || word.op() == Op::Zext || (word.op() == Op::Extract && word.node()->value == 0))
    return addExact(word);
  else
    return false;
  return constant <= kMostSumConditions && conditions.size() <= kMostSumConditions;
}

bool Count::addExact(Term word) {
  const Bits before = most();
  return add(word.arg(0)) && (word.op() != Op::Add || add(word.arg(1))) &&
         most() - before <= symbolic::onesOf(word.width());
}

/// What both count falls away, and of the rest the opposites are counted, where the constant is so large that nothing
/// wraps: 32 less the ones of a ballot are its zeros.
bool Count::addDifference(Term word) {
  Count more, fewer;
  if (!more.add(word.arg(0)) || !fewer.add(word.arg(1)) || (looks_ += more.looks_ + fewer.looks_) > kMostLooksAtSum)
    return false;
  for (const Term one : fewer.conditions)
    if (const auto same = std::ranges::find_if(more.conditions, [&](Term other) { return other.same(one); });
        same != more.conditions.end()) {
      more.conditions.erase(same);
    } else {
      more.conditions.push_back(~one);
      ++fewer.constant;
    }
  if (fewer.constant > more.constant)
    return false;
  constant += more.constant - fewer.constant;
  conditions.insert(conditions.end(), more.conditions.begin(), more.conditions.end());
  return constant <= kMostSumConditions && conditions.size() <= kMostSumConditions;
}

bool Count::addChoice(Term word) {
  const Term first = word.arg(1), second = word.arg(2);
  if (!first.isConstant() || !second.isConstant() || std::max(first.value(), second.value()) > kMostSumConditions)
    return false;
  const bool isMore = first.value() > second.value();
  const Term less = isMore ? second : first, more = isMore ? first : second;
  return more.value() == less.value() + 1 && add(less) && add(isMore ? word.arg(0) : ~word.arg(0));
}

std::optional<ByCounts> byCounts(Term statement) {
  return isDeep(statement) ? std::nullopt : Counts(statement.terms()).of(statement);
}

bool isRank(Term word) {
  std::unordered_set<const Node*> seen;
  std::vector<Term> left{word};
  while (!left.empty()) {
    const Term one = left.back();
    left.pop_back();
    if (one.width() == 1 || !seen.insert(one.node()).second)
      continue;
    Count count;
    if (count.add(one) && count.conditions.size() > kFew)
      return true;
    for (unsigned i = one.op() == Op::Ite ? 1 : 0; i < one.node()->argCount && one.op() != Op::Apply; ++i)
      left.push_back(one.arg(i));
  }
  return false;
}

Term withoutSelects(Term term, bool isFree) {
  if (isDeep(term))
    return term;
  Freed freed;
  return symbolic::rebuild(std::array{term}, [&](const Node& node, std::span<const Term> args) {
    return node.op == Op::Select && node.width > 1 ? at(args[0], args.subspan(1), isFree ? &freed : nullptr) : Term();
  })[0];
}

} // namespace warplaw::proofs::kernels
