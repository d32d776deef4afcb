// Operands (PTX-4).
#include "ptx/text/reader.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr std::string_view kVectorRegisters[] = {"%tid",       "%ntid",       "%ctaid",         "%nctaid",
                                                 "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"};
constexpr std::string_view kSelectors[] = {"x", "y", "z", "w", "r", "g", "b", "a", "b0", "b1", "b2", "b3", "h0", "h1"};
constexpr std::string_view kOperands = "a register, !p, -r, a constant, a name, NAME+N, [ADDRESS], {A, B}, D|P, _";

template <std::size_t N> bool isOne(const std::string_view (&of)[N], std::string_view text) {
  return std::ranges::find(of, text) != std::end(of);
}

std::string nameOf(std::string_view text) { return text == "_" ? std::string() : std::string(text); }

} // namespace

std::string Reader::nameOrHole() { return nameOf(word("a name, _")); }

std::int64_t Reader::offset() {
  return at("+") || at("-") ? static_cast<std::int64_t>(integer("an offset")) : 0; // the sign is the first of it
}

/// `[r]`, `[r+8]`, `[8]`, `[surface, {x, y}]`
Address Reader::address() {
  Address made;
  expect("[");
  if (atName()) {
    const Place begin = place();
    made.base = nameOrHole();
    if (made.base.empty())
      reject(begin, "PTX-4", "an address without a value", "[r], [r+N], [N], [name], [name+N]");
    made.offset = offset();
  } else
    made.offset = static_cast<std::int64_t>(integer("an address"));
  while (take(","))
    made.coordinates.push_back(operand(false));
  expect("]", "+N, -N, or ]");
  return made;
}

std::vector<Operand> Reader::operandsUntil(std::string_view symbol) {
  std::vector<Operand> all;
  while (!take(symbol)) {
    if (!all.empty())
      expect(",", fmt::format(", or {}", symbol));
    all.push_back(operand(false));
  }
  return all;
}

/// What begins with a name: `%r1`, `%tid.x`, `%r1.b0`, `d|p`, `name+8`.
Operand Reader::named() {
  Operand made;
  made.place = place();
  const std::string_view first = word(kOperands);
  made.value = Name{nameOf(first)};
  if (at(Token::Kind::Dotted)) {
    const std::string_view part = current().text;
    if (!isOne(kSelectors, part))
      rejectHere("the end of the operand", ".x .y .z .w .r .g .b .a .b0 .. .b3 .h0 .h1");
    if (isOne(kVectorRegisters, first))
      std::get<Name>(made.value).text += fmt::format(".{}", part);
    else
      made.selector = part;
    lexer.advance();
  } else if (take("|"))
    made.value = Operand::Pair{nameOf(first), nameOrHole()};
  else if (at("+") || at("-"))
    made.value = Operand::Sum{std::string(first), offset()};
  return made;
}

Operand Reader::operand(bool isCall) {
  const Deeper deeper(*this);
  const Place begin = place();
  const bool isSigned =
      (at("!") || at("-")) && lexer.next().kind == Token::Kind::Word && lexer.next().text != "WARP_SZ";
  Operand made;
  if (isSigned) {
    const bool negated = at("!");
    lexer.advance();
    made = named();
    if (!std::holds_alternative<Name>(made.value) || std::get<Name>(made.value).text.empty())
      reject(begin, "PTX-4", "a sign before what is no register", "!p, -r");
    (negated ? made.negated : made.minus) = true;
  } else if (atName()) {
    made = named();
  } else if (take("{")) {
    auto& parts = made.value.emplace<Operand::Vector>(operandsUntil("}"));
    if (parts.empty())
      reject(begin, "PTX-4", "a vector of nothing", "{A, B}");
  } else if (isCall && take("(")) {
    made.value = Operand::List{operandsUntil(")")};
  } else if (at("[")) {
    made.value = address();
  } else if (at(Token::Kind::Number) || at(Token::Kind::Word) || at("(") || at("-") || at("+") || at("~") || at("!")) {
    made.value = expression();
  } else
    rejectHere("an operand", kOperands);
  made.place = begin;
  return made;
}

} // namespace warplaw::ptx
