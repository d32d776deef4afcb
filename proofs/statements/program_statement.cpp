// Numbers are integers that are known lane by lane; they become words, modulo 2^32, where they meet a word. What
// numbers alone decide is decided here, so that a branch that is not taken may name lanes that there are not.
#include "proofs/statements/program_statement.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>
#include <variant>

namespace warplaw::proofs {
namespace {
using spec::Rejection;
using spec::Signedness;
using spec::Statement;
using Op = spec::StatementOp;
using symbolic::Bits;

constexpr std::int64_t kGreatest = std::int64_t{1} << 40; ///< of numbers: far beyond any word
constexpr std::int64_t kLeastOfWords = -(std::int64_t{1} << 31), kGreatestOfWords = (std::int64_t{1} << 32) - 1;

/// A number, a truth that numbers decided, or a term: of width 32 a word, of width 1 a truth.
using Value = std::variant<std::int64_t, bool, Term>;

bool isTruth(const Value& value) {
  const Term* term = std::get_if<Term>(&value);
  return std::holds_alternative<bool>(value) || (term && term->width() == 1);
}
std::string kindOf(const Value& value) {
  return isTruth(value) ? "a truth value" : std::holds_alternative<Term>(value) ? "a word" : "a number";
}

/// Thrown and caught in this file alone.
struct Rejected {
  Rejection rejection;
};
[[noreturn]] void reject(const Statement& where, std::string message, std::string accepted) {
  throw Rejected{Rejection{"statement", std::move(message), std::move(accepted), where.position}};
}

class Meaning {
public:
  Meaning(unsigned lane, const Warps& warps) : lane_(lane), warps_(warps), terms_(warps.before.active.terms()) {}

  Term whole(const Statement& statement) { return truth(statement); }
  Term ofConstants(const Statement& statement) {
    isOfConstants_ = true;
    return truth(statement);
  }
  Outline outline(const Statement& statement) {
    isOutlined_ = true;
    outline_.truth = truth(statement);
    return outline_;
  }
  std::vector<Conditional> conditionals(const Statement& statement) {
    truth(statement);
    return found_;
  }

private:
  // ---- kinds

  Term asTerm(const Value& value) const {
    if (const auto* number = std::get_if<std::int64_t>(&value))
      return terms_.constant(32, static_cast<std::uint32_t>(*number));
    if (const auto* known = std::get_if<bool>(&value))
      return terms_.truth(*known);
    return std::get<Term>(value);
  }
  Value truthOrKnown(const Statement& s) {
    Value value = of(s);
    if (!isTruth(value))
      reject(s, kindOf(value) + " where a truth value belongs", "a comparison, P0[..], !, &&, || or ==>");
    return value;
  }
  Term truth(const Statement& s) { return asTerm(truthOrKnown(s)); }
  Value wordOrNumber(const Statement& s) {
    Value value = of(s);
    if (isTruth(value))
      reject(s, "a truth value where a word belongs", "a register, a number, or CONDITION ? 1 : 0");
    return value;
  }
  std::int64_t number(const Statement& s, const char* of) {
    const Value value = wordOrNumber(s);
    if (const auto* known = std::get_if<std::int64_t>(&value))
      return *known;
    reject(s, fmt::format("{} cannot depend on what registers hold", of), "lane, numbers, variables of sums");
  }
  static std::int64_t limited(const Statement& s, std::int64_t value) {
    if (value < -kGreatest || value > kGreatest)
      reject(s, "a number gets too large", fmt::format("-{0}..{0}", kGreatest));
    return value;
  }
  unsigned laneOf(const Statement& s) {
    const std::int64_t lane = number(s.args[0], "which lane is meant");
    if (lane < 0 || lane >= std::int64_t{spec::kLanes})
      reject(s.args[0], fmt::format("in lane {} this names lane {}", lane_, lane),
             "lanes 0..31; CONDITION ? .. : .. where some lanes have none");
    return static_cast<unsigned>(lane);
  }

  // ---- what is named

  const symbolic::WarpTerms& warpOf(const Statement& s, bool isWritten) const {
    if (s.old || !warps_.after)
      return warps_.before;
    if (!isWritten)
      reject(s, fmt::format("no instruction writes {}{}", s.op == Op::Register ? 'R' : 'P', s.value),
             fmt::format("old {}{}[..], or what is written", s.op == Op::Register ? 'R' : 'P', s.value));
    return *warps_.after;
  }
  Value named(const Statement& s) {
    const auto index = static_cast<std::size_t>(s.value);
    if (s.op == Op::Active)
      return warps_.before.active.bit(laneOf(s));
    if (s.op == Op::Exited) {
      const unsigned lane = laneOf(s);
      return warps_.exited ? Value(warps_.exited.bit(lane)) : Value(false);
    }
    const bool isRegister = s.op == Op::Register;
    const bool isWritten =
        warps_.written && (isRegister ? warps_.written->registers[index] : warps_.written->predicates[index]);
    const symbolic::WarpTerms& warp = warpOf(s, isWritten);
    return cellOf(s, warp, laneOf(s));
  }
  static Term cellOf(const Statement& s, const symbolic::WarpTerms& warp, unsigned lane) {
    const auto index = static_cast<std::size_t>(s.value);
    return s.op == Op::Register ? warp.registers[index][lane] : warp.predicates[index].bit(lane);
  }

