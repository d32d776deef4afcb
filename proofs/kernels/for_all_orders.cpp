#include "proofs/kernels/for_all_orders.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>
#include <unordered_map>

namespace warplaw::proofs::kernels {
namespace {
using symbolic::Assignment;
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::Terms;

bool isOrder(Op op) { return op == Op::Ult || op == Op::Ule || op == Op::Slt || op == Op::Sle; }
bool isSigned(Op op) { return op == Op::Slt || op == Op::Sle; }
std::string narrowName(std::string_view word, unsigned width) { return fmt::format("{} of {} bits", word, width); }

/// Least and greatest of words, and that one is another or not above it. Each threshold makes bits of the words, and of
/// their least and greatest the conjunction and disjunction of these; and equal words are those with equal bits at all
/// thresholds. So a statement of this kind holds for all words if it does for all bits. The least and the greatest word
/// that there is have the same bit at all thresholds. One word may be another number: it is as free as the others, as
/// there are lesser and greater ones.
class Bounds {
public:
  Bounds(Terms& terms, bool takesAny) : terms_(terms), takesAny_(takesAny) {}

  /// Nothing: it is no such statement.
  std::optional<Term> ofBits(Term statement) {
    std::vector<Term> all;
    for (const Term one : symbolic::conjunctsOf(std::array{statement})) {
      const auto bits = atom(one);
      if (!bits)
        return std::nullopt;
      all.push_back(*bits);
    }
    if (isOneWay_ && signs_.size() > 1)
      return std::nullopt;
    return terms_.all(all);
  }

  bool isStronger() const { return !any_.empty() || isOneWay_; }

  /// Words that make these bits of the variables.
  std::function<Assignment(Assignment)> widened(std::vector<std::string> names) const {
    return [names = std::move(names), number = number_](Assignment model) {
      const auto bitIn = [&](std::string_view word) {
        const auto found = model.find(narrowName(word, 1));
        return found == model.end() ? std::optional<Bits>() : found->second;
      };
      // both are in order, signed or not; where one of them is the sign's neighbour, all words are compared in one way
      const Bits low = number ? number.value() - bitIn(kNumber).value_or(0) : Bits{0};
      const Bits all = number ? symbolic::onesOf(number.width()) : ~Bits{0};
      for (const std::string& name : names)
        if (const auto bit = bitIn(name); bit || !model.contains(name))
          model[name] = (low + bit.value_or(0)) & all;
      return model;
    };
  }

private:
  static constexpr std::string_view kNumber = "a number";
  std::optional<Term> atom(Term term) {
    const bool isNot = term.op() == Op::Not;
    if (isNot)
      term = term.arg(0);
    const Op op = term.op();
    if (op == Op::Eq && !isNot && term.arg(0).width() > 1) {
      const auto unsignedBits = equal(term, false);
      return unsignedBits ? unsignedBits : equal(term, true);
    }
    if (!isOrder(op) || (op == Op::Ult || op == Op::Slt) != isNot)
      return std::nullopt;
    const auto sides = bothOf(term, isSigned(op));
    if (!sides)
      return std::nullopt;
    return isNot ? sides->second.implies(sides->first) : sides->first.implies(sides->second); // not a < b: b <= a
  }
  std::optional<Term> equal(Term term, bool asSigned) {
    const auto sides = bothOf(term, asSigned);
    return sides ? std::optional(sides->first.eq(sides->second)) : std::nullopt;
  }
  std::optional<std::pair<Term, Term>> bothOf(Term term, bool asSigned) {
    bits_.clear();
    ways_.clear();
    const Term number = number_;
    const bool isOneWay = isOneWay_;
    const auto a = bitOf(term.arg(0), {asSigned, false}), b = bitOf(term.arg(1), {asSigned, false});
    if (!a || !b || ways_.size() != 1) {
      number_ = number;
      isOneWay_ = isOneWay;
      return std::nullopt;
    }
    signs_.insert(ways_.begin()->asSigned);
    return std::pair(*a, *b);
  }

