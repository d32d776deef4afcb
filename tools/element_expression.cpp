#include "tools/element_expression.h"
#include "tools/numbers.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

constexpr const char* kAccepted = "numbers, i (or lane, thread), + - * / % & | ^ << >> ~ ( ) min(,) max(,)";
constexpr std::size_t kMostExpressionBytes = 4096;

enum class Op : std::uint8_t {
  Element,
  Number,
  Negate,
  Invert,
  Or,
  Xor,
  And,
  Left,
  Right,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Min,
  Max
};

struct Operator {
  std::string_view text;
  Op op;
  unsigned binds; ///< more tightly than those with less
};
constexpr std::array<Operator, 10> kOperators{{{"<<", Op::Left, 4},
                                               {">>", Op::Right, 4},
                                               {"|", Op::Or, 1},
                                               {"^", Op::Xor, 2},
                                               {"&", Op::And, 3},
                                               {"+", Op::Add, 5},
                                               {"-", Op::Sub, 5},
                                               {"*", Op::Mul, 6},
                                               {"/", Op::Div, 6},
                                               {"%", Op::Rem, 6}}};

} // namespace

struct ElementExpression::Node {
  Op op;
  WrittenNumber number;
  std::shared_ptr<const Node> left, right;
};

namespace {
using Node = ElementExpression::Node;
using Tree = std::shared_ptr<const Node>;

class ExpressionReader {
public:
  explicit ExpressionReader(std::string_view text) : text_(text), rest_(text) {}

  spec::Result<Tree> all() {
    Tree tree = binary(1);
    if (tree && !rest_.empty())
      tree = nullptr;
    if (tree)
      return tree;
    return usage(fmt::format("{} is no expression{}", text_,
                             rest_.empty() ? "" : fmt::format(": {} is not understood there", rest_)),
                 kAccepted);
  }

private:
  static Tree make(Op op, Tree left, Tree right = nullptr) {
    return std::make_shared<const Node>(Node{op, {}, std::move(left), std::move(right)});
  }

  bool accept(std::string_view token) {
    if (!rest_.starts_with(token))
      return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  /// Operators that bind at least so tightly; null: something is wrong where rest_ begins.
  Tree binary(unsigned least) {
    Tree left = unary();
    while (left) {
      const auto* const found = std::ranges::find_if(
          kOperators, [&](const Operator& one) { return one.binds >= least && rest_.starts_with(one.text); });
      if (found == kOperators.end())
        break;
      rest_.remove_prefix(found->text.size());
      Tree right = binary(found->binds + 1);
      left = right ? make(found->op, std::move(left), std::move(right)) : nullptr;
    }
    return left;
  }

  Tree unary() {
    const bool negates = accept("-");
    if (!negates && !accept("~"))
      return primary();
    Tree of = unary();
    return of ? make(negates ? Op::Negate : Op::Invert, std::move(of)) : nullptr;
  }

  Tree primary() {
    if (accept("(")) {
      Tree inner = binary(1);
      return inner && accept(")") ? inner : nullptr;
    }
    return std::isalpha(static_cast<unsigned char>(rest_.empty() ? ' ' : rest_.front())) ? name() : number();
  }

  Tree name() {
    const std::size_t size = static_cast<std::size_t>(
        std::ranges::find_if(rest_, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }) -
        rest_.begin());
    const std::string_view word = rest_.substr(0, size);
    if (word == "min" || word == "max")
      return call(word == "min" ? Op::Min : Op::Max);
    if (word == "inf" || word == "nan")
      return number();
    if (word != "i" && word != "lane" && word != "thread")
      return nullptr;
    rest_.remove_prefix(size);
    return make(Op::Element, nullptr);
  }

  Tree call(Op op) {
    rest_.remove_prefix(3);
    if (!accept("("))
      return nullptr;
    Tree left = binary(1);
    if (!left || !accept(","))
      return nullptr;
    Tree right = binary(1);
    return right && accept(")") ? make(op, std::move(left), std::move(right)) : nullptr;
  }

