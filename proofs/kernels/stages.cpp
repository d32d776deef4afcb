#include "proofs/kernels/stages.h"
#include "proofs/kernels/comparisons.h"
#include "proofs/kernels/counts.h"
#include "proofs/kernels/for_all_orders.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs::kernels {
namespace {
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;

constexpr std::size_t kMostStageWords = 256;
constexpr std::size_t kMostChosen = 100'000;
constexpr unsigned kStageLooks = 200;
constexpr unsigned kNumberBits = 16; ///< of a word among others
constexpr Bits kNone = 0xffff;

struct Older { ///< arguments last
  bool operator()(const Node* a, const Node* b) const { return a->id > b->id; }
};
using Words = std::set<const Node*, Older>;

/// One word is not above another one.
struct Order {
  const Node *low, *high;
  bool isSigned;
  Term holds() const {
    const Term a(low), b(high);
    return ~(isSigned ? b.slt(a) : b.ult(a));
  }
};

/// Nothing: it is no such condition.
std::optional<Order> orderOf(Term one) {
  const bool isNot = one.op() == Op::Not;
  one = isNot ? one.arg(0) : one;
  const bool isSigned = one.op() == Op::Slt || one.op() == Op::Sle, isLess = one.op() == Op::Ult || one.op() == Op::Slt;
  if ((!isSigned && one.op() != Op::Ult && one.op() != Op::Ule) || isLess != isNot)
    return std::nullopt;
  const Node *const first = one.arg(0).node(), *const second = one.arg(1).node();
  return isNot ? Order{second, first, isSigned} : Order{first, second, isSigned};
}

/// The words that are compared with `with`, and `with` itself. Nothing: not all of them are compared with it.
std::optional<Words> comparedWith(const Count& counted, Term with) {
  Words words;
  if (counted.constant == 1)
    words.insert(with.node());
  for (const Term one : counted.conditions) {
    const bool isEqual = one.op() == Op::Eq && (one.arg(0).same(with) || one.arg(1).same(with));
    if (!isEqual || !words.insert(one.arg(one.arg(0).same(with) ? 1 : 0).node()).second)
      return std::nullopt;
  }
  return counted.constant > 1 ? std::nullopt : std::optional(words);
}

class Stages {
public:
  Stages(Term statement, std::span<const Assignment> inputs, const symbolic::Functions& functions, std::string name)
      : terms_(statement.terms()), name_(std::move(name)) {
    std::vector<Term> ordered;
    for (const Term one : symbolic::conjunctsOf(std::array{statement})) {
      const auto order = orderOf(one);
      if (order && order->low->op == Op::Ite && order->high->op == Op::Ite) {
        ordered.push_back(one);
      } else if (!isCount(one)) {
        left_.push_back(one);
      }
    }
    if (!ordered.empty() && isOfBits(terms_.all(ordered)))
      left_.insert(left_.end(), ordered.begin(), ordered.end());
    else if (!ordered.empty())
      orders_ = ordered;
    look(inputs, functions);
  }

  Staged steps() {
    std::vector<Order> wanted;
    for (const Term one : orders_)
      wanted.push_back(*orderOf(one));
    if (!areFew_ || (!wanted.empty() && !inOrder(wanted)))
      left_.insert(left_.end(), orders_.begin(), orders_.end());
    for (const SameCounts& count : counts_)
      if (!areFew_ || !isArranged(count.words, count.of))
        left_.push_back(count.holds);
    return {terms_.all(left_), std::move(steps_)};
  }

private:
  struct SameCounts {
    Words words, of;
    Term holds;
  };

  static bool isOfBits(Term condition) {
    const auto orders = forAllOrders(condition);
    return orders && orders->isOfBits;
  }