  /// In which order a word stands, and whether the threshold is one from above.
  struct Way {
    bool asSigned, isReversed;
    auto operator<=>(const Way&) const = default;
  };
  std::optional<Term> bitOf(Term word, Way way) {
    const std::pair key(word.node(), way);
    if (const auto found = bits_.find(key); found != bits_.end())
      return found->second;
    std::optional<Term> bit;
    if (word.op() == Op::Variable) {
      ways_.insert(way); // one for all: bits of other thresholds would be others
      bit = terms_.variable(1, narrowName(word.node()->name, 1));
    } else if (word.isConstant()) {
      const Bits half = symbolic::onesOf(word.width()) >> 1, rest = word.value() & half;
      const Bits least = way.asSigned ? half + 1 : Bits{0}, greatest = least + symbolic::onesOf(word.width());
      if (word.value() == least || word.value() == (greatest & symbolic::onesOf(word.width()))) {
        bit = terms_.truth(word.value() != least);
      } else if (!number_ || number_.same(word)) { // others are lesser and greater
        number_ = word;
        isOneWay_ |= rest == 0 || rest == half;
        ways_.insert(way);
        bit = terms_.variable(1, narrowName(kNumber, 1));
      }
    } else if (word.op() == Op::Ite) {
      bit = bound(word, way);
    } else if (bit = turned(word, way); !bit && takesAny_) {
      const auto [own, isNew] = any_.try_emplace(word.node(), any_.size());
      ways_.insert(way);
      bit = terms_.variable(1, narrowName(fmt::format("any word {}", own->second), 1));
    }
    bits_.emplace(key, bit);
    return bit;
  }

  /// Bits of a word from `low` on, of which some are turned.
  struct Piece {
    Term word;
    unsigned low;
    Bits turned;
  };
  static Piece pieceOf(Term term) {
    const Op op = term.op();
    if (op == Op::Extract)
      return {term.arg(0), static_cast<unsigned>(term.node()->value), 0};
    if (op == Op::Not || (op == Op::Xor && (term.arg(0).isConstant() || term.arg(1).isConstant()))) {
      const unsigned by = op == Op::Xor && term.arg(0).isConstant() ? 0 : 1;
      Piece piece = pieceOf(term.arg(op == Op::Not ? 0 : 1 - by));
      piece.turned ^= op == Op::Not ? symbolic::onesOf(term.width()) : term.arg(by).value();
      return piece;
    }
    if (op == Op::Concat) {
      const Piece high = pieceOf(term.arg(0)), low = pieceOf(term.arg(1));
      const unsigned width = term.arg(1).width();
      if (high.word.same(low.word) && high.low == low.low + width)
        return {low.word, low.low, high.turned << width | low.turned};
    }
    return {term, 0, 0};
  }

  /// Signed and unsigned numbers differ by a bit; what is greater is less where all bits are others.
  std::optional<Term> turned(Term word, Way way) {
    const Bits all = symbolic::onesOf(word.width()), sign = Bits{1} << (word.width() - 1);
    const Piece whole = pieceOf(word);
    const bool reverses = (whole.turned & all >> 1) != 0, toOther = whole.turned == sign || whole.turned == all >> 1;
    if (whole.word.same(word) || whole.low != 0 || whole.word.width() != word.width() ||
        (whole.turned != 0 && whole.turned != all && !toOther))
      return std::nullopt;
    const auto bit = bitOf(whole.word, {way.asSigned != toOther, way.isReversed != reverses});
    return bit && reverses ? std::optional(~*bit) : bit;
  }

  /// a < b ? a : b, and its kin. If the words are equal, it does not matter which one is chosen.
  std::optional<Term> bound(Term word, Way way) {
    const Term first = word.arg(1), second = word.arg(2);
    const auto whenLess = whereLess(word.arg(0), first, second, way),
               whenGreater = whereLess(word.arg(0), second, first, way);
    if (!whenLess || !whenGreater || *whenLess == *whenGreater)
      return std::nullopt;
    const auto a = bitOf(first, way), b = a ? bitOf(second, way) : std::nullopt;
    if (!b)
      return std::nullopt;
    return *whenLess ? *a & *b : *a | *b;
  }

