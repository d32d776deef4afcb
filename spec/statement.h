// A statement about what a program leaves in every lane (docs/programs.md), as text and as a tree. What it means is
// said where programs are proved (proofs/statements/program.h).
#pragma once
#include "spec/rejection.h"
#include <cstdint>
#include <vector>

namespace warplaw::spec {

enum class StatementOp : std::uint8_t {
  Number,    ///< value
  Lane,      ///< the lane that the statement speaks of
  Bound,     ///< name: the variable of a sum, all or any around it
  Register,  ///< value: its number; args: which lane
  Predicate, ///< value: its number; args: which lane
  Active,    ///< args: which lane
  Not,
  Complement,
  Negate,
  Multiply,
  Add,
  Subtract,
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
};

/// How a comparison or a shift to the right takes words; Unsaid: it is about numbers, or a logical shift.
enum class Signedness : std::uint8_t { Unsaid, Unsigned, Signed };

struct Statement {
  StatementOp op = StatementOp::Number;
  Signedness signedness = Signedness::Unsaid;
  bool old = false;       ///< Register, Predicate: before the program
  std::int64_t value = 0; ///< Number, Register, Predicate
  std::string name;       ///< Bound, Sum, All, Any
  std::vector<Statement> args;
  std::size_t position = 0; ///< byte offset into the text
};

/// Text of one statement is at most this long.
inline constexpr std::size_t kMaxStatementBytes = 4096;

/// Rejections (rule "statement") name the place and what would be accepted there.
Result<Statement> parseStatement(std::string_view text);

/// Does it speak of the lane at all? If not it says the same of every lane.
bool mentionsLane(const Statement& statement);
/// Does it speak of which lanes are active?
bool mentionsActive(const Statement& statement);

} // namespace warplaw::spec