  bool isCount(Term one) {
    Count left, right;
    if (one.op() != Op::Eq || one.arg(0).width() == 1 || !left.add(one.arg(0)) || !right.add(one.arg(1)) ||
        left.most() != right.most())
      return false;
    const auto first = std::ranges::find(left.conditions, Op::Eq, &Term::op);
    for (unsigned side = 0; first != left.conditions.end() && side < 2; ++side) {
      const Term with = first->arg(side);
      const auto words = comparedWith(left, with), of = comparedWith(right, with);
      if (with.width() == 1 || !words || !of)
        continue;
      const bool isTurned = std::ranges::all_of(*words, [](const Node* word) { return word->op == Op::Variable; });
      counts_.push_back({isTurned ? *of : *words, isTurned ? *words : *of, one});
      return true;
    }
    return false;
  }

  /// What each word that may be chosen is on the inputs.
  void look(std::span<const Assignment> inputs, const symbolic::Functions& functions) {
    std::vector<const Node*> left;
    std::unordered_set<const Node*> seen;
    const auto add = [&](const Node* word) {
      if (seen.insert(word).second)
        left.push_back(word);
    };
    for (const Term one : orders_) {
      add(orderOf(one)->low);
      add(orderOf(one)->high);
    }
    for (const SameCounts& count : counts_) {
      std::ranges::for_each(count.words, add);
      std::ranges::for_each(count.of, add);
    }
    const std::vector<const Node*> roots = left;
    std::vector<Term> all;
    while (!left.empty() && all.size() <= kMostChosen) {
      const Node* const word = left.back();
      left.pop_back();
      all.emplace_back(word);
      for (unsigned i = 1; word->op == Op::Ite && i < 3; ++i)
        add(word->args[i]);
    }
    areFew_ = left.empty() && !inputs.empty();
    if (!areFew_)
      return;
    std::ranges::sort(all, {}, [](Term one) { return one.node()->id; });
    const std::size_t count = all.size();
    std::unordered_map<const Node*, std::size_t> chooses; // where its condition is
    for (std::size_t i = 0; i < count; ++i)
      if (all[i].op() == Op::Ite) {
        chooses.emplace(all[i].node(), all.size());
        all.push_back(all[i].arg(0));
      }
    const symbolic::Walk walk(all);
    for (const Node* const node : walk.nodes())
      if (const auto order = node->width == 1
                                 ? orderOf(node->op == Op::Ult || node->op == Op::Slt ? ~Term(node) : Term(node))
                                 : std::nullopt;
          order && (seen.contains(order->low) || seen.contains(order->high)))
        asSigned_.insert(order->isSigned);
    const symbolic::Evaluator evaluator(all);
    for (const Assignment& one : inputs) {
      const std::vector<Bits> values = evaluator(one, functions);
      for (std::size_t i = 0; i < count; ++i)
        values_[all[i].node()].push_back(static_cast<std::uint64_t>(values[i]));
      std::unordered_map<const Node*, const Node*> ends;
      for (std::size_t i = 0; i < count; ++i) { // in the order in which they were made
        const Node* const word = all[i].node();
        const unsigned way = word->op != Op::Ite ? 0 : values[chooses.at(word)] == 1 ? 1 : 2;
        ends.emplace(word, way == 0 ? word : ends.at(word->args[way]));
        chosenFrom_[word].insert(ends.at(word));
      }
      for (const Node* word : roots)
        for (unsigned way = 1; word->op == Op::Ite; word = word->args[way]) {
          way = values[chooses.at(word)] == 1 ? 1 : 2;
          ways_.emplace(word, way);
          live_.insert(word->args[way]);
        }
    }
  }

  /// The same however they are arranged.
  using Sums = std::vector<std::uint64_t>;
  void mix(const Node* word, Sums& sums, bool isTaken) const {
    const auto& values = values_.at(word);
    sums.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::uint64_t mixed = (values[i] + 1) * 0x9e3779b97f4a7c15u;
      mixed = (mixed ^ mixed >> 29) * 0xc2b2ae3d27d4eb4fu;
      sums[i] += isTaken ? 0 - mixed : mixed;
    }
  }

