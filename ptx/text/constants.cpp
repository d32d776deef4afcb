// Constants and their expressions (PTX-2), evaluated as they are read.
#include "ptx/text/reader.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace warplaw::ptx {
namespace {

using Kind = Number::Kind;
constexpr std::uint64_t kWarpSize = 32;
constexpr std::string_view kConstants = "12, 0x1f, 017, 0b11 (U at the end: unsigned), 0f3f800000, 0d3ff0000000000000, "
                                        "1.5, WARP_SZ, or an expression of such";

Number signedNumber(std::uint64_t bits) { return {Kind::Signed, bits}; }
Number unsignedNumber(std::uint64_t bits) { return {Kind::Unsigned, bits}; }
Number floatNumber(double value) { return {Kind::Float64, std::bit_cast<std::uint64_t>(value)}; }
bool isInteger(const Number& number) { return number.kind == Kind::Signed || number.kind == Kind::Unsigned; }
double floatOf(const Number& number) { return std::bit_cast<double>(number.bits); }

/// All of the text, or nothing.
template <class T, class... Base> std::optional<T> wholeNumber(std::string_view text, Base... base) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base...);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// `0f`, `0d`: as many digits as the format has, no fewer.
std::optional<Number> bitPattern(std::string_view text) {
  const bool isDouble = text[1] == 'd' || text[1] == 'D';
  if (text.size() != (isDouble ? 18 : 10))
    return {};
  const auto bits = wholeNumber<std::uint64_t>(text.substr(2), 16);
  return bits ? std::optional(Number{isDouble ? Kind::Float64 : Kind::Float32, *bits}) : std::nullopt;
}

/// Signed, where it fits and no `U` says otherwise (measured: so does ptxas).
std::optional<Number> integerLiteral(std::string_view text) {
  const bool isUnsigned = text.ends_with('U');
  text.remove_suffix(isUnsigned);
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const bool isHex = text[1] == 'x' || text[1] == 'X', isBinary = text[1] == 'b' || text[1] == 'B';
    base = isHex ? 16 : isBinary ? 2 : 8;
    text.remove_prefix(base == 8 ? 1 : 2);
  }
  const auto bits = wholeNumber<std::uint64_t>(text, base);
  if (!bits)
    return {};
  return isUnsigned || *bits >> 63 ? unsignedNumber(*bits) : signedNumber(*bits);
}

std::optional<Number> numberOf(std::string_view text) {
  const std::string_view prefix = text.substr(0, 2);
  if (prefix == "0f" || prefix == "0F" || prefix == "0d" || prefix == "0D")
    return bitPattern(text);
  const bool isHex = prefix == "0x" || prefix == "0X";
  if (text.find('.') == text.npos && (isHex || text.find_first_of("eE") == text.npos))
    return integerLiteral(text);
  const auto value = wholeNumber<double>(text);
  return value ? std::optional(floatNumber(*value)) : std::nullopt;
}

