// Cutting a text into words.
#include "ptx/text/lexer.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr std::size_t kLongestQuoted = 40; ///< bytes of a token that an error quotes

// not those of <cctype>: they ask the locale
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool continuesWord(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '$'; }
constexpr bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

constexpr std::string_view kSymbols = "@!;:,{}[]()<>|=+-*/%&^~?";
constexpr std::string_view kLongSymbols[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};

/// Is it hexadecimal, binary or a bit pattern? There `e` is a digit, and no exponent.
bool hasPrefix(std::string_view number) {
  return number.size() > 1 && number[0] == '0' && std::string_view("xXbBfFdD").find(number[1]) != number.npos;
}

} // namespace

std::string Token::quoted() const {
  if (kind == Kind::End)
    return "the end of the text";
  if (kind == Kind::String)
    return "a string";
  const std::string_view dot = kind == Kind::Dotted ? "." : "";
  const std::string_view cut = text.size() > kLongestQuoted ? ".." : "";
  return fmt::format("'{}{}{}'", dot, text.substr(0, kLongestQuoted), cut);
}

void reject(const Place& place, std::string_view rule, std::string what, std::string_view accepted) {
  if (!accepted.empty())
    what += fmt::format("; accepted: {}", accepted);
  throw ReadError{place, std::string(rule), std::move(what)};
}

void Lexer::newLine() {
  ++line;
  lineBegin = at + 1;
}

/// `at` is on `/*`; `//` ends before the next line.
void Lexer::skipComment() {
  const Place begin = place();
  if (byte(1) == '/') {
    at = std::min(text.find('\n', at), text.size());
    return;
  }
  for (at += 2; at < text.size(); ++at)
    if (byte() == '\n')
      newLine();
    else if (byte() == '*' && byte(1) == '/') {
      at += 2;
      return;
    }
  reject(begin, "PTX-1", "a comment does not end", "*/");
}

void Lexer::skipBlank() {
  for (; at < text.size(); ++at) {
    while (byte() == '/' && (byte(1) == '/' || byte(1) == '*'))
      skipComment();
    if (byte() == '\n')
      newLine();
    else if (!isBlank(byte()))
      return;
  }
}

Token::Kind Lexer::kindHere() const {
  const char c = byte();
  if (at == text.size())
    return Token::Kind::End;
  if (isLetter(c) || c == '_' || ((c == '%' || c == '$') && continuesWord(byte(1))))
    return Token::Kind::Word;
  // `.5` is a number, the `.2d` of `tex.2d` is none
  if (isDigit(c) || (c == '.' && isDigit(byte(1)) && (at == 0 || !continuesWord(text[at - 1]))))
    return Token::Kind::Number;
  if (c == '.' && continuesWord(byte(1)))
    return Token::Kind::Dotted;
  if (c == '"')
    return Token::Kind::String;
  if (kSymbols.find(c) != kSymbols.npos)
    return Token::Kind::Symbol;
  reject(place(), "PTX-1",
         c > ' ' && c <= '~' ? fmt::format("'{}' stands in no PTX", c)
                             : fmt::format("byte 0x{:02x} stands in no PTX", static_cast<unsigned char>(c)),
         "ASCII text");
}

std::size_t Lexer::wordEnd(std::size_t begin) const {
  while (begin < text.size() && continuesWord(text[begin]))
    ++begin;
  return begin;
}

/// Pieces of an opcode hold `::`.
std::size_t Lexer::dottedEnd() const {
  std::size_t end = wordEnd(at + 1);
  while (text.substr(end, 2) == "::" && end + 2 < text.size() && continuesWord(text[end + 2]))
    end = wordEnd(end + 2);
  return end;
}

/// Whatever is glued to a number belongs to it; whether it is one is found when its value is asked for.
std::size_t Lexer::numberEnd() const {
  std::size_t end = at;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    const bool isExponentSign = (c == '+' || c == '-') && end > at && (text[end - 1] == 'e' || text[end - 1] == 'E') &&
                                !hasPrefix(text.substr(at, 2));
    if (!continuesWord(c) && c != '.' && !isExponentSign)
      break;
  }
  return end;
}

/// ptxas knows no escapes.
std::size_t Lexer::stringEnd() const {
  const std::size_t end = text.find_first_of("\"\n", at + 1);
  if (end == text.npos || text[end] == '\n')
    reject(place(), "PTX-1", "a string does not end in its line", "\"");
  return end + 1;
}

std::size_t Lexer::symbolEnd() const {
  return at + (std::ranges::find(kLongSymbols, text.substr(at, 2)) != std::end(kLongSymbols) ? 2 : 1);
}

void Lexer::advance() {
  skipBlank();
  token.kind = kindHere();
  token.line = line;
  token.column = place().column;
  const std::size_t begin = at;
  switch (token.kind) {
  case Token::Kind::End:
    break;
  case Token::Kind::Word:
    at = wordEnd(at + 1);
    break;
  case Token::Kind::Dotted:
    at = dottedEnd();
    break;
  case Token::Kind::Number:
    at = numberEnd();
    break;
  case Token::Kind::String:
    at = stringEnd();
    break;
  case Token::Kind::Symbol:
    at = symbolEnd();
    break;
  }
  token.text = text.substr(begin, at - begin);
  if (token.kind == Token::Kind::Dotted)
    token.text.remove_prefix(1);
  else if (token.kind == Token::Kind::String)
    token.text = token.text.substr(1, token.text.size() - 2);
}

} // namespace warplaw::ptx