  /// The next words that these are chosen from, which are as many and have the same values. Empty: there are none.
  Words below(const Words& words) const {
    const Words found = below(words, false);
    return found.empty() ? below(words, true) : found;
  }
  Words below(const Words& words, bool isNarrow) const {
    Sums wanted;
    for (const Node* const word : words)
      mix(word, wanted, false);
    Words now = words;
    Sums sums = wanted;
    bool isStage = false; // something was chosen
    while (!now.empty() && (*now.begin())->op == Op::Ite) {
      const Node* const word = *now.begin();
      now.erase(now.begin());
      mix(word, sums, true);
      isStage |= live_.contains(word->args[1]) && live_.contains(word->args[2]);
      for (unsigned i = 1; i < 3; ++i)
        if ((isNarrow ? ways_.contains({word, i}) : live_.contains(word->args[i])) && now.insert(word->args[i]).second)
          mix(word->args[i], sums, false);
      if (now.size() == words.size() && sums == wanted && (isStage || now.empty() || (*now.begin())->op != Op::Ite))
        return now;
    }
    return {};
  }

  bool areOfOne(const Node* a, const Node* b) const {
    const auto& others = chosenFrom_.at(b);
    return std::ranges::any_of(chosenFrom_.at(a), [&](const Node* one) { return others.contains(one); });
  }

  /// Which of them were never above which others, without what follows from the rest.
  std::vector<Order> ordersAmong(const Words& words) const {
    std::vector<Order> all;
    for (const bool isSigned : asSigned_) {
      const auto isBelow = [&](const Node* a, const Node* b) {
        const std::uint64_t sign = isSigned ? std::uint64_t{1} << (a->width - 1) : 0;
        const auto &first = values_.at(a), &second = values_.at(b);
        for (std::size_t i = 0; i < first.size(); ++i)
          if ((first[i] ^ sign) > (second[i] ^ sign))
            return false;
        return a != b && areOfOne(a, b); // others are so by chance
      };
      std::map<const Node*, std::set<const Node*>> above;
      for (const Node* const a : words)
        for (const Node* const b : words)
          if (isBelow(a, b))
            above[a].insert(b);
      for (const auto& [a, those] : above)
        for (const Node* const b : those)
          if (std::ranges::none_of(those, [&](const Node* c) { return above.contains(c) && above[c].contains(b); }))
            all.push_back({a, b, isSigned});
    }
    return all;
  }

  /// Terms in which others stand for some.
  class Cut {
  public:
    Cut(Terms& terms, const Words& words) {
      for (const Node* const word : words) // the eldest first
        made_.emplace(word, terms.variable(word->width, fmt::format("chosen from {} of {} bits", made_.size(),
                                                                    unsigned{word->width})));
    }
    Term of(Term term) { return Term(term.node()->argCount == 0 ? found(term.node()) : made(term.node())); }

  private:
    const Node* found(const Node* node) const {
      const auto at = made_.find(node);
      return at == made_.end() ? node : at->second.node();
    }
    const Node* made(const Node* node) {
      if (const auto at = made_.find(node); at != made_.end())
        return at->second.node();
      std::vector<Term> args;
      for (unsigned i = 0; i < node->argCount; ++i)
        args.push_back(of(Term(node->args[i])));
      const Term term = node->op == Op::Apply ? node->owner->apply(node->width, node->name, args)
                                              : node->owner->make(node->op, node->width, args, node->value, node->name);
      made_.emplace(node, term);
      return term.node();
    }
    std::unordered_map<const Node*, Term> made_;
  };

  /// Which of the words one is: their numbers stand for them.
  Term sourceOf(const Node* word, const std::map<const Node*, unsigned>& numbers, Cut& cut,
                std::unordered_map<const Node*, Term>& made) {
    if (const auto number = numbers.find(word); number != numbers.end())
      return terms_.constant(kNumberBits, number->second);
    if (word->op != Op::Ite)
      return terms_.constant(kNumberBits, kNone);
    if (const auto found = made.find(word); found != made.end())
      return found->second;
    const Term chosen =
        cut.of(Term(word->args[0]))
            .ite(sourceOf(word->args[1], numbers, cut, made), sourceOf(word->args[2], numbers, cut, made));
    made.emplace(word, chosen);
    return chosen;
  }

