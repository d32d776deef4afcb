// Directives of a module (PTX-1, PTX-5).
#include "ptx/text/reader.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace warplaw::ptx {
namespace {

constexpr std::uint32_t kKnownMajor = 9, kKnownMinor = 1; ///< what a newer version brings is not known
constexpr std::uint64_t kMostFile = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kDirectives =
    ".version, .target, .address_size, .file, .section, .pragma, .alias, .extern, .visible, .weak, .common, .entry, "
    ".func, .global, .const, .shared, .local, .param, .reg";

/// "8.5"
bool readVersion(std::string_view text, std::uint32_t& major, std::uint32_t& minor) {
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, major);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.')
    return false;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  return second.ec == std::errc() && second.ptr == end;
}

} // namespace

Module Reader::wholeModule() {
  if (!atDotted("version"))
    reject(place(), "PTX-1", fmt::format("a module begins with .version, not with {}", current().quoted()),
           ".version MAJOR.MINOR");
  version();
  if (!atDotted("target"))
    reject(place(), "PTX-1", fmt::format("behind .version stands .target, not {}", current().quoted()),
           ".target sm_NN");
  while (!at(Token::Kind::End))
    global();
  closeScope();
  return std::move(module);
}

void Reader::version() {
  const Place begin = place();
  lexer.advance();
  std::uint32_t major = 0, minor = 0;
  if (!at(Token::Kind::Number) || !readVersion(current().text, major, minor))
    rejectHere("a version", "MAJOR.MINOR");
  if (module.versionMajor + module.versionMinor != 0 && (module.versionMajor != major || module.versionMinor != minor))
    reject(begin, "PTX-1", "another .version than that of the module", "the same");
  module.versionMajor = major;
  module.versionMinor = minor;
  if (std::pair(major, minor) > std::pair(kKnownMajor, kKnownMinor))
    note(".version",
         fmt::format(".version {}.{} is newer than {}.{}, the newest that is known; the instructions decide", major,
                     minor, kKnownMajor, kKnownMinor));
  lexer.advance();
}

void Reader::target() {
  do {
    lexer.advance(); // over `.target`, or a comma
    std::string name(word("sm_NN, debug, map_f64_to_f32, texmode_unified or texmode_independent"));
    if (std::ranges::find(module.target, name) == module.target.end())
      module.target.push_back(std::move(name));
  } while (at(","));
}

void Reader::addressSize() {
  lexer.advance();
  const Place begin = place();
  const Number size = literal();
  if (size.bits != 32 && size.bits != 64)
    reject(begin, "PTX-1", fmt::format("addresses have no {} bits", size.bits), ".address_size 32, .address_size 64");
  module.addressBits = static_cast<unsigned>(size.bits);
}

void Reader::file() {
  lexer.advance();
  const auto number = static_cast<std::uint32_t>(plainInteger("the number of a file", kMostFile));
  module.files.push_back({number, std::string(string("the name of a file, in quotes"))});
  while (take(",")) // when it was changed, its size
    literal();
}

/// `.loc 1 12 3, function_name $L, inlined_at 1 8 3`; where a `.loc` of 1 8 3 was inlined itself, the last before
/// counts.
void Reader::location() {
  lexer.advance();
  source = {};
  source.sourceFile = static_cast<std::uint32_t>(plainInteger("the number of a file", kMostFile));
  source.sourceLine = static_cast<std::uint32_t>(plainInteger("a line", kMostFile));
  source.sourceColumn = static_cast<std::uint32_t>(plainInteger("a column", kMostFile));
  while (take(",")) {
    const std::string_view what = word("function_name, inlined_at");
    if (what == "function_name") {
      word("a label of .debug_str");
      offset();
    } else if (what == "inlined_at") {
      source.inlinedAt = inlinedAt();
    } else
      reject(place(), "PTX-1", fmt::format("a .loc has no '{:.40}'", what), "function_name, inlined_at");
  }
  locations[{source.sourceFile, source.sourceLine, source.sourceColumn}] = source.inlinedAt;
}

