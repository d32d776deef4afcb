// One instruction as text and as fields: guard, form, control suffixes (MACH-6); and the choices that go with it.
#pragma once
#include "spec/operand.h"
#include "spec/rejection.h"
#include "spec/state.h"
#include "spec/structure.h"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

/// `&req_M`, `&rdN`, `&wrN`, `?sched`: kept and printed again, no value semantics (MACH-6).
struct ControlSuffixes {
  std::optional<std::uint8_t> waitMask;     ///< &req_0..&req_63: the 6-bit wait mask
  std::optional<std::uint8_t> readBarrier;  ///< &rd0..&rd7
  std::optional<std::uint8_t> writeBarrier; ///< &wr0..&wr7; rejected for instructions that return nothing
  std::string schedule;                     ///< text after '?', empty if absent
  bool operator==(const ControlSuffixes&) const = default;
};

struct Instruction {
  Guard guard;
  Form form;
  ControlSuffixes suffixes;
  bool operator==(const Instruction&) const = default;
  Mnemonic mnemonic() const { return form.mnemonic(); }
};

/// Reads one instruction. Trailing ';' and comments after `//` or `#` are allowed. Rejects by rule and position.
Result<Instruction> parse(std::string_view text);

/// The canonical text: parse(print(i)) == i for every legal i.
std::string print(const Instruction& instruction);

/// Legality of fields that did not come from text (ranges, alignment, legal pairs): the same rules as parse.
Result<void> check(const Instruction& instruction);

/// ATOMS-11: which shader kinds may run it.
Result<void> checkShader(const Instruction& instruction, ShaderKind shader);

/// Choices with every field at its documented default, for the form's instruction.
Choices defaultChoices(const Form& form);

/// Is this one of the allowed choices (order is a permutation, ...)? Needs the form.
Result<void> check(const Choices& choices, const Form& form);

/// Forms of an instruction as a user lists them: one ("ATOMS.ADD.U32"), or all of an instruction whose modifiers make
/// many. Operand kinds and numbers do not make new forms here.
struct FormFamily {
  std::string name;
  Form form;             ///< a representative with small register numbers
  std::size_t count = 1; ///< legal combinations of modifiers
};
std::vector<FormFamily> families(Mnemonic mnemonic);
std::string nameOf(const Form& form);
std::string_view textOf(Mnemonic mnemonic);
std::vector<Mnemonic> allMnemonics();
std::string_view folderOf(Mnemonic mnemonic); ///< "shfl": of symbols, files and fuzz targets

} // namespace warplaw::spec
