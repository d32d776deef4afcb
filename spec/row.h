// The row that each instruction gives to spec/: everything that differs between instructions, found by mnemonic and
// called by parse, print, check and the case file. Adding an instruction adds a row; no code here switches over them.
#pragma once
#include "spec/instruction.h"
#include "spec/json_text.h"
#include "spec/text.h"

namespace warplaw::spec {

/// Every function gets a Form or Choices that holds its own instruction's alternative.
struct InstructionRow {
  std::string_view mnemonic;   ///< "SHFL"
  bool returnsNothing = false; ///< takes no `&wrN` (MACH-6)
  /// Reads what follows the mnemonic up to the control suffixes; checks legality with the place of each field.
  Form (*parse)(Cursor& cursor, Modifiers& modifiers) = nullptr;
  /// Mnemonic, modifiers and operands.
  std::string (*print)(const Form& form) = nullptr;
  Result<void> (*check)(const Form& form) = nullptr;
  Result<void> (*checkShader)(ShaderKind shader) = nullptr;
  std::vector<NamedForm> (*namedForms)() = nullptr;
  std::string (*nameOf)(const Form& form) = nullptr;
  Choices (*defaultChoices)() = nullptr;
  Result<void> (*checkChoices)(const Choices& choices, const Form& form) = nullptr;
  /// Adds the members that differ from the defaults, in a fixed order.
  void (*writeChoices)(const Choices& choices, boost::json::object& out) = nullptr;
  /// Reads them back; what is absent keeps its default.
  Choices (*readChoices)(JsonReader& reader, JsonFields& fields) = nullptr;
};

const InstructionRow& rowOf(Mnemonic mnemonic);
/// The row of text's mnemonic, or null.
const InstructionRow* findRow(std::string_view mnemonic);

#define WARPLAW_INSTRUCTION(Camel, folder, text) const InstructionRow& folder##Row();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION

} // namespace warplaw::spec