  Tree number() {
    std::size_t size = 0;
    while (size < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[size])) || rest_[size] == '.' || isExponentSign(size)))
      ++size;
    const auto value = writtenNumber(rest_.substr(0, size));
    if (!value)
      return nullptr;
    rest_.remove_prefix(size);
    return std::make_shared<const Node>(Node{Op::Number, *value, nullptr, nullptr});
  }
  /// The sign of `1e-3`, which is none of 0xe-3.
  bool isExponentSign(std::size_t at) const {
    return at > 0 && (rest_[at] == '-' || rest_[at] == '+') && (rest_[at - 1] == 'e' || rest_[at - 1] == 'E') &&
           !rest_.starts_with("0x");
  }

  std::string_view text_, rest_;
};

double real(Op op, double a, double b) {
  switch (op) {
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Div:
    return a / b;
  case Op::Rem:
    return std::fmod(a, b);
  case Op::Min:
    return std::fmin(a, b);
  default:
    return std::fmax(a, b);
  }
}

/// Modulo 2^64; b is no 0 of a division.
std::int64_t whole(Op op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  const auto wrapped = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  switch (op) {
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  case Op::And:
    return a & b;
  case Op::Left:
    return y < 64 ? wrapped(x << y) : 0;
  case Op::Right:
    return a >> std::min<std::uint64_t>(y, 63);
  case Op::Add:
    return wrapped(x + y);
  case Op::Sub:
    return wrapped(x - y);
  case Op::Mul:
    return wrapped(x * y);
  case Op::Div:
    return b == -1 ? wrapped(0 - x) : a / b;
  case Op::Rem:
    return b == -1 ? 0 : a % b;
  case Op::Min:
    return std::min(a, b);
  default:
    return std::max(a, b);
  }
}

bool isOfBits(Op op) { return op >= Op::Or && op <= Op::Right; }

spec::Result<WrittenNumber> combined(Op op, const WrittenNumber& a, const WrittenNumber& b) {
  const bool isReal = a.isReal || b.isReal;
  if (isReal && isOfBits(op))
    return usage("bits of a number with a fraction", "whole numbers on both sides of & | ^ << >>");
  if (isReal)
    return WrittenNumber{true, 0, real(op, a.asReal(), b.asReal())};
  if ((op == Op::Div || op == Op::Rem) && b.whole == 0)
    return usage("a division by 0", "another divisor");
  return WrittenNumber{false, whole(op, a.whole, b.whole), 0};
}

spec::Result<WrittenNumber> valueOf(const Node& node, std::uint64_t element) {
  if (node.op == Op::Number)
    return node.number;
  if (node.op == Op::Element)
    return WrittenNumber{false, static_cast<std::int64_t>(element), 0};
  const auto left = valueOf(*node.left, element);
  if (!left)
    return left;
  if (node.op == Op::Negate)
    return left->isReal ? WrittenNumber{true, 0, -left->real} : WrittenNumber{false, whole(Op::Sub, 0, left->whole), 0};
  if (node.op == Op::Invert)
    return combined(Op::Xor, *left, {false, -1, 0});
  const auto right = valueOf(*node.right, element);
  return right ? combined(node.op, *left, *right) : right;
}

} // namespace

spec::Result<ElementExpression> ElementExpression::read(std::string_view text) {
  if (text.size() > kMostExpressionBytes)
    return usage(fmt::format("an expression of {} bytes", text.size()),
                 fmt::format("at most {} bytes", kMostExpressionBytes));
  auto tree = ExpressionReader(text).all();
  if (!tree)
    return tree.error();
  ElementExpression expression;
  expression.root_ = std::move(*tree);
  return expression;
}

spec::Result<WrittenNumber> ElementExpression::at(std::uint64_t element) const { return valueOf(*root_, element); }

} // namespace warplaw::tools