struct Operator {
  std::string_view text;
  unsigned binds; ///< the more, the tighter
};
constexpr unsigned kLoosest = 1;
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                                   {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
                                   {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

/// Nothing where the operator takes no such operands.
template <class T> std::optional<bool> compared(std::string_view op, T a, T b) {
  return op == "=="   ? std::optional(a == b)
         : op == "!=" ? std::optional(a != b)
         : op == "<"  ? std::optional(a < b)
         : op == "<=" ? std::optional(a <= b)
         : op == ">"  ? std::optional(a > b)
         : op == ">=" ? std::optional(a >= b)
                      : std::nullopt;
}

std::optional<Number> floatResult(std::string_view op, double a, double b) {
  if (const auto truth = compared(op, a, b))
    return signedNumber(*truth);
  switch (op.size() == 1 ? op[0] : ' ') {
  case '+':
    return floatNumber(a + b);
  case '-':
    return floatNumber(a - b);
  case '*':
    return floatNumber(a * b);
  case '/':
    return floatNumber(a / b);
  default:
    return {};
  }
}

std::uint64_t shifted(bool left, const Number& a, std::uint64_t amount) {
  const bool isNegative = a.kind == Kind::Signed && a.bits >> 63;
  if (amount >= 64)
    return isNegative && !left ? ~std::uint64_t{0} : 0;
  if (left)
    return a.bits << amount;
  return a.kind == Kind::Signed ? std::uint64_t(std::int64_t(a.bits) >> amount) : a.bits >> amount;
}

/// `b` is not 0. The least by -1 is the least: there are 64 bits.
std::uint64_t quotient(bool isUnsigned, std::uint64_t a, std::uint64_t b) {
  if (isUnsigned)
    return a / b;
  return b == ~std::uint64_t{0} ? 0 - a : std::uint64_t(std::int64_t(a) / std::int64_t(b));
}

/// C's, of 64 bits; but `%` and `~` take their operands as unsigned, and give such (measured: ptxas 13.0).
std::optional<Number> integerResult(std::string_view op, const Number& a, const Number& b) {
  const bool isUnsigned = a.kind == Kind::Unsigned || b.kind == Kind::Unsigned;
  const Kind kind = isUnsigned ? Kind::Unsigned : Kind::Signed;
  const auto truth =
      isUnsigned ? compared(op, a.bits, b.bits) : compared(op, std::int64_t(a.bits), std::int64_t(b.bits));
  if (truth)
    return signedNumber(*truth);
  if (op == "<<" || op == ">>")
    return Number{a.kind, shifted(op == "<<", a, b.bits)};
  if (op == "&&" || op == "||")
    return signedNumber(op == "&&" ? a.bits && b.bits : a.bits || b.bits);
  switch (op[0]) {
  case '+':
    return Number{kind, a.bits + b.bits};
  case '-':
    return Number{kind, a.bits - b.bits};
  case '*':
    return Number{kind, a.bits * b.bits};
  case '&':
    return Number{kind, a.bits & b.bits};
  case '|':
    return Number{kind, a.bits | b.bits};
  case '^':
    return Number{kind, a.bits ^ b.bits};
  case '/':
    return b.bits == 0 ? std::nullopt : std::optional(Number{kind, quotient(isUnsigned, a.bits, b.bits)});
  case '%':
    return b.bits == 0 ? std::nullopt : std::optional(unsignedNumber(a.bits % b.bits));
  default:
    return {};
  }
}

std::optional<Number> result(std::string_view op, const Number& a, const Number& b) {
  if (isInteger(a) && isInteger(b))
    return integerResult(op, a, b);
  if (a.kind == Kind::Float64 && b.kind == Kind::Float64)
    return floatResult(op, floatOf(a), floatOf(b));
  return {};
}

std::optional<Number> unaryResult(std::string_view op, const Number& a) {
  if (a.kind == Kind::Float64)
    return op == "-" ? std::optional(floatNumber(-floatOf(a))) : op == "+" ? std::optional(a) : std::nullopt;
  if (!isInteger(a))
    return {};
  if (op == "~")
    return unsignedNumber(~a.bits);
  if (op == "!")
    return signedNumber(a.bits == 0);
  return Number{a.kind, op == "-" ? 0 - a.bits : a.bits};
}

Number checked(const std::optional<Number>& value, std::string_view op, const Place& place) {
  if (!value)
    reject(place, "PTX-2", fmt::format("'{}' has no value for these constants", op),
           "two integers (divided: not by 0), or for + - * / and comparisons two floats; no 0f.. but alone");
  return *value;
}

} // namespace

Number Reader::literal() {
  if (!at(Token::Kind::Number))
    rejectHere("a constant", kConstants);
  const auto number = numberOf(current().text);
  if (!number)
    reject(place(), "PTX-2", fmt::format("{} is no constant of 64 bits", current().quoted()), kConstants);
  lexer.advance();
  return *number;
}

std::uint64_t Reader::plainInteger(std::string_view what, std::uint64_t most) {
  const Place begin = place();
  const Number number = literal();
  if (!isInteger(number) || number.bits > most)
    reject(begin, "PTX-1", fmt::format("{} is out of range", what), fmt::format("an integer from 0 to {}", most));
  return number.bits;
}

std::uint64_t Reader::integer(std::string_view what) {
  const Place begin = place();
  const Number number = expression();
  if (!isInteger(number))
    reject(begin, "PTX-2", fmt::format("{} is a float", what), "an integer");
  return number.bits;
}

Number Reader::primary() {
  if (current().is(Token::Kind::Word, "WARP_SZ")) {
    lexer.advance();
    return signedNumber(kWarpSize);
  }
  if (!take("("))
    return literal();
  const bool isCast = at(Token::Kind::Dotted);
  const Place begin = place();
  const bool isUnsigned = takeDotted("u64");
  if (isCast && !isUnsigned && !takeDotted("s64"))
    rejectHere("a type", ".u64, .s64");
  const Number inside = isCast ? (expect(")"), unary()) : expression();
  if (!isCast)
    expect(")");
  else if (!isInteger(inside))
    reject(begin, "PTX-2", "a float is made no integer", "an integer");
  return isCast ? Number{isUnsigned ? Kind::Unsigned : Kind::Signed, inside.bits} : inside;
}

Number Reader::unary() {
  const Deeper deeper(*this);
  for (const std::string_view op : {"-", "+", "!", "~"}) {
    const Place begin = place();
    if (take(op))
      return checked(unaryResult(op, unary()), op, begin);
  }
  return primary();
}

/// Operators that bind at least as tightly as `loosest`.
Number Reader::binary(unsigned loosest) {
  Number left = unary();
  while (at(Token::Kind::Symbol)) {
    const auto* op = std::ranges::find(kOperators, current().text, &Operator::text);
    if (op == std::end(kOperators) || op->binds < loosest)
      break;
    const Place begin = place();
    lexer.advance();
    left = checked(result(op->text, left, binary(op->binds + 1)), op->text, begin);
  }
  return left;
}

Number Reader::expression() {
  const Deeper deeper(*this);
  const Number condition = binary(kLoosest);
  const Place begin = place();
  if (!take("?"))
    return condition;
  const Number yes = expression();
  expect(":");
  const Number no = expression();
  if (!isInteger(condition) || isInteger(yes) != isInteger(no) || (!isInteger(yes) && yes.kind != no.kind))
    checked({}, "?:", begin);
  const bool isUnsigned = yes.kind == Kind::Unsigned || no.kind == Kind::Unsigned;
  const Number& chosen = condition.bits != 0 ? yes : no;
  return isUnsigned ? unsignedNumber(chosen.bits) : chosen;
}

} // namespace warplaw::ptx
