// Folding rules as questions to solvers: is the unfolded left side equal to what the rule gives, for all values?
#include "rule_questions.h"
#include "symbolic/terms/fold_words.h"
#include "symbolic/terms/smt.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>

namespace warplaw::symbolic::fold {
namespace {

constexpr std::size_t kInstancesAQuestion = 64;

/// 2^bits, in decimal.
std::string power(unsigned bits) {
  std::string digits = "1"; // the lowest first
  for (unsigned i = 0; i < bits; ++i) {
    unsigned carry = 0;
    for (char& digit : digits) {
      const unsigned twice = 2 * static_cast<unsigned>(digit - '0') + carry;
      digit = static_cast<char>('0' + twice % 10);
      carry = twice / 10;
    }
    if (carry)
      digits += '1';
  }
  std::ranges::reverse(digits);
  return digits;
}

/// x + y < x or y + x < x, which a rule says is false, of more bits than solvers decide soon.
bool isSumBelow(Term left, Term right) {
  return left.op() == Op::Ult && left.arg(0).op() == Op::Add && right.isFalse() && left.arg(0).width() > 16 &&
         (left.arg(0).arg(0).same(left.arg(1)) || left.arg(0).arg(1).same(left.arg(1)));
}

/// A sum of floats wider than halves, not of constants.
bool isLongForZ3(Term left) {
  return left.op() == Op::FloatAdd && left.width() > 16 && !(left.arg(0).isConstant() && left.arg(1).isConstant());
}

bool isOfConstants(Term left) {
  return std::ranges::all_of(std::span(left.node()->args, left.node()->argCount),
                             [](const Node* operand) { return operand->op == Op::Constant; });
}

bool isSextOf(Term t, Term inner) { return t.op() == Op::Sext && t.arg(0).same(inner); }

} // namespace

std::string textOf(Terms& terms, std::span<const Term> lefts, std::span<const Term> rights) {
  std::vector<Term> equalities;
  for (std::size_t i = 0; i < lefts.size(); ++i)
    equalities.push_back(terms.raw(Op::Eq, 1, std::array{lefts[i], rights[i]}));
  Query query;
  query.goal = terms.all(equalities);
  std::string text = smtLib(query);
  return text.substr(0, text.find("(get-value"));
}

std::optional<std::string> productText(Term left, Term right, unsigned bitsDecide) {
  if (left.op() != Op::Mul || left.arg(0).op() != Op::Sext || left.arg(1).op() != Op::Sext || right.op() != Op::Sext ||
      right.arg(0).op() != Op::Mul || left.width() <= bitsDecide)
    return std::nullopt;
  const Term x = left.arg(0).arg(0), y = left.arg(1).arg(0), narrow = right.arg(0);
  if (!isSextOf(narrow.arg(0), x) || !isSextOf(narrow.arg(1), y))
    return std::nullopt;
  std::string text = "(set-logic ALL)\n";
  const auto number = [&](const char* name, unsigned bits) {
    text +=
        fmt::format("(declare-fun {0} () Int)\n(assert (and (<= (- {1}) {0}) (< {0} {1})))\n", name, power(bits - 1));
  };
  number("X", x.width());
  if (!x.same(y))
    number("Y", y.width());
  text += fmt::format("(define-fun P () Int (* X {}))\n"
                      "(define-fun bits () Int (mod P {}))\n"
                      "(define-fun asSigned () Int (ite (< bits {}) bits (- bits {})))\n"
                      "(assert (not (= (mod P {}) (mod asSigned {}))))\n(check-sat)\n",
                      x.same(y) ? "X" : "Y", power(narrow.width()), power(narrow.width() - 1), power(narrow.width()),
                      power(left.width()), power(left.width()));
  return text;
}

std::string sumText(unsigned width, Bits greatestX, Bits greatestY) {
  std::string text = "(set-logic ALL)\n";
  const auto number = [&](const char* name, Bits greatest) {
    text += fmt::format("(declare-fun {0} () Int)\n(assert (and (<= 0 {0}) (<= {0} (+ (* {1} {2}) {3}))))\n", name,
                        static_cast<std::uint64_t>(greatest >> 64), power(64), static_cast<std::uint64_t>(greatest));
  };
  number("X", greatestX);
  number("Y", greatestY);
  return text + fmt::format("(assert (< (mod (+ X Y) {}) X))\n(check-sat)\n", power(width));
}

Questions questionsOf(const Rule& rule, unsigned width) {
  Terms terms(Folding::Nothing);
  Instances instances(terms, rule.op, width);
  rule.instances(instances);
  Questions questions;
  std::vector<Term> lefts, rights;
  const auto ask = [&](std::string text, bool isLong = false, bool isOfConstants = false) {
    if (std::ranges::find(questions.list, text, &Question::text) != questions.list.end())
      return; // of sums only the greatest operands are asked, which many instances share
    questions.list.push_back(
        {fmt::format("{}/{}/{}", rule.name, width, questions.list.size()), std::move(text), isLong, isOfConstants});
  };
  const auto flush = [&] {
    if (!lefts.empty())
      ask(textOf(terms, lefts, rights), std::ranges::any_of(lefts, isLongForZ3),
          std::ranges::all_of(lefts, isOfConstants));
    lefts.clear();
    rights.clear();
  };
  for (const auto& instance : instances.list) {
    const Term right = rule.apply(terms, {instance.op, instance.width, instance.args, instance.value});
    if (!right) {
      if (instance.mustFire)
        questions.silent.insert(std::string(rule.name) + "/" + std::to_string(width));
      continue;
    }
    const Term left = terms.raw(instance.op, instance.width, instance.args, instance.value);
    ++questions.instances;
    if (auto product = productText(left, right)) {
      ask(std::move(*product));
      continue;
    }
    if (isSumBelow(left, right)) {
      const Term x = left.arg(1), y = left.arg(0).arg(left.arg(0).arg(0).same(x) ? 1 : 0);
      ask(sumText(x.width(), possibleOnes(x), possibleOnes(y)));
      for (const Term operand : {x, y}) { // a number has no bits but these, so that it is at most they
        lefts.push_back(terms.raw(Op::And, operand.width(),
                                  std::array{operand, terms.constant(operand.width(), possibleOnes(operand))}));
        rights.push_back(operand);
      }
      continue;
    }
    lefts.push_back(left);
    rights.push_back(right);
    if (lefts.size() == kInstancesAQuestion)
      flush();
  }
  flush();
  return questions;
}

std::vector<std::string> ask(Solver solver, const std::vector<Question>& questions) {
  std::string bits, floats; // a run of cvc5 has options for bits alone; integers are asked with floats
  std::vector<bool> isFloat;
  for (const Question& question : questions) {
    isFloat.push_back(!question.text.starts_with("(set-logic QF_BV)"));
    (isFloat.back() ? floats : bits) += question.text + "(reset)\n";
  }
  std::istringstream ofBits(bits.empty() ? "" : symbolic::ask(solver, bits));
  std::istringstream ofFloats(floats.empty() ? "" : symbolic::ask(solver, floats));
  std::vector<std::string> answers;
  std::string line;
  for (const bool which : isFloat)
    if (std::getline(which ? ofFloats : ofBits, line))
      answers.push_back(line);
  return answers;
}

} // namespace warplaw::symbolic::fold
