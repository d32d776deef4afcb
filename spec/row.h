// The row that each instruction gives to spec/: everything that differs between instructions, found by mnemonic and
// asked by parse, print, check and the case file. describedRow (spec/described.h) makes it from the lists of fields;
// no code here switches over instructions.
#pragma once
#include "spec/fields.h"
#include "spec/instruction.h"
#include "spec/json_text.h"
#include "spec/text.h"
#include <functional>

namespace warplaw::spec {

class Watcher;
class Layout;
struct Description;

/// A cell's new value from its place and its value (spec/fields.h).
using CellMap = std::function<std::uint64_t(const CellPlace& place, std::uint64_t value)>;
/// Handles of a watcher (spec/watched.h), one a cell, in the order of eachCell.
using WatchedCells = std::span<const std::uint32_t>;

/// Every function gets a Form or Choices of its own instruction.
struct InstructionRow {
  std::string_view mnemonic; ///< "SHFL": what the instruction is listed under
  std::span<const std::string_view>
      mnemonics{};             ///< how it begins in text: one, or several that share form and datapath
  bool returnsNothing = false; ///< takes no `&wrN` (MACH-6)
  bool isPtx = false;          ///< its text is PTX's: `%r1`, `%p1`, lower case
  std::size_t memory = 0;      ///< which one it accesses, if any (eachMemory of spec/surroundings_fields.h)
  const Description* description = nullptr; ///< what all that follows is made of

  /// Reads what follows the mnemonic up to the control suffixes; checks legality with the place of each field.
  Form parse(Cursor& cursor, Modifiers& modifiers) const;
  /// Mnemonic, modifiers and operands.
  std::string print(const Form& form) const;
  Result<void> check(const Form& form) const;
  Result<void> checkShader(ShaderKind shader) const;
  std::vector<FormFamily> families() const;
  std::string nameOf(const Form& form) const;
  Form defaultForm() const; ///< every member as its structure begins; need not be legal
  Choices defaultChoices() const;
  Result<void> checkChoices(const Choices& choices, const Form& form) const;
  /// Adds the members that differ from the defaults, in a fixed order.
  void writeChoices(const Choices& choices, boost::json::object& out) const;
  /// Adds the schema of the JSON that each member accepts (spec/case_schema.h).
  void describeChoices(boost::json::object& properties) const;
  /// Reads them back; what is absent keeps its default.
  Choices readChoices(JsonReader& reader, JsonFields& fields) const;
  const Layout& formLayout() const;
  const Layout& choicesLayout() const;
  /// Visits every cell, whatever the structure is: generators and minimisers know no instruction.
  Form mapForm(const Form& form, const CellMap& map) const;
  Choices mapChoices(const Choices& choices, const CellMap& map) const;
  /// Do check and checkChoices accept these watched words (spec/watched.h)? The same code runs on plain words.
  bool accepts(Watcher& watcher, WatchedCells form) const;
  bool acceptsChoices(Watcher& watcher, WatchedCells choices, WatchedCells form) const;
};

const InstructionRow& rowOf(Mnemonic mnemonic);
/// The row of text's mnemonic, or null.
const InstructionRow* findRow(std::string_view mnemonic);

#define WARPLAW_INSTRUCTION(Camel, folder, text) const InstructionRow& folder##Row();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION

} // namespace warplaw::spec