  /// Is the cell the same in both runs? Inside a statement that need not hold, this would be another question.
  Value defined(const Statement& s) {
    const Statement& cell = s.args[0];
    if (!warps_.other || !isNeeded_)
      reject(s, "defined(..) is asked where it need not hold",
             "in ensures: and claim: alone, by itself, behind ==>, beside && or within all(..)");
    const Term x = asTerm(named(cell));
    const Term y = asTerm(cellOf(cell, *warps_.other, laneOf(cell)));
    return isOutlined_ && x.width() == 32 && !x.same(y) ? placeOf(x, y) : x.eq(y);
  }

  // ---- operators

  static std::int64_t onNumbers(const Statement& s, std::int64_t a, std::int64_t b) {
    std::int64_t result = kGreatest + 1;
    switch (s.op) {
    case Op::Multiply:
      return limited(s, __builtin_mul_overflow(a, b, &result) ? kGreatest + 1 : result);
    case Op::Add:
      return limited(s, a + b);
    case Op::Subtract:
      return limited(s, a - b);
    case Op::BitAnd:
      return a & b;
    case Op::BitOr:
      return a | b;
    case Op::BitXor:
      return a ^ b;
    default:
      break;
    }
    if (a < 0 || b < 0 || b >= 32)
      reject(s, "a number is shifted that is negative, or not by 0..31", "what is not negative, shifted by 0..31");
    return limited(s, s.op == Op::ShiftLeft ? a << b : a >> b);
  }
  /// Modulo 2^32 a number would become another one, which orders, shifts and floats tell apart.
  static void checkHeld(const Statement& s, const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number && (*number < kLeastOfWords || *number > kGreatestOfWords))
      reject(s, fmt::format("no word holds {}", *number), fmt::format("{}..{}", kLeastOfWords, kGreatestOfWords));
  }
  Value arithmetic(const Statement& s) {
    const Value left = wordOrNumber(s.args[0]), right = wordOrNumber(s.args[1]);
    const Term x = asTerm(left), y = asTerm(right);
    const auto* a = std::get_if<std::int64_t>(&left);
    const auto* b = std::get_if<std::int64_t>(&right);
    if (a && b && s.op != Op::FloatAdd)
      return onNumbers(s, *a, *b);
    if (s.op == Op::FloatAdd || s.op == Op::ShiftLeft || s.op == Op::ShiftRight)
      for (const Value* side : {&left, &right})
        checkHeld(s, *side);
    if (s.op == Op::FloatAdd)
      return x.floatAdd(y);
    switch (s.op) {
    case Op::Multiply:
      return x * y;
    case Op::Add:
      return x + y;
    case Op::Subtract:
      return x - y;
    case Op::BitAnd:
      return x & y;
    case Op::BitOr:
      return x | y;
    case Op::BitXor:
      return x ^ y;
    case Op::ShiftLeft:
      return x.shl(y);
    default:
      return s.signedness == Signedness::Signed ? x.ashr(y) : x.lshr(y);
    }
  }
  Value comparison(const Statement& s) {
    const bool isNeeded = isNeeded_;
    const Value left = unneeded([&] { return of(s.args[0]); }), right = unneeded([&] { return of(s.args[1]); });
    if (isTruth(left) != isTruth(right))
      reject(s, fmt::format("{} is compared with {}", kindOf(left), kindOf(right)), "two words, or two truth values");
    const bool isOrder = s.op == Op::Less || s.op == Op::LessOrEqual;
    if (isTruth(left) && isOrder)
      reject(s, "truth values have no order", "== or !=");
    const auto* a = std::get_if<std::int64_t>(&left);
    const auto* b = std::get_if<std::int64_t>(&right);
    if (a && b && s.signedness == Signedness::Unsaid)
      return ofNumbers(s, *a, *b);
    if (isOrder && s.signedness == Signedness::Unsaid)
      reject(s, "an order of words is signed or unsigned", "<s, <u, <=s, <=u, >s, >u, >=s or >=u");
    if (isOrder)
      for (const Value* side : {&left, &right})
        checkHeld(s, *side);
    const Term x = asTerm(left), y = asTerm(right);
    const bool isSigned = s.signedness == Signedness::Signed;
    switch (s.op) {
    case Op::Equal:
      return isNeeded && isOutlined_ && x.width() == 32 ? placeOf(x, y) : x.eq(y);
    case Op::NotEqual:
      return x.ne(y);
    case Op::Less:
      return isSigned ? x.slt(y) : x.ult(y);
    default:
      return isSigned ? x.sle(y) : x.ule(y);
    }
  }

