#include "proofs/kernels/simplified.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs::kernels {
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::Term;
using symbolic::Terms;
namespace {

constexpr unsigned kMostParts = 4000;               ///< of one sum
constexpr unsigned kDeepestSimplified = 40;         ///< sums within a sum, and words that are extended
constexpr unsigned kMostConditionsBeside = 64;      ///< that stand together
constexpr unsigned kMostTimes = 3;                  ///< once more
constexpr Bits kMostValues = 65;                    ///< of an input that is asked about value by value
constexpr std::size_t kMostOfOne = 500;             ///< nodes of a condition that may say something of others
constexpr std::size_t kMostLooksBeside = 1'000'000; ///< at what stands beside a condition

/// The greatest number that a word may be, as far as its operations show.
class Greatest {
public:
  Bits of(Term word, unsigned depth = 0) {
    const Bits all = symbolic::onesOf(word.width());
    if (word.isConstant())
      return word.value();
    if (depth > kDeepestSimplified || (word.op() != Op::Zext && word.op() != Op::Add) || word.width() > 64)
      return all;
    if (const auto found = known_.find(word.node()); found != known_.end())
      return found->second;
    const Bits most = of(word.arg(0), depth + 1) + (word.op() == Op::Add ? of(word.arg(1), depth + 1) : Bits{0});
    return known_.emplace(word.node(), std::min(all, most)).first->second;
  }

private:
  std::unordered_map<const Node*, Bits> known_;
};

std::size_t sizeOf(Term term) {
  const symbolic::Walk walk(std::array{term});
  return walk.nodes().size();
}

/// How often each word is added, modulo 2^width.
class Sum {
public:
  Sum(unsigned width, Greatest& greatest) : width_(width), greatest_(greatest) {}
  struct Part {
    Term word; ///< no wider than the sum
    Bits times;
  };

  void add(Term word, Bits times) {
    times &= symbolic::onesOf(width_);
    if (times == 0 || ++looks_ > kMostParts)
      return;
    if (word.isConstant()) {
      constant = (constant + word.value() * times) & symbolic::onesOf(width_);
      return;
    }
    const bool isWhole = word.width() == width_; // otherwise it must not have wrapped
    const bool isExact = word.op() == Op::Add && greatest_.of(word) < symbolic::onesOf(word.width());
    if (word.op() == Op::Add && (isWhole || isExact)) {
      add(word.arg(0), times);
      add(word.arg(1), times);
    } else if (isWhole && word.op() == Op::Sub) {
      add(word.arg(0), times);
      add(word.arg(1), Bits{0} - times);
    } else if (isWhole && word.op() == Op::Neg) {
      add(word.arg(0), Bits{0} - times);
    } else if (word.op() == Op::Zext) {
      add(word.arg(0), times);
    } else if (word.op() == Op::Concat && word.arg(1).isConstant()) {
      add(word.arg(0), times << word.arg(1).width());
      add(word.arg(1), times);
    } else if (word.op() == Op::Ite && word.arg(1).isConstant() && word.arg(2).isConstant()) {
      add(word.arg(2), times);
      add(word.arg(0), times * (word.arg(1).value() - word.arg(2).value()));
    } else {
      Part& part = parts.try_emplace(word.node()->id, Part{word, 0}).first->second;
      part.times = (part.times + times) & symbolic::onesOf(width_);
      if (part.times == 0)
        parts.erase(word.node()->id);
    }
  }
  bool isKnown() const { return looks_ <= kMostParts; }

  std::map<std::uint32_t, Part> parts; ///< by id
  Bits constant = 0;

private:
  const unsigned width_;
  Greatest& greatest_;
  unsigned looks_ = 0;
};

class Simplifier {
public:
  explicit Simplifier(Terms& terms) : terms_(terms) {}

