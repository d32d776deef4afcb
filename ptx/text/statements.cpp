// What stands between the braces of a function (PTX-1).
#include "ptx/text/reader.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr std::string_view kStatements =
    "an instruction, LABEL:, @p, {, .reg, .local, .shared, .global, .const, .param, .loc, .pragma, }";

constexpr std::size_t kUsualParts = 4; ///< of an opcode, of its operands

} // namespace

Block Reader::block() {
  const Deeper deeper(*this);
  Block made;
  made.place = place();
  expect("{");
  while (!take("}"))
    statement(made);
  return made;
}

void Reader::statement(Block& into) {
  const Place begin = place();
  if (at("{")) {
    scopes.emplace_back();
    into.statements.emplace_back(std::make_unique<Block>(block()));
    closeScope();
  } else if (at(Token::Kind::Dotted)) {
    directive(into);
  } else if (take("@")) {
    Guard guard;
    guard.negated = take("!");
    guard.predicate = nameOrHole();
    Instruction made = instruction(word("an instruction"), begin);
    made.guard = std::move(guard);
    into.statements.emplace_back(std::move(made));
  } else if (at(Token::Kind::Word)) {
    const std::string_view first = word(kStatements);
    if (take(":"))
      labelled(into, std::string(first), begin);
    else
      into.statements.emplace_back(instruction(first, begin));
  } else
    rejectHere("a statement", kStatements);
}

void Reader::directive(Block& into) {
  if (atDotted("loc"))
    return location();
  if (atDotted("pragma")) {
    for (std::string& text : pragma())
      into.pragmas.push_back({into.statements.size(), std::move(text)});
    return;
  }
  const Linkage how = linkage();
  if (!shapeBegins())
    rejectHere("a statement", kStatements);
  for (Variable& made : variables(how))
    into.statements.emplace_back(std::move(made));
}

/// `LABEL:` alone, or before `.branchtargets A, B;` and its like.
void Reader::labelled(Block& into, std::string name, const Place& begin) {
  const bool isBranch = atDotted("branchtargets");
  if (!isBranch && !atDotted("calltargets") && !atDotted("callprototype")) {
    const auto& made = std::get<Label>(into.statements.emplace_back(Label{std::move(name), begin}));
    return scopes.back().declare(made);
  }
  Targets made;
  if (takeDotted("callprototype"))
    made = prototype();
  else {
    made.kind = isBranch ? Targets::Kind::Branch : Targets::Kind::Call;
    do {
      lexer.advance(); // over the directive, or a comma
      const Place here = place();
      made.names.emplace_back(word("a name"));
      if (isBranch)
        scopes.back().refer({made.names.back(), here, false});
    } while (at(","));
  }
  expect(";");
  made.label = std::move(name);
  made.place = begin;
  scopes.back().declare(made);
  into.statements.emplace_back(std::move(made));
}

/// `(.param .b32 _) _ (.param .b64 a) .noreturn`
Targets Reader::prototype() {
  Targets made;
  made.kind = Targets::Kind::Prototype;
  scopes.emplace_back();
  made.returned = parameters();
  word("_, or the name of the function");
  made.parameters = parameters();
  while (property(made.properties, made.noReturn)) {
  }
  scopes.pop_back();
  return made;
}

Instruction Reader::instruction(std::string_view opcode, const Place& begin) {
  Instruction made;
  made.place = begin;
  made.opcode.reserve(kUsualParts);
  made.operands.reserve(kUsualParts);
  for (made.opcode.emplace_back(opcode); at(Token::Kind::Dotted); lexer.advance())
    made.opcode.emplace_back(current().text);
  const bool isCall = opcode == "call";
  if (!at(";"))
    do
      made.operands.push_back(operand(isCall));
    while (take(","));
  expect(";", ", or ;");
  referToLabels(made);
  return made;
}

/// A branch goes to a label of its function.
void Reader::referToLabels(const Instruction& made) {
  const std::size_t which = made.opcode[0] == "bra" ? 0 : made.opcode[0] == "brx" ? 1 : made.operands.size();
  if (which >= made.operands.size())
    return;
  const Operand& target = made.operands[which];
  if (const auto* name = std::get_if<Name>(&target.value))
    scopes.back().refer({name->text, target.place, which == 1});
}

void Reader::closeScope() {
  std::vector<Scope::Reference> open = std::move(scopes.back()).unanswered();
  scopes.pop_back();
  if (open.empty())
    return;
  if (scopes.size() == 1)
    reject(open.front().place, "PTX-1", fmt::format("no label '{:.40}' in this function", open.front().label),
           "a label of the block of the branch, or of one around it");
  scopes.back().refer(std::move(open));
}

} // namespace warplaw::ptx