  /// What a condition is where one word is less than another, if that says it.
  static std::optional<bool> whereLess(Term condition, Term less, Term greater, Way way) {
    const Op op = condition.op();
    if (op == Op::Not) {
      const auto turned = whereLess(condition.arg(0), less, greater, way);
      return turned ? std::optional(!*turned) : std::nullopt;
    }
    if (op == Op::And || op == Op::Or) {
      const auto a = whereLess(condition.arg(0), less, greater, way);
      const auto b = whereLess(condition.arg(1), less, greater, way);
      const bool decides = op == Op::Or;
      if ((a && *a == decides) || (b && *b == decides))
        return decides;
      return a && b ? std::optional(!decides) : std::nullopt;
    }
    const auto isUpTo = [&](Term one, Term bound) { // one <= bound, as it is folded: one < bound + 1
      const Bits all = symbolic::onesOf(one.width()), least = way.asSigned ? (all >> 1) + 1 : Bits{0};
      return op == (way.asSigned ? Op::Slt : Op::Ult) && condition.arg(0).same(one) && bound.isConstant() &&
             condition.arg(1).isConstant() && condition.arg(1).value() == ((bound.value() + 1) & all) &&
             condition.arg(1).value() != least;
    };
    if (isUpTo(less, greater) || isUpTo(greater, less))
      return isUpTo(less, greater);
    const bool isThat =
        condition.node()->argCount == 2 && condition.arg(0).same(less) && condition.arg(1).same(greater);
    const bool isOther =
        condition.node()->argCount == 2 && condition.arg(0).same(greater) && condition.arg(1).same(less);
    if ((!isThat && !isOther) || (op != Op::Eq && (!isOrder(op) || isSigned(op) != way.asSigned)))
      return std::nullopt;
    return op != Op::Eq && isThat;
  }

  Terms& terms_;
  const bool takesAny_;
  std::map<const Node*, std::size_t> any_; ///< words that are computed
  Term number_;                            ///< null: there is none
  bool isOneWay_ = false;                  ///< it has lesser and greater ones in one of both orders alone
  std::set<bool> signs_;                   ///< whether what was compared is signed
  std::map<std::pair<const Node*, Way>, std::optional<Term>> bits_;
  std::set<Way> ways_;
};

/// Words that are compared with each other, or chosen from, are of one class. Whatever else happens to one spoils it.
class Classes {
public:
  explicit Classes(Term statement) : statement_(statement), walk_(std::array{statement}) {
    for (const Node* const node : walk_.nodes())
      look(*node);
  }

  std::optional<ForAllOrders> narrowed() {
    std::vector<Term> made; // as the walk goes
    for (const Node* const node : walk_.nodes()) {
      std::vector<Term> args;
      for (unsigned i = 0; i < node->argCount; ++i)
        args.push_back(made[walk_.indexOf(node->args[i])]);
      const Term term = remade(*node, args);
      made.push_back(term                  ? term
                     : node->argCount == 0 ? Term(node)
                                           : node->owner->make(node->op, node->width, args, node->value, node->name));
    }
    if (wide_.empty())
      return std::nullopt;
    return ForAllOrders{made.back(), [wide = wide_](Assignment model) {
                          for (const auto& [name, widened] : wide) {
                            const auto found = model.find(narrowName(name, widened.first));
                            const Bits narrow = found == model.end() ? Bits{0} : found->second;
                            if (found != model.end() || !model.contains(name))
                              model[name] = widened.second(narrow);
                          }
                          return model;
                        }};
  }

private:
  struct Class {
    const Node* under = nullptr; ///< of which it is a part
    bool isSpoiled = false, isSigned = false, isUnsigned = false;
    std::set<Bits> constants;
    unsigned variables = 0;
    std::map<Bits, Bits> places; ///< of the constants, among the narrow words
    unsigned width = 0;          ///< of these; 0: not known yet
  };

  Class& of(const Node* node) {
    Class* own = &classes_[node];
    while (own->under) { // the way is halved: chains of choices are long
      Class& next = classes_[own->under];
      if (next.under)
        own->under = next.under;
      own = &next;
    }
    return *own;
  }
  void spoil(const Node* node) {
    if (node->width > 1 && node->op != Op::Constant)
      of(node).isSpoiled = true;
  }
  void join(const Node* a, const Node* b) {
    if (a->op == Op::Constant)
      std::swap(a, b);
    if (b->op == Op::Constant) {
      if (a->op != Op::Constant)
        of(a).constants.insert(b->value);
      return;
    }
    Class &into = of(a), &from = of(b);
    if (&into == &from)
      return;
    while (classes_[a].under)
      a = classes_[a].under;
    from.under = a;
    into.isSpoiled |= from.isSpoiled;
    into.isSigned |= from.isSigned;
    into.isUnsigned |= from.isUnsigned;
    into.constants.merge(from.constants);
    into.variables += from.variables;
  }

  void look(const Node& node) {
    const bool isComparison = (node.op == Op::Eq || isOrder(node.op)) && node.args[0]->width > 1;
    if (isComparison) {
      join(node.args[0], node.args[1]);
      const Node* const word = node.args[node.args[0]->op == Op::Constant ? 1 : 0];
      Class& own = of(word);
      own.isSigned |= isSigned(node.op);
      own.isUnsigned |= isOrder(node.op) && !isSigned(node.op);
      return;
    }
    if (node.op == Op::Ite && node.width > 1) {
      join(&node, node.args[1]);
      join(&node, node.args[2]);
      return;
    }
    if (node.op == Op::Variable && node.width > 1)
      ++of(&node).variables;
    else
      spoil(&node);
    for (unsigned i = 0; i < node.argCount; ++i)
      spoil(node.args[i]);
  }