/// The number of the place that follows.
std::uint32_t Reader::inlinedAt() {
  std::array<std::uint32_t, 3> at{};
  std::size_t part = 0;
  for (const std::string_view what : {"the number of a file", "a line", "a column"})
    at[part++] = static_cast<std::uint32_t>(plainInteger(what, kMostFile));
  const auto before = locations.find(at);
  const InlinedAt one{at[0], at[1], at[2], before == locations.end() ? 0 : before->second};
  const auto known =
      inlinedNumbers.try_emplace({one.file, one.line, one.column, one.inlinedAt}, module.inlined.size() + 1);
  if (known.second)
    module.inlined.push_back(one);
  return static_cast<std::uint32_t>(known.first->second);
}

/// What debuggers read: over it.
void Reader::section() {
  note(".section", "sections are read over");
  lexer.advance();
  if (!at(Token::Kind::Dotted) && !at(Token::Kind::Word))
    rejectHere("the name of a section", ".debug_info");
  while (at(Token::Kind::Dotted) || at(Token::Kind::Word))
    lexer.advance();
  expect("{");
  for (unsigned open = 1; open != 0; lexer.advance()) {
    if (at(Token::Kind::End))
      rejectHere("'}'", "}");
    open += at("{");
    open -= at("}");
  }
}

void Reader::pragmas() {
  for (std::string& text : pragma())
    module.pragmas.push_back(std::move(text));
}

void Reader::alias() {
  lexer.advance();
  const Place begin = place();
  const std::string name(word("the name of a .func"));
  expect(",");
  const std::string target(word("the name of a .func"));
  const auto named = functions.find(name), meant = functions.find(target);
  if (named == functions.end() || meant == functions.end())
    reject(begin, "PTX-1",
           fmt::format("an alias of functions that are not both declared: '{:.40}', '{:.40}'", name, target),
           "two functions declared before");
  auto& function = std::get<Function>(module.globals[named->second]);
  if (function.body || !function.alias.empty() || !std::get<Function>(module.globals[meant->second]).body)
    reject(begin, "PTX-1", fmt::format("'{:.40}' cannot stand for '{:.40}'", name, target),
           "a function without a body for one with a body");
  function.alias = target;
  expect(";");
}

Reader::Linkage Reader::linkage() {
  Linkage made;
  for (;;) {
    if (takeDotted("extern"))
      made.isExtern = true;
    else if (takeDotted("visible"))
      made.isVisible = true;
    else if (takeDotted("weak"))
      made.isWeak = true;
    else if (takeDotted("common"))
      made.isCommon = true;
    else
      return made;
  }
}

/// A function and a variable have no name in common.
void Reader::checkNewName(std::string_view name, bool isFunction, const Place& where) const {
  const bool isTaken = isFunction ? scopes.front().declares(name) : functions.contains(std::string(name));
  if (isTaken)
    reject(where, "PTX-1",
           fmt::format("'{:.40}' is the name of a {} already", name, isFunction ? "variable" : "function"),
           "another name");
}

void Reader::global() {
  using Directive = void (Reader::*)();
  static constexpr std::pair<std::string_view, Directive> kTaken[] = {
      {"version", &Reader::version}, {"target", &Reader::target},   {"address_size", &Reader::addressSize},
      {"file", &Reader::file},       {"section", &Reader::section}, {"pragma", &Reader::pragmas},
      {"alias", &Reader::alias},     {"loc", &Reader::location}};
  if (!at(Token::Kind::Dotted))
    rejectHere("a directive", kDirectives);
  for (const auto& [name, read] : kTaken)
    if (atDotted(name))
      return (this->*read)();
  const Linkage how = linkage();
  if (atDotted("entry") || atDotted("func"))
    return function(how);
  if (!at(Token::Kind::Dotted) || !shapeBegins())
    rejectHere("a directive", kDirectives);
  for (Variable& made : variables(how)) {
    checkNewName(made.name, false, made.place);
    module.globals.emplace_back(std::move(made));
  }
}

} // namespace warplaw::ptx