  /// Numbers that differ, and are the same word, are most likely meant as words.
  bool ofNumbers(const Statement& s, std::int64_t a, std::int64_t b) const {
    if (s.op == Op::Less || s.op == Op::LessOrEqual)
      return s.op == Op::Less ? a < b : a <= b;
    if (a != b && static_cast<std::uint32_t>(a) == static_cast<std::uint32_t>(b))
      reject(s, fmt::format("in lane {} {} and {} are the same word, but different numbers", lane_, a, b),
             "a word on one side, such as old R1[k]; or numbers less than 2^32 apart");
    return (a == b) == (s.op == Op::Equal);
  }

  /// What the left side decides alone leaves the right one unread.
  Value connective(const Statement& s) {
    const bool isAnd = s.op == Op::And;
    const Value left = isAnd ? truthOrKnown(s.args[0]) : unneeded([&] { return truthOrKnown(s.args[0]); });
    if (s.op == Op::Implies)
      appliesWhere(s, asTerm(left));
    if (const auto* known = std::get_if<bool>(&left)) {
      if (s.op == Op::Or ? *known : !*known)
        return !isAnd;
      return truthOrKnown(s.args[1]);
    }
    const Term x = asTerm(left);
    if (decides(x, s.op == Op::Or))
      return !isAnd;
    if (s.op == Op::Implies)
      conditions_.push_back(x);
    const Term y = s.op == Op::Or        ? unneeded([&] { return truth(s.args[1]); })
                   : s.op == Op::Implies ? where(x, [&] { return truth(s.args[1]); })
                                         : truth(s.args[1]);
    if (s.op == Op::Implies)
      conditions_.pop_back();
    return s.op == Op::And ? x & y : s.op == Op::Or ? x | y : x.implies(y);
  }
  Value choice(const Statement& s) {
    const Value condition = unneeded([&] { return truthOrKnown(s.args[0]); });
    if (const auto* known = std::get_if<bool>(&condition))
      return of(s.args[*known ? 1 : 2]);
    const Term x = asTerm(condition);
    if (isOfConstants_)
      return of(s.args[x.isTrue() ? 1 : 2]);
    const Value then = where(x, [&] { return of(s.args[1]); }), otherwise = where(~x, [&] { return of(s.args[2]); });
    if (isTruth(then) != isTruth(otherwise))
      reject(s, fmt::format("{} or {}, by a condition", kindOf(then), kindOf(otherwise)), "two of one kind");
    return x.ite(asTerm(then), asTerm(otherwise));
  }
  Value over(const Statement& s) {
    return s.op == Op::All ? overRange(s) : unneeded([&] { return overRange(s); });
  }
  Value overRange(const Statement& s) {
    constexpr std::int64_t kMost = 4096;
    const std::int64_t from = number(s.args[0], "a range"), to = number(s.args[1], "a range");
    if (to - from >= kMost)
      reject(s, "the range is too long", fmt::format("at most {} values", kMost));
    appliesWhere(s, terms_.truth(from <= to));
    Value all = std::int64_t{0};
    if (s.op != Op::Sum)
      all = s.op == Op::All;
    for (std::int64_t k = from; k <= to && !isDecided(s, all); ++k)
      all = bound(s.name, k, [&] { return with(s, all); });
    return all;
  }
  bool isDecided(const Statement& s, const Value& all) const {
    const Term* so = std::get_if<Term>(&all);
    return so && s.op != Op::Sum && decides(*so, s.op == Op::Any);
  }
  /// If all are constants: is x this truth value, so that nothing beside it counts?
  bool decides(Term x, bool which) const { return isOfConstants_ && (which ? x.isTrue() : x.isFalse()); }
  /// What `of` gives while the name stands for k.
  template <class Of> Value bound(const std::string& name, std::int64_t k, Of of) {
    const auto outer = bound_.find(name);
    const std::optional<std::int64_t> hidden = outer == bound_.end() ? std::nullopt : std::optional(outer->second);
    bound_[name] = k;
    const Value value = of();
    hidden ? void(bound_[name] = *hidden) : void(bound_.erase(name));
    return value;
  }
  Value with(const Statement& s, const Value& all) {
    const Statement& next = s.args[2];
    if (s.op != Op::Sum) {
      const Term x = asTerm(all), y = truth(next);
      return s.op == Op::All ? x & y : x | y;
    }
    const Value value = wordOrNumber(next);
    const auto* a = std::get_if<std::int64_t>(&all);
    const auto* b = std::get_if<std::int64_t>(&value);
    return a && b ? Value(limited(s, *a + *b)) : Value(asTerm(all) + asTerm(value));
  }