  /// Several times, as what was a comparison may be a condition now.
  Term of(Term condition) {
    Term made = once(condition);
    for (unsigned again = 0; again < kMostTimes && !made.same(condition); ++again) {
      condition = made;
      made = once(condition);
    }
    return made;
  }

private:
  Term once(Term condition) {
    const auto made = symbolic::rebuild(std::array{condition}, [&](const Node& node, std::span<const Term> args) {
      std::vector<Term> parts(args.begin(), args.end());
      for (Term& part : parts) // where a conjunction ends
        if (part.op() != node.op)
          part = together(part);
      if (node.op == Op::Eq && parts[0].width() > 1)
        return equal(parts[0], parts[1]);
      if (node.op == Op::Ult && parts[0].op() == Op::Add && parts[1].isConstant() && parts[1].value() == 2)
        return equal(parts[0], terms_.constant(parts[0].width(), 0)) |
               equal(parts[0], terms_.constant(parts[0].width(), 1));
      if (node.op == Op::Xor && node.width == 1)
        return differ(parts[0], parts[1]);
      return std::ranges::equal(parts, args, &Term::same)
                 ? Term()
                 : terms_.make(node.op, node.width, parts, node.value, node.name);
    });
    return together(made[0]);
  }

  /// a ^ b for two conditions; a negation inside becomes a negation of the result.
  static Term differ(Term a, Term b) {
    const bool isTurned = (a.op() == Op::Not) != (b.op() == Op::Not);
    a = a.op() == Op::Not ? a.arg(0) : a;
    b = b.op() == Op::Not ? b.arg(0) : b;
    const Term both = a.node()->id < b.node()->id ? a ^ b : b ^ a;
    return isTurned ? ~both : both;
  }

  Term equal(Term a, Term b) {
    if (a.op() == b.op() && (a.op() == Op::Zext || a.op() == Op::Sext) && a.arg(0).width() == b.arg(0).width())
      return equal(a.arg(0), b.arg(0));
    if (a.width() == 1)
      return ~differ(a, b);
    if (a.op() == Op::Ite && b.op() == Op::Ite) // of the same two
      for (unsigned turned = 0; turned < 2; ++turned)
        if (a.arg(1).same(b.arg(1 + turned)) && a.arg(2).same(b.arg(2 - turned))) {
          const Term others = differ(a.arg(0), b.arg(0));
          return (turned ? others : ~others) | equal(a.arg(1), a.arg(2));
        }
    for (const auto& [word, other] : {std::pair(a, b), std::pair(b, a)})
      if (word.op() == Op::Concat) {
        const unsigned low = word.arg(1).width();
        return equal(word.arg(0), other.extract(word.width() - 1, low)) & equal(word.arg(1), other.extract(low - 1, 0));
      }
    if (a.op() == Op::Xor || b.op() == Op::Xor || a.op() == Op::Not || b.op() == Op::Not)
      return equalOfXor(a, b);
    if (a.width() < symbolic::kMaxWidth)
      if (const Term found = equalOfSums(a, b))
        return found;
    return a.eq(b);
  }

  /// What stands on both sides turns the same bits.
  Term equalOfXor(Term a, Term b) {
    std::map<std::uint32_t, Term> odd;
    unsigned seen = 0;
    Term others = terms_.constant(a.width(), 0), last = others;
    const auto look = [&](auto& self, Term word) -> void {
      if (word.op() == Op::Xor) {
        self(self, word.arg(0));
        self(self, word.arg(1));
      } else if (word.op() == Op::Not) {
        others = ~others;
        self(self, word.arg(0));
      } else if (++seen; !odd.erase(word.node()->id)) {
        odd.emplace(word.node()->id, word);
      }
    };
    look(look, a);
    look(look, b);
    if (odd.size() == seen)
      return a.eq(b);
    for (const auto& [id, word] : odd) {
      others = others ^ last;
      last = word;
    }
    return equal(others, last);
  }