  /// That it holds if the words are in this order, whatever they are.
  Term among(const std::vector<Order>& orders, const Words& words, Cut& cut, Term goal) {
    std::vector<Term> all;
    for (const Node* const word : words)
      all.push_back(cut.of(Term(word)));
    Comparisons comparisons(terms_, all, asSigned_.contains(true));
    std::vector<Term> known;
    for (const bool isSigned : asSigned_) {
      std::vector<std::pair<Term, Term>> inOrder;
      for (const Order& order : orders)
        if (order.isSigned == isSigned)
          inOrder.emplace_back(cut.of(Term(order.low)), cut.of(Term(order.high)));
      known.push_back(comparisons.known(inOrder, isSigned));
    }
    return terms_.all(known).implies(comparisons.of(goal));
  }

  /// No look shows that it is wrong.
  static bool isLikely(Term goal) {
    const symbolic::Evaluator evaluator(std::array{goal});
    std::mt19937_64 dice(1);
    for (unsigned look = 0; look < kStageLooks; ++look) {
      std::vector<Bits> chosen;
      for (const Term one : evaluator.variables())
        chosen.push_back((look % 2 == 0 ? dice() : dice() % 4) & symbolic::onesOf(one.width()));
      if (evaluator(chosen)[0] != 1)
        return false;
    }
    return true;
  }

  void guess(Term goal) {
    if (goal.isTrue() || !asked_.insert(goal.node()).second)
      return;
    const auto narrow = forAllOrders(goal);
    steps_.push_back(implied(fmt::format("{}/step-{}", name_, steps_.size()), {}, narrow ? narrow->holds : goal));
    steps_.back().isOfRulesAlone = false;
    steps_.back().ask([](Obligation::Asking& asking) { asking.isGuess = true; });
  }

  /// Steps that show these conditions. False: there are none, now and whenever they are wanted again.
  bool inOrder(const std::vector<Order>& wanted) {
    std::vector<Term> conditions;
    for (const Order& one : wanted)
      conditions.push_back(one.holds());
    const Term all = terms_.all(conditions);
    const auto [known, isNew] = shown_.try_emplace(all.node(), false);
    if (!isNew)
      return known->second;
    const bool isShown = hasSteps(wanted, all);
    return shown_[all.node()] = isShown;
  }
  bool hasSteps(const std::vector<Order>& wanted, Term all) {
    Words words;
    for (const Order& one : wanted)
      words.insert({one.low, one.high});
    if (words.size() > kMostStageWords)
      return false;
    if (isOfBits(all)) {
      guess(all);
      return true;
    }
    const Words from = below(words);
    if (from.empty())
      return false;
    const std::vector<Order> orders = ordersAmong(from);
    Cut cut(terms_, from);
    guess(among(orders, from, cut, cut.of(all)));
    return areInOrder(orders);
  }

  /// Those that have to do with each other are asked about together.
  bool areInOrder(const std::vector<Order>& orders) {
    std::map<const Node*, const Node*> with;
    const auto first = [&](const Node* word) {
      while (with.contains(word) && with[word] != word)
        word = with[word];
      return word;
    };
    for (const Order& order : orders)
      with[first(order.low)] = first(order.high);
    std::map<const Node*, std::vector<Order>, Older> parts;
    for (const Order& order : orders)
      parts[first(order.low)].push_back(order);
    return std::ranges::all_of(parts, [&](const auto& part) { return inOrder(part.second); });
  }

