// A statement about the results of a program in every lane (docs/programs.md), as text and as a tree.
// proofs/statements/program.h says what it means.
#pragma once
#include "spec/rejection.h"
#include <cstdint>
#include <span>
#include <vector>

namespace warplaw::spec {

enum class StatementOp : std::uint8_t {
  Number,    ///< value
  Lane,      ///< the lane that the statement speaks of
  Bound,     ///< name: the variable of a sum, all or any around it
  Register,  ///< value: its number; args: which lane
  Predicate, ///< value: its number; args: which lane
  Active,    ///< args: which lane
  Exited,    ///< the same
  Defined,   ///< args: a Register or Predicate: is it promised, whatever the implementation makes of what is not?
  Not,
  Complement,
  Negate,
  Multiply,
  Add,
  Subtract,
  FloatAdd, ///< of words as binary32 numbers (FADD-1)
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitXor,
  BitOr,
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  And,
  Or,
  Implies,
  Choose, ///< args: condition, then, otherwise
  Sum,    ///< name bound in args[2], from args[0] to args[1], both included
  All,
  Any,
  With, ///< args[1], in which name stands for the number args[0]: what a definition's name was given
};

/// How a comparison or a shift to the right takes words; Unsaid: it is about numbers, or a logical shift.
enum class Signedness : std::uint8_t { Unsaid, Unsigned, Signed };

struct Statement {
  StatementOp op = StatementOp::Number;
  Signedness signedness = Signedness::Unsaid;
  bool old = false;       ///< Register, Predicate: before the program
  std::int64_t value = 0; ///< Number, Register, Predicate
  std::string name;       ///< Bound, Sum, All, Any, With
  std::vector<Statement> args;
  std::size_t position = 0; ///< byte offset into the text
};

/// Text of one statement is at most this long.
inline constexpr std::size_t kMaxStatementBytes = 4096;

/// `pair(k) = R1[k] + R1[k + 1]`: what pair(..) stands for in what is read after it.
struct Definition {
  std::string name, parameter;
  Statement body;
};

/// Rejections (rule "statement") name the place and what would be accepted there.
Result<Statement> parseStatement(std::string_view text, std::span<const Definition> definitions = {});
Result<Definition> parseDefinition(std::string_view text, std::span<const Definition> definitions);

/// `SET <==> EXPR`: for which lanes something holds.
struct Exactly {
  Statement set, statement;
};
Result<Exactly> parseExactly(std::string_view text, std::span<const Definition> definitions = {});

/// A ==> B.
Statement implication(Statement condition, Statement conclusion);
/// The statement that says in every lane what `statement` says in that lane.
Statement inLane(Statement statement, unsigned lane);

/// Does it speak of the lane at all? If not it says the same of every lane.
bool mentionsLane(const Statement& statement);
/// Does it speak of which lanes are active, or of which have exited?
bool mentionsActive(const Statement& statement);
bool mentionsExited(const Statement& statement);
/// Does it say of some value that it is promised?
bool mentionsDefined(const Statement& statement);

} // namespace warplaw::spec
