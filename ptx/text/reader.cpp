// Words that all parts of the reader take.
#include "ptx/text/reader.h"
#include <fmt/format.h>

namespace warplaw::ptx {

Place Reader::place() const {
  Place place = source;
  place.line = current().line;
  place.column = current().column;
  return place;
}

void Reader::rejectHere(std::string_view wanted, std::string_view accepted) const {
  reject(place(), "PTX-1", fmt::format("{} stands where {} is wanted", current().quoted(), wanted), accepted);
}

bool Reader::take(std::string_view symbol) {
  if (!at(symbol))
    return false;
  lexer.advance();
  return true;
}

bool Reader::takeDotted(std::string_view text) {
  if (!atDotted(text))
    return false;
  lexer.advance();
  return true;
}

void Reader::expect(std::string_view symbol, std::string_view accepted) {
  if (!take(symbol))
    rejectHere(fmt::format("'{}'", symbol), accepted.empty() ? symbol : accepted);
}

std::string_view Reader::word(std::string_view accepted) {
  if (!at(Token::Kind::Word))
    rejectHere("a name", accepted);
  const std::string_view text = current().text;
  lexer.advance();
  return text;
}

std::string_view Reader::string(std::string_view accepted) {
  if (!at(Token::Kind::String))
    rejectHere("a string", accepted);
  const std::string_view text = current().text;
  lexer.advance();
  return text;
}

/// Once a kind: a module may say a thing ten thousand times.
void Reader::note(std::string_view kind, std::string_view what) {
  if (noted.emplace(kind).second)
    module.notes.push_back(fmt::format("{}: note: {}", current().line, what));
}

} // namespace warplaw::ptx