  /// Null: nothing falls away.
  Term equalOfSums(Term a, Term b) {
    const unsigned width = a.width();
    Sum left(width, greatest_), right(width, greatest_), both(width, greatest_);
    left.add(a, 1);
    right.add(b, 1);
    both.add(a, 1);
    both.add(b, symbolic::onesOf(width));
    if (!both.isKnown())
      return {};
    std::vector<Sum::Part> more, fewer; // on the left than on the right
    for (const auto& [id, part] : both.parts) {
      const Bits negative = (Bits{0} - part.times) & symbolic::onesOf(width);
      part.times <= negative ? more.push_back(part) : fewer.push_back({part.word, negative});
    }
    if (more.empty()) {
      std::swap(more, fewer);
      both.constant = (Bits{0} - both.constant) & symbolic::onesOf(width);
    }
    const Bits rest = (Bits{0} - both.constant) & symbolic::onesOf(width);
    if (fewer.empty())
      if (const Term found = isNumber(more, rest, width))
        return found;
    if (more.size() == 1 && fewer.empty() && more[0].times == 1 && more[0].word.width() == width &&
        !more[0].word.same(a) && !more[0].word.same(b))
      return equal(more[0].word, terms_.constant(width, rest));
    if (both.parts.size() == left.parts.size() + right.parts.size() && (left.constant == 0 || right.constant == 0))
      return {};
    if (more.size() == 1 && fewer.size() == 1 && rest == 0 && more[0].times == fewer[0].times && isExact(more, width) &&
        isExact(fewer, width)) {
      const unsigned least = std::max(more[0].word.width(), fewer[0].word.width());
      return equal(more[0].word.zext(least), fewer[0].word.zext(least));
    }
    const auto sum = [&](const std::vector<Sum::Part>& parts, Bits constant) {
      Term all = terms_.constant(width, constant);
      for (const auto& [word, times] : parts)
        all = all + word.zext(width) * terms_.constant(width, times);
      return all;
    };
    return sum(more, 0).eq(sum(fewer, rest));
  }

  /// Does the sum never wrap?
  bool isExact(const std::vector<Sum::Part>& parts, unsigned width) { return greatest(parts, width).has_value(); }
  std::optional<Bits> greatest(const std::vector<Sum::Part>& parts, unsigned width) {
    Bits all = 0;
    for (const auto& [word, times] : parts) {
      if (width > 64 || times * greatest_.of(word) > symbolic::onesOf(width))
        return std::nullopt;
      all += times * greatest_.of(word);
    }
    return all <= symbolic::onesOf(width) ? std::optional(all) : std::nullopt;
  }
  /// Null: it must be asked.
  Term isNumber(const std::vector<Sum::Part>& parts, Bits number, unsigned width) {
    const auto most = greatest(parts, width);
    if (!most || (number != 0 && number <= *most))
      return {};
    std::vector<Term> all{terms_.truth(number == 0)};
    for (const Sum::Part& part : parts)
      all.push_back(part.word.eq(Bits{0}));
    return terms_.all(all);
  }

  /// A conjunction, or a disjunction: in each part the others hold, or do not.
  Term together(Term whole) {
    const bool isAnd = whole.op() == Op::And;
    if (whole.width() != 1 || (!isAnd && whole.op() != Op::Or))
      return whole;
    if (const auto found = together_.find(whole.node()); found != together_.end())
      return found->second;
    std::vector<Term> parts;
    flatten(whole, whole.op(), parts);
    if (parts.size() > kMostConditionsBeside)
      return whole;
    if (!isAnd && areAllChoices(parts))
      return together_.emplace(whole.node(), terms_.truth(true)).first->second;
    if (looks_ >= kMostLooksBeside)
      return together_.emplace(whole.node(), whole).first->second;
    const auto large = std::ranges::partition(parts, [&](Term one) { return isSmall(one); });
    std::vector<Term> rest(large.begin(), large.end());
    parts.erase(large.begin(), large.end());
    std::ranges::partition(parts, [&](Term one) { return (isAnd ? one : ~one).op() == Op::Eq; });
    Known all;
    for (std::size_t i = 0; i < parts.size() && looks_ < kMostLooksBeside; ++i) {
      const Term own = parts[i];
      if (own.isConstant())
        continue;
      const Known known = knownFrom(isAnd ? own : ~own);
      parts = under(known, parts);
      parts[i] = own;
      all.insert(known.begin(), known.end());
    }
    const std::vector<Term> last = under(all, rest); // one that is large says little of the others
    parts.insert(parts.end(), last.begin(), last.end());
    const Term made = isAnd ? terms_.all(parts) : terms_.any(parts);
    together_.emplace(whole.node(), made);
    return made;
  }

