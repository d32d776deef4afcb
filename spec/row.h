// The row that each instruction gives to spec/: everything that differs between instructions, found by mnemonic and
// called by parse, print, check and the case file. describedRow (spec/described.h) makes it from the lists of fields;
// no code here switches over instructions.
#pragma once
#include "spec/fields.h"
#include "spec/instruction.h"
#include "spec/json_text.h"
#include "spec/text.h"
#include <functional>

namespace warplaw::spec {

/// A cell's new value from its place and its value (spec/fields.h).
using CellMap = std::function<std::uint64_t(const CellPlace& place, std::uint64_t value)>;

/// Every function gets a Form or Choices of its own instruction.
struct InstructionRow {
  std::string_view mnemonic; ///< "SHFL": what the instruction is listed under
  std::span<const std::string_view>
      mnemonics{};             ///< how it begins in text: one, or several that share form and datapath
  bool returnsNothing = false; ///< takes no `&wrN` (MACH-6)
  bool isPtx = false;          ///< its text is PTX's: `%r1`, `%p1`, lower case
  std::size_t memory = 0;      ///< which one it accesses, if any (eachMemory of spec/surroundings_fields.h)
  /// Reads what follows the mnemonic up to the control suffixes; checks legality with the place of each field.
  Form (*parse)(Cursor& cursor, Modifiers& modifiers) = nullptr;
  /// Mnemonic, modifiers and operands.
  std::string (*print)(const Form& form) = nullptr;
  Result<void> (*check)(const Form& form) = nullptr;
  Result<void> (*checkShader)(ShaderKind shader) = nullptr;
  std::vector<FormFamily> (*families)() = nullptr;
  std::string (*nameOf)(const Form& form) = nullptr;
  Form (*defaultForm)() = nullptr; ///< every member as its structure begins; need not be legal
  Choices (*defaultChoices)() = nullptr;
  Result<void> (*checkChoices)(const Choices& choices, const Form& form) = nullptr;
  /// Adds the members that differ from the defaults, in a fixed order.
  void (*writeChoices)(const Choices& choices, boost::json::object& out) = nullptr;
  /// Adds what of JSON each member accepts (spec/case_schema.h).
  void (*describeChoices)(boost::json::object& properties) = nullptr;
  /// Reads them back; what is absent keeps its default.
  Choices (*readChoices)(JsonReader& reader, JsonFields& fields) = nullptr;
  /// Visits every cell, whatever the structure is: generators and minimisers know no instruction.
  Form (*mapForm)(const Form& form, const CellMap& map) = nullptr;
  Choices (*mapChoices)(const Choices& choices, const CellMap& map) = nullptr;
};

const InstructionRow& rowOf(Mnemonic mnemonic);
/// The row of text's mnemonic, or null.
const InstructionRow* findRow(std::string_view mnemonic);

#define WARPLAW_INSTRUCTION(Camel, folder, text) const InstructionRow& folder##Row();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION

} // namespace warplaw::spec
