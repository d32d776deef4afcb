// Functions: names, parameters, properties (PTX-1).
#include "ptx/text/reader.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

struct PropertyShape {
  std::string_view name;
  unsigned most; ///< numbers behind it
};
constexpr PropertyShape kProperties[] = {
    {"maxntid", 3},           {"reqntid", 3},      {"reqnctapercluster", 3},   {"minnctapersm", 1},
    {"maxnreg", 1},           {"maxnctapersm", 1}, {"maxclusterrank", 1},      {"explicitcluster", 0},
    {"blocksareclusters", 0}, {"abi_preserve", 1}, {"abi_preserve_control", 1}};

} // namespace

std::vector<std::string> Reader::pragma() {
  std::vector<std::string> all;
  do {
    lexer.advance(); // over `.pragma`, or a comma
    all.emplace_back(string("a string"));
  } while (at(","));
  expect(";");
  return all;
}

bool Reader::property(std::vector<Property>& properties, bool& noReturn) {
  if (takeDotted("noreturn"))
    return noReturn = true;
  if (atDotted("pragma")) {
    for (std::string& text : pragma())
      properties.push_back({"pragma", {}, std::move(text)});
    return true;
  }
  const auto* shape = std::ranges::find(kProperties, current().text, &PropertyShape::name);
  if (!at(Token::Kind::Dotted) || shape == std::end(kProperties))
    return false;
  Property made{std::string(shape->name), {}, {}};
  lexer.advance();
  while (made.numbers.size() < shape->most && (made.numbers.empty() || take(",")))
    made.numbers.push_back(integer(made.name));
  properties.push_back(std::move(made));
  return true;
}

/// "(.managed)", "(.unified(1, 2))": what stands between the parentheses, without dots and blanks.
std::vector<std::string> Reader::attributes() {
  std::vector<std::string> all;
  lexer.advance();
  expect("(", "(.managed), (.unified(N, N))");
  do {
    if (!at(Token::Kind::Dotted))
      rejectHere("an attribute", ".managed, .unified(N, N)");
    std::string& text = all.emplace_back(current().text);
    lexer.advance();
    if (take("(")) {
      const std::uint64_t high = integer("a part of an identifier");
      expect(",");
      text += fmt::format("({}U, {}U)", high, integer("a part of an identifier"));
      expect(")");
    }
  } while (take(","));
  expect(")");
  return all;
}

std::string Reader::functionName(std::string_view accepted) {
  if (!atName())
    rejectHere("a name", accepted);
  return std::string(word(accepted));
}

/// `( .param .u32 a, .reg .b32 %b )`, or nothing.
std::vector<Variable> Reader::parameters() {
  std::vector<Variable> all;
  if (!take("("))
    return all;
  while (!take(")")) {
    if (!all.empty())
      expect(",", ", or )");
    Variable made = shape();
    if (made.space != Space::Param && made.space != Space::Register)
      reject(made.place, "PTX-1", "a parameter lies in another space", ".param, .reg");
    declarator(made);
    if (made.count)
      reject(made.place, "PTX-1", "a parameter with a count", "a parameter each");
    scopes.back().declare(made);
    all.push_back(std::move(made));
  }
  return all;
}

/// Behind a prototype compilers before PTX 3.0 wrote no `;`, and ptxas asks for none.
bool Reader::endsWithoutSemicolon() const { return at(Token::Kind::Dotted) || at(Token::Kind::End); }

void Reader::function(const Linkage& linkage) {
  Function made;
  made.isEntry = atDotted("entry");
  made.isExtern = linkage.isExtern;
  made.isVisible = linkage.isVisible;
  made.isWeak = linkage.isWeak;
  if (linkage.isCommon)
    reject(place(), "PTX-1", "a function is not .common", ".extern, .visible, .weak");
  lexer.advance();
  source = {};
  scopes.emplace_back();
  if (atDotted("attribute"))
    for (std::string& text : attributes())
      made.properties.push_back({"attribute", {}, std::move(text)});
  if (!made.isEntry)
    made.returned = parameters();
  made.place = place();
  made.name = functionName(made.isEntry ? "the name of the entry" : "(results), or the name of the function");
  made.parameters = parameters();
  while (property(made.properties, made.noReturn)) {
  }
  if (at("{"))
    made.body = block();
  else if (made.isEntry || !endsWithoutSemicolon())
    expect(";", "{, ;, or a property such as .maxntid, .noreturn");
  closeScope();
  addFunction(std::move(made));
}

/// A function may be declared as often as one likes, and defined once.
void Reader::addFunction(Function made) {
  checkNewName(made.name, true, made.place);
  const auto [there, isNew] = functions.try_emplace(made.name, module.globals.size());
  if (!isNew) {
    auto& before = std::get<Function>(module.globals[there->second]);
    if (before.isEntry != made.isEntry || (made.body && (before.body || !before.alias.empty())))
      reject(made.place, "PTX-1", fmt::format("the function '{:.40}' is defined twice", made.name), "another name");
    if (made.body)
      there->second = module.globals.size(); // not to be lost behind a later declaration
  }
  module.globals.emplace_back(std::move(made));
}

} // namespace warplaw::ptx