  /// Is a word one of those that it is chosen from, as alternatives say of each of them? They may leave out what is
  /// chosen under a condition if another one of them says that it does not hold.
  static bool areAllChoices(std::span<const Term> alternatives) {
    std::unordered_set<const Node*> among;
    std::map<const Node*, std::unordered_set<const Node*>> equals;
    for (const Term one : alternatives) {
      among.insert(one.node());
      for (unsigned side = 0; one.op() == Op::Eq && side < 2; ++side)
        if (one.arg(side).op() == Op::Ite)
          equals[one.arg(side).node()].insert(one.arg(1 - side).node());
    }
    return std::ranges::any_of(equals, [&](const auto& own) {
      std::unordered_set<const Node*> seen;
      const auto isNamed = [&](auto& self, Term word) -> bool {
        if (own.second.contains(word.node()) || !seen.insert(word.node()).second)
          return true;
        return word.op() == Op::Ite && (among.contains(word.arg(0).node()) || self(self, word.arg(1))) &&
               (among.contains((~word.arg(0)).node()) || self(self, word.arg(2)));
      };
      return isNamed(isNamed, Term(own.first));
    });
  }

  /// What terms are where a condition holds.
  using Known = std::map<const Node*, Term>;
  Known knownFrom(Term holds) const {
    Known known{{holds.node(), terms_.truth(true)}, {(~holds).node(), terms_.truth(false)}};
    for (unsigned side = 0; holds.op() == Op::Eq && side < 2 && known.size() == 2; ++side)
      if (holds.arg(side).op() == Op::Variable && !reads(holds.arg(1 - side), holds.arg(side)))
        known.emplace(holds.arg(side).node(), holds.arg(1 - side));
    return known;
  }
  std::vector<Term> under(const Known& known, std::span<const Term> conditions) {
    return symbolic::rebuild(conditions, [&](const Node& node, std::span<const Term>) {
      ++looks_;
      const auto found = known.find(&node);
      return found == known.end() ? Term() : found->second;
    });
  }

  bool isSmall(Term condition) {
    const auto [found, isNew] = small_.try_emplace(condition.node(), false);
    if (isNew) {
      std::unordered_set<const Node*> seen{condition.node()};
      std::vector<const Node*> left{condition.node()};
      while (!left.empty() && seen.size() <= kMostOfOne) {
        const Node* const node = left.back();
        left.pop_back();
        for (unsigned i = 0; i < node->argCount; ++i)
          if (seen.insert(node->args[i]).second)
            left.push_back(node->args[i]);
      }
      looks_ += seen.size();
      found->second = seen.size() <= kMostOfOne;
    }
    return found->second;
  }

  /// Not (a and b): a does not hold, or b does not.
  static void flatten(Term term, Op op, std::vector<Term>& to) {
    const bool isTurned = term.op() == Op::Not;
    const Term whole = isTurned ? term.arg(0) : term;
    if (to.size() > kMostConditionsBeside || whole.op() != (isTurned == (op == Op::And) ? Op::Or : Op::And)) {
      to.push_back(term);
      return;
    }
    for (unsigned i = 0; i < 2; ++i)
      flatten(isTurned ? ~whole.arg(i) : whole.arg(i), op, to);
  }
  static bool reads(Term term, Term variable) {
    const auto all = symbolic::variablesOf(std::array{term});
    return std::ranges::any_of(all, [&](Term one) { return one.same(variable); });
  }

