// How others write what this project's forms are: NVIDIA's assembler (what nvdisasm prints) and PTX. A spelling is a
// row of data: which words stand for which values of a form's cells, and which operand goes into which cell. One engine
// reads all of them, and prints those of the assembler; the grammar of spec/described.h knows nothing of them.
//
// A cell is named as eachCell names it ("ra.part", "op", "pp.negated"). Where PTX's one instruction is two here, the
// cells of the second begin with "then.".
#pragma once
#include "spec/instruction.h"
#include "spec/text.h"

namespace warplaw::spec {

enum class Dialect : std::uint8_t { Sass, Ptx };

/// A cell has a value. Where `alike` is not 0, bit v says of further values v that print as the same word.
struct Setting {
  std::string_view cell;
  std::uint64_t value = 0;
  std::uint64_t alike = 0;
};
using Settings = std::vector<Setting>;

/// A word of the text, dots inside it included; empty: nothing stands there.
struct Choice {
  std::string word;
  Settings sets;
};
/// A place in the text at which one of these stands.
struct Slot {
  std::string_view what;
  std::string_view rule;
  std::vector<Choice> choices;
};

enum class OperandKind : std::uint8_t {
  Register,
  Part,      ///< of a register: R4.B1, of the width that a type said; in PTX %r4.b1
  Lanes,     ///< a word's halves or bytes: R4.01, in PTX %r4.h01
  Mask,      ///< of PTX: %r4.b310
  Predicate, ///< P1 that is written
  Condition, ///< P1 or !P1 that is read
  Number,    ///< that the instruction holds
  BitNumber, ///< of PTX: which one bit of that number is set
  RegisterOrNumber,
  Address,     ///< of PTX: [%r1+4], or [%rd1+4], which is .E
  Surface,     ///< of PTX: [%rd20, {%r4, %r5}]
  Coordinates, ///< [R4]
  Word         ///< of PTX: %tid.x, one of the operand's words
};
enum class Sign : std::uint8_t {
  None,
  May, ///< as the cell `negated` says
  Must ///< the minus is the subtraction: no cell
};

struct OperandSpelling {
  OperandKind kind{};
  std::string_view cell;
  Sign sign = Sign::None;
  unsigned lanes = 0;             ///< of Lanes and Mask: 2 or 4 a word
  std::uint32_t whole = 0;        ///< of these: the cell where no part is written
  Settings absentWhere = {};      ///< it stands in the text exactly if one of these does not hold
  bool mayBeAbsent = false;       ///< absent: what its cells begin with
  bool isJoined = false;          ///< `|` stands before it, not `,`
  Settings isPairWhere = {};      ///< of PTX: %rd1 for R2 and R3 where one of these holds
  std::vector<Choice> words = {}; ///< of Word: without their `%`
};

struct Spelling {
  Mnemonic instruction{};
  Dialect dialect{};
  Slot mnemonic{};
  Settings always{};
  std::vector<Slot> slots{};
  std::vector<OperandSpelling> operands{};
  std::vector<std::string_view> unsaid = {}; ///< cells without effect that this text does not have
  std::optional<Mnemonic> then = {};         ///< the second of two instructions
};

/// Every row: NVIDIA's of each instruction whose text is not ours, PTX's of each that has a counterpart there.
const std::vector<Spelling>& spellings();
std::vector<Spelling> sassSpellings();
std::vector<Spelling> sassVideoSpellings();
std::vector<Spelling> ptxSpellings();
std::vector<Spelling> ptxVideoSpellings();

/// What a text is: one instruction, or two.
struct Spelled {
  Form form;
  std::optional<Form> then;
};

/// How far the reading of a text came: up to what is not read. Legality: what is read is no legal form.
enum class Reached : std::uint8_t { Nothing, Modifiers, Operands, Legality, End };
struct SpellingRead {
  Reached reached = Reached::Nothing;
  Spelled spelled;     ///< at the End
  Rejection rejection; ///< before it: of the row whose reading came farthest
};
/// Reads mnemonic, modifiers and operands at the cursor, which moves behind them where the text is one of the rows'.
SpellingRead readSpelling(Cursor& cursor);

/// A mnemonic and modifiers without operands, as somebody types who looks for a form: what begins so. Operands are
/// those of a legal form like it.
struct SpelledHead {
  struct Of {
    std::string head; ///< with the modifiers that are missing in the text
    Spelled spelled;
    std::size_t count = 1; ///< of those that differ in later modifiers
  };
  bool isWhole = false; ///< nothing is missing: there is one
  std::vector<Of> all;
};
SpelledHead readSpelledHead(std::string_view text);

/// One instruction or several from one instruction's text; spec::parse rejects what is several.
Result<std::vector<Instruction>> parseSeveral(std::string_view text);

/// The text that NVIDIA's assembler has for the instruction, with guard and `;`; rejected where it has none.
Result<std::string> printSass(const Instruction& instruction);

} // namespace warplaw::spec
