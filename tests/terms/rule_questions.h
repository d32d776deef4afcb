// Folding rules as questions to solvers: is the unfolded left side equal to what the rule gives, for all values?
#pragma once
#include "solvers.h"
#include "symbolic/terms/fold.h"
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warplaw::symbolic::fold {

/// Some instances of one rule at one width, in one SMT-LIB text; unsat means that the rule holds on all of them.
struct Question {
  std::string name;
  std::string text;
  bool isLongForZ3 = false;   ///< about sums of floats wider than halves: a minute and more, while cvc5 is quick
  bool isOfConstants = false; ///< alone
};

struct Questions {
  std::vector<Question> list;
  std::size_t instances = 0;
  std::set<std::string> silent; ///< rules with instances on which the rule should have fired and did not
};

/// Everything to be asked of a rule at a width. Nothing in the questions is folded, on either side.
Questions questionsOf(const Rule& rule, unsigned width);

/// Are these equal for all values of their variables, pair by pair? Both sides as they are, not folded.
std::string textOf(Terms& terms, std::span<const Term> lefts, std::span<const Term> rights);

/// The same of sign-extended factors and a narrower product that is sign-extended, said of integers: multipliers of
/// many bits are beyond solvers of bits, and this holds at every width for one reason, which is asked here. Modulo
/// 2^width a sign-extended word is its signed number, and a product is that of the numbers; so left is X * Y, and right
/// is that number of the narrower width's bits that X * Y is modulo 2^(those bits). None where the two are no such
/// terms, or `bitsDecide` bits wide: so many solvers of bits decide.
std::optional<std::string> productText(Term left, Term right, unsigned bitsDecide = 24);

/// "x + y < x is false", said of integers: adders of many bits under a comparison are beyond solvers of bits, too. As a
/// number x is at most `greatestX`, y at most `greatestY`; whether it holds at `width` bits is asked of any such
/// numbers.
std::string sumText(unsigned width, Bits greatestX, Bits greatestY);

/// The answers, in order: "unsat", "sat", or something else where the solver gave up.
std::vector<std::string> ask(Solver solver, const std::vector<Question>& questions);

} // namespace warplaw::symbolic::fold