  Terms& terms_;
  Greatest greatest_;
  std::unordered_map<const Node*, Term> together_;
  std::unordered_map<const Node*, bool> small_;
  std::size_t looks_ = 0;
};

} // namespace

Term simplified(Term condition) {
  const Term made = Simplifier(condition.terms()).of(condition);
  return sizeOf(made) <= sizeOf(condition) ? made : condition;
}

std::optional<unsigned> valuesOf(Term input, std::span<const Term> required) {
  const Bits sign = Bits(1) << (input.width() - 1);
  std::optional<unsigned> fewest, fewestSigned;
  const Term isNotBelow = ~input.slt(input.terms().constant(input.width(), 0));
  bool isNegative = true; // it may be
  for (const Term one : symbolic::conjunctsOf(required)) {
    isNegative &= !one.same(isNotBelow);
    const bool isNot = one.op() == Op::Not; // !(c < n) is n <= c
    const Term compared = isNot ? one.arg(0) : one;
    const bool isSigned = compared.op() == Op::Slt || compared.op() == Op::Sle;
    if (!isSigned && compared.op() != Op::Ult && compared.op() != Op::Ule)
      continue;
    const bool isStrict = (compared.op() == Op::Ult || compared.op() == Op::Slt) != isNot;
    const Term less = compared.arg(isNot ? 1 : 0), bound = compared.arg(isNot ? 0 : 1);
    if (isSigned && bound.same(input) && less.isConstant() && less.value() < sign)
      isNegative = false;
    if (!less.same(input) || !bound.isConstant() || bound.value() > kMostValues || (isSigned && bound.value() >= sign))
      continue;
    const unsigned count = static_cast<unsigned>(bound.value()) + (isStrict ? 0 : 1);
    std::optional<unsigned>& own = isSigned ? fewestSigned : fewest;
    if (count >= 1 && count <= kMostValues && (!own || count < *own))
      own = count;
  }
  if (fewestSigned && !isNegative && (!fewest || *fewestSigned < *fewest))
    return fewestSigned;
  return fewest;
}

Term oncePerShape(Term condition) {
  constexpr std::size_t kMostShapes = 4;
  const std::vector<Term> parts = symbolic::conjunctsOf(std::array{condition});
  const symbolic::Walk walk(parts);
  if (std::ranges::any_of(walk.nodes(), [](const Node* node) { return node->op == Op::Apply; }))
    return condition; // the order of operands that commute would be another
  Terms& terms = condition.terms();
  std::unordered_set<const Node*> known;
  std::vector<Term> shapes;
  for (const Term part : parts) {
    std::vector<std::pair<Term, Term>> names;
    for (const Term word : symbolic::variablesOf(std::array{part}))
      names.emplace_back(word,
                         terms.variable(word.width(), fmt::format("word {} of {} bits", names.size(), word.width())));
    const Term shape = symbolic::substitute(part, names);
    if (known.insert(shape.node()).second)
      shapes.push_back(shape);
    if (shapes.size() > kMostShapes)
      return condition;
  }
  return shapes.size() < parts.size() ? terms.all(shapes) : condition;
}

Term forEachValue(Term statement, std::span<const Term> required, Term input, unsigned count) {
  Terms& terms = statement.terms();
  const Term whole = terms.all(required).implies(statement);
  std::vector<Term> all{terms.all(required).implies(input.ult(count))};
  for (Bits value = 0; value < count; ++value)
    all.push_back(symbolic::substitute(whole, std::array{std::pair(input, terms.constant(input.width(), value))}));
  return terms.all(all);
}

} // namespace warplaw::proofs::kernels