  Value negated(const Statement& s) {
    return unneeded([&] { return negatedPlainly(s); });
  }
  Value negatedPlainly(const Statement& s) {
    if (s.op == Op::Not) {
      const Value value = truthOrKnown(s.args[0]);
      const auto* known = std::get_if<bool>(&value);
      return known ? Value(!*known) : Value(~asTerm(value));
    }
    const Value value = wordOrNumber(s.args[0]);
    const bool complements = s.op == Op::Complement;
    if (const auto* known = std::get_if<std::int64_t>(&value))
      return complements ? ~*known : -*known;
    return complements ? ~asTerm(value) : asTerm(value).negated();
  }

  Value of(const Statement& s) {
    switch (s.op) {
    case Op::Number:
      return s.value;
    case Op::Lane:
      return std::int64_t{lane_};
    case Op::Bound:
      return bound_.at(s.name);
    case Op::Register:
    case Op::Predicate:
    case Op::Active:
    case Op::Exited:
      return named(s);
    case Op::Defined:
      return defined(s);
    case Op::Not:
    case Op::Complement:
    case Op::Negate:
      return negated(s);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessOrEqual:
      return comparison(s);
    case Op::And:
    case Op::Or:
    case Op::Implies:
      return connective(s);
    case Op::Choose:
      return choice(s);
    case Op::Sum:
    case Op::All:
    case Op::Any:
      return over(s);
    case Op::With:
      return bound(s.name, number(s.args[0], "what a definition is given"), [&] { return of(s.args[1]); });
    default:
      return arithmetic(s);
    }
  }

  // ---- what is said under a condition

  /// What stands at that place counts where `condition` holds, besides all that is around it.
  void appliesWhere(const Statement& s, Term condition) {
    if (isOfConstants_)
      return;
    for (const Term& outer : path_)
      condition = condition & outer;
    const auto known = std::ranges::find(found_, &s, &Conditional::at);
    if (known == found_.end())
      found_.push_back({&s, condition});
    else
      known->applies = known->applies | condition;
  }
  template <class Of> std::invoke_result_t<Of> where(Term condition, Of of) {
    path_.push_back(condition);
    auto value = of();
    path_.pop_back();
    return value;
  }

  // ---- outlines

  /// Within what `of` reads nothing has to hold.
  template <class Of> std::invoke_result_t<Of> unneeded(Of of) {
    const bool outside = std::exchange(isNeeded_, false);
    auto value = of();
    isNeeded_ = outside;
    return value;
  }
  Term placeOf(Term x, Term y) {
    outline_.places.push_back(terms_.variable(1, fmt::format("equality.{}.{}", lane_, outline_.places.size())));
    outline_.equalities.push_back({x, y});
    outline_.conditions.push_back(conditions_);
    return outline_.places.back();
  }

  unsigned lane_;
  const Warps& warps_;
  Terms& terms_;
  std::map<std::string, std::int64_t> bound_;
  bool isNeeded_ = true;       ///< must what is read now hold for the whole to hold?
  bool isOfConstants_ = false; ///< what is read now has been read of any values: nothing is left to be rejected
  bool isOutlined_ = false;    ///< places are made of equalities that must
  Outline outline_;
  std::vector<Term> conditions_; ///< under which what is read now is asked
  std::vector<Term> path_;       ///< the same, and what choices around it decide
  std::vector<Conditional> found_;
};

template <class Of> auto unlessRejected(Of of) -> spec::Result<decltype(of())> {
  try {
    return of();
  } catch (const Rejected& rejected) {
    return rejected.rejection;
  }
}

} // namespace

spec::Result<Term> meaningOf(const spec::Statement& statement, unsigned lane, const Warps& warps) {
  return unlessRejected([&] { return Meaning(lane, warps).whole(statement); });
}

spec::Result<Term> valueOf(const spec::Statement& statement, unsigned lane, const Warps& warps) {
  return unlessRejected([&] { return Meaning(lane, warps).ofConstants(statement); });
}

spec::Result<Outline> outlineOf(const spec::Statement& statement, unsigned lane, const Warps& warps) {
  return unlessRejected([&] { return Meaning(lane, warps).outline(statement); });
}

spec::Result<std::vector<Conditional>> conditionalsOf(const spec::Statement& statement, unsigned lane,
                                                      const Warps& warps) {
  return unlessRejected([&] { return Meaning(lane, warps).conditionals(statement); });
}

} // namespace warplaw::proofs