  /// Steps that show that the words are the others, arranged in some way. False: there are none.
  bool isArranged(Words words, const Words& of) {
    while (words != of) {
      const Words from = below(words);
      if (from.empty() || words.size() > kMostStageWords || !arrange(words, from))
        return false;
      words = from;
    }
    return true;
  }

  bool arrange(const Words& words, const Words& from) {
    // what each is chosen from, and what is chosen from the same
    std::map<const Node*, const Node*> with;
    const auto first = [&](const Node* word) {
      while (with.contains(word) && with[word] != word)
        word = with[word];
      return word;
    };
    for (const Node* const word : words) {
      if (from.contains(word))
        continue;
      std::unordered_set<const Node*> seen;
      const auto reach = [&](auto& self, const Node* one) -> void {
        if (!seen.insert(one).second)
          return;
        if (from.contains(one)) {
          with[first(one)] = first(word);
          return;
        }
        for (unsigned i = 1; one->op == Op::Ite && i < 3; ++i)
          self(self, one->args[i]);
      };
      reach(reach, word);
    }
    std::map<const Node*, std::pair<Words, Words>, Older> parts;
    for (const Node* const word : words)
      if (!from.contains(word) || with.contains(word))
        parts[first(word)].first.insert(word);
    for (const Node* const word : from)
      if (!words.contains(word) || with.contains(word))
        parts[first(word)].second.insert(word);
    return std::ranges::all_of(parts,
                               [&](const auto& part) { return arrangePart(part.second.first, part.second.second); });
  }

  bool arrangePart(const Words& words, const Words& from) {
    if (words.size() != from.size())
      return false;
    Cut cut(terms_, from);
    std::map<const Node*, unsigned> numbers;
    for (const Node* const word : from)
      numbers.emplace(word, static_cast<unsigned>(numbers.size()));
    std::unordered_map<const Node*, Term> made;
    std::vector<Term> sources, differ;
    for (const Node* const word : words) {
      sources.push_back(sourceOf(word, numbers, cut, made));
      differ.push_back(sources.back().ne(terms_.constant(kNumberBits, kNone)));
      for (std::size_t i = 0; i + 1 < sources.size(); ++i)
        differ.push_back(sources[i].ne(sources.back()));
    }
    const Term goal = terms_.all(differ);
    if (isLikely(goal)) {
      guess(goal);
      return true;
    }
    if (const Term same = asMany(words, from, cut); words.size() == 2 && isLikely(same)) {
      guess(same); // of equal words it may be either
      return true;
    }
    const std::vector<Order> orders = ordersAmong(from);
    guess(among(orders, from, cut, goal));
    return areInOrder(orders);
  }

  Term asMany(const Words& words, const Words& from, Cut& cut) {
    const auto sum = [&](const Words& all) {
      Term count = terms_.constant(16, 0);
      for (const Node* const word : all)
        count = count + cut.of(Term(word))
                            .eq(terms_.variable(word->width, fmt::format("any of {} bits", unsigned{word->width})))
                            .zext(16);
      return count;
    };
    return sum(words).eq(sum(from));
  }

  Terms& terms_;
  const std::string name_;
  std::vector<Term> left_, orders_;
  std::vector<SameCounts> counts_;
  bool areFew_ = false;
  std::set<bool> asSigned_; ///< how words are compared
  std::unordered_map<const Node*, Sums> values_;
  std::set<std::pair<const Node*, unsigned>> ways_;                   ///< from the words asked about, on some input
  std::unordered_set<const Node*> live_;                              ///< where these lead
  std::unordered_map<const Node*, std::set<const Node*>> chosenFrom_; ///< at the end, on some input
  std::unordered_set<const Node*> asked_;
  std::unordered_map<const Node*, bool> shown_; ///< of conditions: have they steps?
  std::vector<Obligation> steps_;
};

} // namespace

Staged byStages(Term statement, std::span<const Assignment> inputs, const symbolic::Functions& functions,
                const std::string& name) {
  return Stages(statement, inputs, functions, name).steps();
}

} // namespace warplaw::proofs::kernels