  /// Between two constants there are as many narrow words as there are words, or variables: they need no more.
  bool isNarrow(Class& own, unsigned width) {
    if (own.width != 0)
      return own.width < width;
    own.width = width;
    if (own.isSpoiled || (own.isSigned && own.isUnsigned))
      return false;
    const Bits sign = own.isSigned ? Bits{1} << (width - 1) : Bits{0};
    std::set<Bits> ordered;
    for (const Bits one : own.constants)
      ordered.insert(one ^ sign);
    Bits next = 0, place = 0; // the least word that is not placed yet, and where it goes
    for (const Bits one : ordered) {
      place += std::min<Bits>(one - next, own.variables);
      own.places[one ^ sign] = place++;
      next = one + 1;
    }
    place += own.variables;
    const auto narrow = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(place)));
    own.width = std::min(width, std::max(narrow, 2u));
    return own.width < width;
  }

  /// Null: the same operation.
  Term remade(const Node& node, std::span<const Term> args) {
    const bool isComparison = (node.op == Op::Eq || isOrder(node.op)) && node.args[0]->width > 1;
    const bool isWord = node.width > 1 && (node.op == Op::Variable || node.op == Op::Ite);
    if (!isComparison && !isWord)
      return {};
    const Node* const word = isWord ? &node : node.args[node.args[0]->op == Op::Constant ? 1 : 0];
    Class& own = of(word);
    if (word->op == Op::Constant || !isNarrow(own, word->width))
      return {};
    Terms& terms = *node.owner;
    if (node.op == Op::Variable) {
      const auto widened = [places = own.places, width = node.width, isSigned = own.isSigned](Bits narrow) {
        const Bits sign = isSigned ? Bits{1} << (width - 1) : Bits{0};
        Bits word = narrow; // without constants below it
        for (const auto& [constant, place] : places)
          if (place <= narrow)
            word = std::max(word, (constant ^ sign) + (narrow - place));
        return (places.empty() ? word : word ^ sign) & symbolic::onesOf(width);
      };
      wide_.try_emplace(std::string(node.name), own.width, widened);
      return terms.variable(own.width, narrowName(node.name, own.width));
    }
    std::vector<Term> parts(args.begin(), args.end());
    for (unsigned i = isWord ? 1 : 0; i < parts.size(); ++i)
      if (node.args[i]->op == Op::Constant)
        parts[i] = terms.constant(own.width, own.places.at(node.args[i]->value));
    const Op op = node.op == Op::Slt ? Op::Ult : node.op == Op::Sle ? Op::Ule : node.op;
    return terms.make(op, isWord ? own.width : 1, parts);
  }

  const Term statement_;
  const symbolic::Walk walk_;
  std::unordered_map<const Node*, Class> classes_;
  /// For each variable, how wide it became, and what its values stand for.
  std::map<std::string, std::pair<unsigned, std::function<Bits(Bits)>>> wide_;
};

/// Does it fail for random bits?
bool failsOfSome(Term holds) {
  constexpr unsigned kTried = 64;
  std::mt19937_64 dice(1);
  const std::vector<Term> variables = symbolic::variablesOf(std::array{holds});
  for (unsigned i = 0; i < kTried; ++i) {
    Assignment bits;
    for (const Term one : variables)
      bits[std::string(one.node()->name)] = dice() & 1;
    if (symbolic::evaluate(std::vector{holds}, bits)[0] == 0)
      return true;
  }
  return false;
}

} // namespace

std::optional<ForAllOrders> forAllOrders(Term statement, bool takesAny) {
  for (const bool isAny : {false, true}) {
    Bounds bounds(statement.terms(), isAny);
    const auto bits = isAny && !takesAny ? std::nullopt : bounds.ofBits(statement);
    if (!bits || (bounds.isStronger() && failsOfSome(*bits)))
      continue;
    std::vector<std::string> names;
    for (const Term one : symbolic::variablesOf(std::array{statement}))
      names.emplace_back(one.node()->name);
    return ForAllOrders{*bits, bounds.widened(std::move(names)), true, bounds.isStronger()};
  }
  return Classes(statement).narrowed();
}

} // namespace warplaw::proofs::kernels
