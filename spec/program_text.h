// Programs as text (docs/programs.md): a line an instruction, and lines that say what is before, what is required and
// what is ensured. Straight lines alone: what branches is rejected.
#pragma once
#include "spec/instruction.h"

namespace warplaw::spec {

/// A line `KEYWORD: text` of a program.
enum class DirectiveKind : std::uint8_t {
  Rules,      ///< names of rules that the program is about
  Registers,  ///< R1=lane+1: before the program, for `run`
  Predicates, ///< P0=0xff: the same
  Active,     ///< mask of active lanes, for `run`; assumed by proofs
  Define,     ///< a name for what statements behind it repeat
  Requires,   ///< what proofs assume of the state before
  Ensures,    ///< what holds afterwards
  Claim,      ///< what somebody says that holds afterwards, and does not
};
struct Directive {
  DirectiveKind kind{};
  std::string text;         ///< behind the colon, without blanks around it
  std::size_t position = 0; ///< of that, in the whole text
};

struct ProgramText {
  std::vector<Instruction> program;   ///< 1..kMaxSteps
  std::vector<std::size_t> positions; ///< where each of them begins
  std::vector<Directive> directives;
};

/// Rejects by the instruction's rules, or as "program"; the position is that in the whole text.
Result<ProgramText> programFromText(std::string_view text);

} // namespace warplaw::spec
