// Files of disassemblers and compilers: see listing.h.
#include "spec/listing.h"
#include "spec/row.h"
#include "spec/spellings/spelling.h"
#include "spec/spellings/undressed.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::string_view kBlanks = " \t\r\n;";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return text.starts_with(one); });
}

/// `/*0008*/`
bool beginsWithAddress(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("/*"))
    return false;
  std::size_t end = 2;
  while (end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end])))
    ++end;
  return end >= 6 && line.substr(end).starts_with("*/") && !trimmed(line.substr(end + 2)).empty() &&
         !trimmed(line.substr(end + 2)).starts_with("/*");
}

bool isPtxModule(std::string_view text) {
  return text.find(".address_size") != text.npos || text.find(".visible") != text.npos ||
         text.find(".entry") != text.npos || text.find(".func") != text.npos;
}

/// A comment of PTX or of ours, which is not within an instruction.
std::string_view withoutLineComment(std::string_view line) { return line.substr(0, line.find("//")); }

/// With one blank where there are blanks.
std::string onOneLine(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t')
      result += c;
    else if (!result.ends_with(' '))
      result += ' ';
  return result;
}

/// Begins with `NAME:`; labels need not be alone in their line.
std::size_t labelEnd(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_' ||
                               line[end] == '$' || line[end] == '.'))
    ++end;
  return end > 0 && end < line.size() && line[end] == ':' ? end + 1 : 0;
}

struct Piece {
  std::size_t position = 0;
  std::string text;
  std::size_t function = 0;
  bool isDeclaration = false; ///< `.reg`
  Target target = {};         ///< that the text has named up to there
};

/// What is left of a text: instructions and `.reg`, in order.
class Pieces {
public:
  explicit Pieces(std::string_view text) : text_(text), joins_(isPtxModule(text)) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      line(withoutLineComment(text.substr(begin, end - begin)), begin);
      begin = end + 1;
    }
    flush();
  }
  std::vector<Piece> all;
  std::vector<Rejection> noTargets;

private:
  void line(std::string_view whole, std::size_t begin) {
    if (const auto named = targetOfLine(whole); !named) {
      noTargets.push_back(named.error());
      noTargets.back().position += begin;
    } else if (*named) {
      target_ = *named;
    }
    const Undressed plain(whole);
    std::string_view text = trimmed(plain.text());
    if (const std::size_t end = labelEnd(text)) {
      functions_ += text.starts_with(".text.");
      text = trimmed(text.substr(end));
    }
    if (beginsFunction(text)) {
      ++functions_;
      isHead_ = joins_;
    }
    if (isHead_) { // up to its body; or it has none
      isHead_ = whole.find_first_of("{;") == whole.npos;
      return;
    }
    if (!joins_)
      return statement(whole, text, begin, true);
    for (std::string_view rest = plain.text(); !rest.empty();) {
      const std::size_t end = rest.find(';');
      std::string_view one = trimmed(rest.substr(0, end));
      one.remove_prefix(labelEnd(one));
      statement(whole, trimmed(one), begin, end != rest.npos);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
  }
  bool beginsFunction(std::string_view text) const {
    const bool isHead = startsWithAny(text, {".entry", ".func"}) ||
                        (startsWithAny(text, {".visible", ".weak"}) &&
                         (text.find(".entry") != text.npos || text.find(".func") != text.npos));
    return text.starts_with("Function :") || (joins_ && isHead);
  }
  /// `closed`: nothing of it is in the next line.
  void statement(std::string_view whole, std::string_view text, std::size_t begin, bool closed) {
    while (startsWithAny(text, {"{", "}"}))
      text = trimmed(text.substr(1));
    const bool isOther =
        startsWithAny(text, {"Function :", "code for", "Fatbin", "======", "arch =", "host =", "compile_size",
                             "code version", "producer =", "(", ")"});
    if (open_.text.empty() && (text.empty() || isOther))
      return;
    const std::size_t at = whole.find(text.substr(0, text.find_first_of(" \t")));
    const std::size_t position = begin + (at == whole.npos ? 0 : at);
    if (text.starts_with('.') && open_.text.empty()) {
      if (text.starts_with(".reg"))
        all.push_back({position, std::string(text), function(), true, target_});
      return;
    }
    if (open_.text.empty())
      open_ = {position, onOneLine(text), function(), false, target_};
    else
      open_.text += " " + onOneLine(text);
    if (closed)
      flush();
  }
  std::size_t function() const { return functions_ == 0 ? 0 : functions_ - 1; }
  void flush() {
    if (!open_.text.empty())
      all.push_back(std::move(open_));
    open_ = {};
  }

  std::string_view text_;
  bool joins_; ///< an instruction goes on to its `;`
  bool isHead_ = false;
  std::size_t functions_ = 0;
  Target target_;
  Piece open_;
};

