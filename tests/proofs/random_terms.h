// Random terms over so few bits that all values can be tried.
#pragma once
#include "symbolic/terms/evaluator.h"
#include <random>

namespace warplaw::proofs::kernels {
using symbolic::Bits;
using symbolic::Evaluator;
using symbolic::Term;
using symbolic::Terms;

inline constexpr unsigned kWidth = 4;
inline constexpr std::uint64_t kWithNumbers =
    600; ///< seeds from here on have a number beside variables that are bounds

/// Random terms over three variables of four bits; every value of these can be tried.
class RandomTerms {
public:
  RandomTerms(Terms& terms, std::uint64_t seed)
      : terms_(terms), dice_(seed), number_(seed < kWithNumbers ? kNone : seed % kNone) {
    for (const char* const name : {"x", "y", "z"})
      variables_.push_back(terms.variable(kWidth, name));
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(dice_() % n); }
  Term variable() { return variables_[below(3)]; }
  Term constant() { return terms_.constant(kWidth, dice_() & symbolic::onesOf(kWidth)); }

  Term condition(unsigned depth) {
    if (depth == 0 || below(3) == 0) {
      const Term a = variable(), b = below(3) == 0 ? constant() : variable();
      return below(3) == 0 ? a.eq(b) : isSigned_ ? a.slt(b) : a.ult(b);
    }
    const Term a = condition(depth - 1), b = condition(depth - 1);
    switch (below(4)) {
    case 0:
      return a & b;
    case 1:
      return a | b;
    case 2:
      return ~a;
    default:
      return a.ite(b, condition(depth - 1));
    }
  }
  /// One of a few constants, and what is computed of such.
  Term few(unsigned depth) {
    if (depth == 0)
      return constant();
    const Term a = few(depth - 1), b = few(depth - 1);
    switch (below(5)) {
    case 0:
      return a + b;
    case 1:
      return a.shl(b);
    case 2:
      return a.extract(1, 0).zext(kWidth) ^ b;
    default:
      return condition(1).ite(a, b);
    }
  }
  /// Chosen from variables, by comparisons of such.
  Term chosen(unsigned depth, bool isBound) {
    if (depth == 0)
      return below(isBound ? 9 : 4) != 0 || (isBound && number_ == kNone) ? variable()
             : isBound                                                    ? terms_.constant(kWidth, number_)
                                                                          : constant();
    const Term a = chosen(depth - 1, isBound), b = chosen(depth - 1, isBound);
    Term isLess = isSigned_ ? a.slt(b) : a.ult(b);
    if (isBound && below(3) == 0) // of equal ones it may be either
      isLess = below(2) ? isLess | (a.eq(b) & condition(0))
                        : ~((isSigned_ ? b.slt(a) : b.ult(a)) | (condition(0) & a.eq(b)));
    if (isBound)
      return below(2) ? isLess.ite(a, b) : isLess.ite(b, a);
    return (below(2) ? isLess : condition(1)).ite(a, chosen(depth - 1, isBound));
  }
  /// Sums and masks that share what they are made of.
  Term mixed(unsigned depth) {
    if (depth == 0)
      return below(4) == 0 ? constant() : below(3) == 0 ? condition(0).zext(kWidth) : variable();
    const Term a = mixed(depth - 1), b = mixed(depth - 1);
    switch (below(8)) {
    case 0:
      return a ^ b;
    case 1:
      return a - b;
    case 2:
      return a ^ condition(1).sext(kWidth);
    case 3:
      return condition(1).ite(a, b);
    case 4:
      return (below(2) ? condition(0).zext(2) + condition(0).zext(2) : a.extract(1, 0) + b.extract(1, 0)).zext(kWidth);
    case 5:
      return a.extract(2, 0).concat(terms_.constant(1, 1));
    default:
      return a + b;
    }
  }
  Term question() {
    const Term one = mixed(1 + below(2)), other = mixed(below(3));
    const Term last = below(2) ? condition(1).ite(other, one) : condition(1).ite(one, other);
    const Term alike = below(8) == 0   ? (one + other).ult(Bits(2))
                       : below(4) == 0 ? condition(1).ite(one, other).eq(last)
                                       : one.eq(below(2) ? other : other + one);
    const Term beside = condition(2);
    switch (below(4)) {
    case 0:
      return alike & beside;
    case 1:
      return ~alike | beside;
    case 2:
      return alike ^ beside;
    default:
      return (alike & condition(1)) | (beside & variable().eq(variable()));
    }
  }
  /// Three words after a few exchanges, some of which are wrong: in order, and as often a constant as they were.
  Term sorted() {
    isSigned_ = below(2) != 0;
    std::vector<Term> words = variables_;
    const bool isNetwork = below(3) == 0;
    for (unsigned i = 0; i < 3 + below(2); ++i) {
      Term &a = words[i % 2], &b = words[i % 2 + 1];
      const bool isWrong = below(20) == 0;
      const Term first = a, second = b, least = isSigned_ ? b.slt(a) : b.ult(a),
                 other = isSigned_ ? a.slt(b) : a.ult(b);
      a = (isWrong ? condition(1) : least).ite(second, first);
      if (below(6) != 0) // else all is kept only of words that are in order
        b = (below(2) ? ~other : least).ite(first, second);
      if (below(6) == 0 && !isNetwork)
        std::swap(a, b);
    }
    const Term with = below(2) ? constant() : variable(); // which is one of those that are counted
    std::vector<Term> all;
    Term before = terms_.constant(kWidth, 0), after = before;
    for (unsigned i = 0; i < 3; ++i) {
      before = before + variables_[i].eq(with).zext(kWidth);
      after = after + words[i].eq(with).zext(kWidth);
      if (i < 2)
        all.push_back(~(isSigned_ ? words[i + 1].slt(words[i]) : words[i + 1].ult(words[i])));
    }
    return below(2) ? after.eq(before) : terms_.all(all) & after.eq(before);
  }
  Term statement() {
    isSigned_ = below(2) != 0;
    const bool isBound = below(2) != 0;
    const auto one = [&] {
      const unsigned depth = 1 + below(3);
      const Term a = chosen(depth, isBound), b = chosen(depth, isBound);
      return below(2) ? a.eq(b) : isSigned_ ? ~b.slt(a) : ~b.ult(a);
    };
    return below(2) ? one() : one() & one();
  }

private:
  Terms& terms_;
  std::mt19937_64 dice_;
  static constexpr Bits kNone = Bits{1} << kWidth;
  const Bits number_;
  std::vector<Term> variables_;
  bool isSigned_ = false;
};

template <class Look> void forAllValues(std::span<const Term> roots, const Look& look) {
  const Evaluator evaluator(roots);
  std::vector<Bits> values(evaluator.variables().size());
  const auto each = [&](auto& self, std::size_t at) -> void {
    if (at == values.size())
      return look(evaluator(values), values, evaluator.variables());
    for (Bits value = 0; value <= symbolic::onesOf(evaluator.variables()[at].width()); ++value) {
      values[at] = value;
      self(self, at + 1);
    }
  };
  each(each, 0);
}

inline bool holds(Term term) {
  bool all = true;
  forAllValues(std::vector{term}, [&](const std::vector<Bits>& is, auto&&...) { all &= is[0] == 1; });
  return all;
}

} // namespace warplaw::proofs::kernels
