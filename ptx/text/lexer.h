// PTX's words (PTX-1): what a text is cut into.
#pragma once
#include "ptx/text/read.h"
#include <cstdint>
#include <string_view>

namespace warplaw::ptx {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Word,   ///< `ret`, `%r1`, `$L__BB0_2`, `_`
    Dotted, ///< `.reg`, `.2d`, `.shared::cta`: without its dot
    Number, ///< `12`, `0xffU`, `0f3f800000`, `1.5e-3`, as it is written
    String, ///< without its quotes
    Symbol  ///< `{`, `<<`
  };
  Kind kind = Kind::End;
  std::string_view text;
  std::uint32_t line = 1, column = 1;

  bool is(Kind other, std::string_view what) const { return kind == other && text == what; }
  bool isSymbol(std::string_view symbol) const { return is(Kind::Symbol, symbol); }
  /// As errors quote it; a long one is cut.
  std::string quoted() const;
};

/// Leaves the reader: `read` turns it into its result. `accepted` may be empty.
[[noreturn]] void reject(const Place& place, std::string_view rule, std::string what, std::string_view accepted);

/// One token at a time, each byte looked at once: views of the text, which must outlive them. Throws ReadError.
class Lexer {
public:
  explicit Lexer(std::string_view whole) : text(whole) { advance(); }
  const Token& current() const { return token; }
  void advance();
  /// What follows the current one.
  Token next() const {
    Lexer ahead = *this;
    ahead.advance();
    return ahead.token;
  }

private:
  std::string_view text;
  std::size_t at = 0, lineBegin = 0;
  std::uint32_t line = 1;
  Token token;

  char byte(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  Place place() const { return {line, static_cast<std::uint32_t>(at - lineBegin + 1)}; }
  void skipBlank();
  void skipComment();
  void newLine();
  Token::Kind kindHere() const;
  std::size_t numberEnd() const;
  std::size_t dottedEnd() const;
  std::size_t wordEnd(std::size_t begin) const;
  std::size_t stringEnd() const;
  std::size_t symbolEnd() const;
};

} // namespace warplaw::ptx
