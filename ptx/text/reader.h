// The reader of modules, inside: one recursive descent, in files by what they read.
#pragma once
#include "ptx/text/lexer.h"
#include "ptx/text/module.h"
#include "ptx/text/scope.h"
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplaw::ptx {

/// Every function throws ReadError at the first word that it does not take.
class Reader {
public:
  explicit Reader(std::string_view text) : lexer(text) { scopes.emplace_back(); }
  Module wholeModule();

private:
  struct Linkage {
    bool isExtern = false, isVisible = false, isWeak = false, isCommon = false;
  };
  class Deeper; ///< while it lives, one level of nesting

  Lexer lexer;
  Module module;
  std::vector<Scope> scopes; ///< the module's, its function's, and those of the blocks that are open
  std::unordered_map<std::string, std::size_t> functions; ///< where in module.globals: the last of a name
  std::set<std::string, std::less<>> noted;
  Place source; ///< of the last `.loc`: file, line, column, where it was inlined
  std::map<std::array<std::uint32_t, 4>, std::size_t> inlinedNumbers; ///< of module.inlined, as it is said
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> locations;    ///< file, line, column: where it was inlined last
  unsigned depth = 0;
  std::uint64_t padding = 0; ///< zeros that initialisers of the module left out between others

  // words: reader.cpp
  const Token& current() const { return lexer.current(); }
  bool at(Token::Kind kind) const { return current().kind == kind; }
  bool at(std::string_view symbol) const { return current().isSymbol(symbol); }
  bool atDotted(std::string_view text) const { return current().is(Token::Kind::Dotted, text); }
  bool atName() const { return at(Token::Kind::Word) && current().text != "WARP_SZ"; }
  bool take(std::string_view symbol);
  bool takeDotted(std::string_view text);
  void expect(std::string_view symbol, std::string_view accepted = {});
  std::string_view word(std::string_view accepted); ///< a view of the text, which outlives the token
  std::string_view string(std::string_view accepted);
  Place place() const;
  [[noreturn]] void rejectHere(std::string_view wanted, std::string_view accepted) const;
  void note(std::string_view kind, std::string_view what);

  // constants (PTX-2): constants.cpp
  Number literal();
  std::uint64_t plainInteger(std::string_view what, std::uint64_t most); ///< a literal
  std::uint64_t integer(std::string_view what);                          ///< an expression
  Number expression();
  Number binary(unsigned loosest);
  Number unary();
  Number primary();

  // directives of modules: modules.cpp
  void version();
  void target();
  void addressSize();
  void file();
  void location();
  std::uint32_t inlinedAt();
  void section();
  void pragmas();
  void alias();
  void global();
  Linkage linkage();
  void checkNewName(std::string_view name, bool isFunction, const Place& where) const;

  // functions: functions.cpp
  void function(const Linkage& linkage);
  std::string functionName(std::string_view accepted);
  std::vector<Variable> parameters();
  std::vector<std::string> pragma(); ///< `.pragma "a", "b";`
  Property attribute();
  bool property(std::vector<Property>& properties, bool& noReturn); ///< false: there is none
  bool endsWithoutSemicolon() const;
  void addFunction(Function made);

  // variables: variables.cpp
  std::vector<Variable> variables(const Linkage& linkage); ///< `.reg .b32 a, b<4>;`
  Variable shape();                                        ///< `.global .align 4 .v2 .u32`: what stands before names
  bool shapeBegins() const;
  bool shapePiece(Variable& made);
  void pointer(Variable& made);
  std::uint32_t alignment();
  std::vector<std::string> attributes();
  void checkShape(const Variable& made, const Place& place) const;
  void declarator(Variable& made);
  void dimensions(Variable& made);
  void initialiser(Variable& made);
  void row(Variable& made, const std::vector<std::uint64_t>& extents, std::size_t level);
  void padTo(Variable& made, std::uint64_t size);
  Variable::Initial initial();
  Operand::Sum symbolAddress(bool& isGeneric);

  // statements: statements.cpp
  Block block();
  void statement(Block& into);
  void directive(Block& into);
  void labelled(Block& into, std::string name, const Place& begin);
  Targets prototype();
  Instruction instruction(std::string_view opcode, const Place& begin);
  void referToLabels(const Instruction& instruction);
  void closeScope();

  // operands (PTX-4): operands.cpp
  Operand operand(bool isCall);
  Operand named();
  std::string nameOrHole();
  std::vector<Operand> operandsUntil(std::string_view symbol);
  Address address();
  std::int64_t offset(); ///< `+8`, `-8`, or nothing: 0
};

/// Nesting has an end: a hostile text may not exhaust the stack.
class Reader::Deeper {
public:
  explicit Deeper(Reader& of) : reader(of) {
    if (++reader.depth > kDeepest)
      reject(reader.place(), "PTX-1", "braces, brackets or operators are nested too deeply", "at most 256 levels");
  }
  ~Deeper() { --reader.depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

private:
  static constexpr unsigned kDeepest = 256;
  Reader& reader;
};

} // namespace warplaw::ptx
