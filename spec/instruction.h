// One instruction as text and as fields: guard, form, control suffixes (MACH-6); and the choices that go with it.
#pragma once
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include "spec/rejection.h"
#include "spec/state.h"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warplaw::spec {

/// Position in spec/instructions.def; also the alternative's index in Form and Choices.
enum class Mnemonic : std::uint8_t {
#define WARPLAW_INSTRUCTION(Camel, folder, text) Camel,
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
};

template <class First, class... Alternatives> using VariantAfter = std::variant<Alternatives...>;

/// One alternative an instruction, in the order of spec/instructions.def: FooForm.
using Form = VariantAfter<void
#define WARPLAW_INSTRUCTION(Camel, folder, text) , Camel##Form
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
                          >;

/// The same for FooChoices.
using Choices = VariantAfter<void
#define WARPLAW_INSTRUCTION(Camel, folder, text) , Camel##Choices
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
                             >;

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
  Mnemonic mnemonic() const { return static_cast<Mnemonic>(form.index()); }
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

/// One form of an instruction as a user lists them: "ATOMS.ADD.U32". Operand kinds and numbers do not make new forms
/// here.
struct NamedForm {
  std::string name;
  Form form; ///< a representative with small register numbers
};
std::vector<NamedForm> namedForms(Mnemonic mnemonic);
std::string nameOf(const Form& form);
std::string_view textOf(Mnemonic mnemonic);
std::vector<Mnemonic> allMnemonics();

} // namespace warplaw::spec
