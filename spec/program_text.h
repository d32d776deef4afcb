// Programs as text (docs/programs.md): a line an instruction, and lines that say what is before, what is required and
// what is ensured. Straight lines alone: what branches is rejected.
#pragma once
#include "spec/source_reader.h"

namespace warplaw::spec {

/// A line `KEYWORD: text` of a program.
enum class DirectiveKind : std::uint8_t {
  Rules,      ///< names of rules that the program is about
  Names,      ///< %rd1=R2: which registers names of PTX are
  Registers,  ///< R1=lane+1: before the program, for `run`
  Predicates, ///< P0=0xff: the same
  Active,     ///< mask of active lanes, for `run`; assumed by proofs
  ActiveMask, ///< registers that hold the mask of active lanes before the program; assumed by proofs
  Define,     ///< a name for what statements behind it repeat
  Requires,   ///< what proofs assume of the state before
  Ensures,    ///< what holds afterwards
  Claim,      ///< what somebody says that holds afterwards, and does not
  Exactly,    ///< for which lanes something holds afterwards, and for no others
};
struct Directive {
  DirectiveKind kind{};
  std::string text;         ///< behind the colon, without blanks around it
  std::size_t position = 0; ///< of that, in the whole text
  std::string comment = {}; ///< what the lines right above it say behind //, as one line
};

struct ProgramText {
  std::vector<std::string> head;      ///< the comment that it begins with, line by line: a title, and more
  std::vector<Instruction> program;   ///< 1..kMaxSteps
  std::vector<std::size_t> positions; ///< where each of them begins
  std::vector<Directive> directives;  ///< names of PTX in them are registers of ours
  PtxNames names;
};

/// Rejects by the instruction's rules, or as "program"; the position is that in the whole text. A text of a
/// disassembler (spec/listing.h) is read as one. `target`: before the one that the text names. `state`: texts beside it
/// that name registers.
Result<ProgramText> programFromText(std::string_view text, Target target = {},
                                    const std::vector<std::string>& state = {});

/// The rules that its lines `rules:` name. Rejected: a name that no rule has, at the place of its line in the whole
/// text.
Result<std::vector<std::string>> rulesOf(const ProgramText& program);

} // namespace warplaw::spec