/// Does the text begin as some instruction here does, whatever then comes?
bool isKnown(std::string_view text) {
  Cursor cursor(text);
  if (cursor.accept('@')) {
    cursor.accept('!');
    cursor.accept('%');
    cursor.adjacentWord();
  }
  cursor.place();
  Cursor ahead = cursor;
  const std::size_t begin = ahead.place();
  std::size_t end = begin + ahead.word().text.size();
  for (;;) {
    if (findRow(text.substr(begin, end - begin)))
      return true;
    if (!ahead.acceptAdjacent('.'))
      break;
    end += 1 + ahead.adjacentWord().text.size();
  }
  return readSpelling(cursor).reached > Reached::Modifiers;
}

bool endsProgram(std::string_view text) { return text == "EXIT" || text == "ret" || text == "exit"; }

} // namespace

bool isListing(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    if (beginsWithAddress(line) ||
        startsWithAny(line, {".headerflags", ".section", ".version", ".visible", ".entry", ".func", "Function :"}))
      return true;
    begin = end + 1;
  }
  return false;
}

Listing readListing(std::string_view text, Target target) {
  const Pieces pieces(text);
  Listing listing{target, {}, {}};
  if (!target)
    listing.noTargets = pieces.noTargets;
  std::vector<std::string> declarations;
  std::size_t function = 0;
  for (const Piece& piece : pieces.all) {
    if (!listing.target)
      listing.target = piece.target;
    if (piece.function != std::exchange(function, piece.function))
      declarations.clear();
    if (piece.isDeclaration) {
      declarations.push_back(piece.text);
      continue;
    }
    SourceReader reader(target ? target : piece.target);
    for (const std::string& declaration : declarations)
      reader.names().declare(declaration);
    reader.collect(piece.text);
    const auto settled = reader.names().settle();
    auto read = settled ? reader.read(piece.text) : Result<std::vector<Instruction>>(settled.error());
    const bool isOurs = read || isKnown(piece.text);
    listing.lines.push_back(
        {piece.position, piece.text, piece.function, std::move(read), isOurs, endsProgram(piece.text)});
  }
  return listing;
}

ListedProgram programFromListing(std::string_view text, Target target) {
  ListedProgram listed;
  SourceReader reader(target);
  Pieces all(text);
  std::vector<Piece>& pieces = all.all;
  if (!target)
    listed.others = all.noTargets;
  const auto last = std::ranges::find_if(pieces, [](const Piece& p) { return endsProgram(p.text); });
  const auto other =
      std::ranges::find_if(pieces, [&](const Piece& p) { return p.function != pieces.front().function; });
  if (other != pieces.end()) {
    listed.others.push_back({"program", "another function begins here", "one function", other->position});
    return listed;
  }
  pieces.erase(last, pieces.end());
  const auto meet = [&](const Piece& piece) { reader.setTarget(target ? target : piece.target); };
  for (const Piece& piece : pieces) {
    meet(piece);
    piece.isDeclaration ? reader.names().declare(piece.text) : reader.collect(piece.text);
  }
  if (auto settled = reader.names().settle(text); !settled)
    listed.others.push_back(settled.error());
  for (const Piece& piece : pieces) {
    if (piece.isDeclaration)
      continue;
    meet(piece);
    auto read = reader.read(piece.text);
    if (read) {
      for (Instruction& instruction : *read) {
        listed.program.push_back(std::move(instruction));
        listed.positions.push_back(piece.position);
      }
      continue;
    }
    Rejection rejection = read.error();
    if (!isKnown(piece.text))
      rejection = {"program", fmt::format("{}: none of the project's instructions", printable(piece.text, 60)), ""};
    rejection.position = piece.position;
    listed.others.push_back(std::move(rejection));
  }
  listed.names = reader.names();
  return listed;
}

} // namespace warplaw::spec
