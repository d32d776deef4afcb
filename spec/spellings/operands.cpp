// Each kind of operand as others write it: see operands.h.
#include "spec/spellings/operands.h"
#include "spec/instructions/sured.h"
#include "spec/operand_text.h"
#include "spec/ptx_text.h"
#include "spec/simd_text.h"
#include "spec/video_fields.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

struct Reader {
  Cursor& cursor;
  const OperandSpelling& operand;
  Dialect dialect;
  CellsOfBoth& cells;

  std::string name(std::string_view member) const { return fmt::format("{}{}", operand.cell, member); }
  About about() const {
    About about = cells.aboutOf(operand.cell);
    about.isPtx = dialect == Dialect::Ptx;
    about.isPair = !operand.isPairWhere.empty() &&
                   std::ranges::any_of(operand.isPairWhere, [&](const Setting& one) { return cells.holds({one}); });
    return about;
  }
  /// The member that the cell is in, as spec/operand_text.h names it.
  std::string_view field() const {
    const std::string_view cell = CellsOfBoth::nameOf(operand.cell);
    return cell.substr(0, cell.find('.'));
  }
  std::string role() const { return roleOf(field()); }
  void set(std::string_view member, std::uint64_t value) { cells[name(member)] = value; }

  /// Operands that NVIDIA's instruction may have, and the rules do not.
  void rejectForeign() {
    Cursor ahead = cursor;
    const std::size_t position = ahead.place();
    ahead.accept('-');
    const char* what = isDigit(ahead.peek())                             ? "a number"
                       : ahead.word().text == "c" && ahead.peek() == '[' ? "a constant of a bank"
                                                                         : nullptr;
    if (what)
      cursor.reject(position, about().rule,
                    fmt::format("{} is {}: the rules know nothing but registers here", role(), what), "a register");
  }

  /// As our own text has it in that dialect.
  template <class Operand> Operand readOwn() {
    Operand value;
    readOperand(cursor, field(), about(), value);
    return value;
  }
  Register readOneRegister() {
    rejectForeign();
    return readOwn<Register>();
  }

  void readSign() {
    const std::size_t position = cursor.place();
    const bool negated = operand.sign != Sign::None && cursor.accept('-');
    if (operand.sign == Sign::May)
      set(".negated", negated);
    if (operand.sign == Sign::Must && !negated)
      cursor.reject(position, about().rule, fmt::format("{} is not subtracted", role()), "`-` before the register");
  }

  /// The word behind `R4.`, if there is one.
  std::optional<Word> readSuffix() {
    if (!cursor.acceptAdjacent('.'))
      return {};
    return cursor.adjacentWord();
  }
  void rejectSuffix(const Word& word, std::string accepted) {
    cursor.reject(word.position, about().rule, fmt::format("{}: {} is no part here", role(), quoted(word.text)),
                  std::move(accepted));
  }

  /// PTX's `b310` as `B310`.
  static std::string upperFirst(std::string_view text) {
    std::string result(text);
    if (!result.empty())
      result[0] = std::islower(static_cast<unsigned char>(text[0])) ? static_cast<char>(std::toupper(text[0])) : '?';
    return result;
  }

  /// Bytes with bytes, halves with halves.
  static bool isAsWide(std::size_t part, std::uint64_t other) {
    const auto width = [](std::uint64_t p) { return kParts[p].empty() ? ' ' : kParts[p][0]; };
    return width(part) == width(other);
  }
  void readPart() {
    set("", readOneRegister().index);
    const std::uint64_t ofType = cells[name(".part")];
    if (dialect == Dialect::Ptx)
      set(".part", 0);
    const auto word = readSuffix();
    if (!word)
      return;
    const std::string text = dialect == Dialect::Ptx ? upperFirst(word->text) : std::string(word->text);
    const auto* found = std::ranges::find(kParts, text);
    if (text.empty() || found == std::end(kParts))
      return rejectSuffix(*word, "B0, B1, B2, B3, H0 or H1");
    const auto part = static_cast<std::size_t>(found - kParts);
    if (dialect == Dialect::Sass && !isAsWide(part, ofType))
      return rejectSuffix(*word, "a part as wide as the operand's type");
    set(".part", part);
  }

  /// A register, whole in `member` until a word behind it, which is what is returned, names parts.
  std::optional<Word> readWhole(std::string_view member) {
    set("", readOneRegister().index);
    set(member, operand.whole);
    return readSuffix();
  }

  void readLanes() {
    const auto word = readWhole(".lanes");
    if (!word)
      return;
    const About lanes{.count = operand.lanes};
    const std::string text =
        dialect == Dialect::Ptx ? upperFirst(word->text) : fmt::format("H{}", operand.lanes == 2 ? word->text : "?");
    if (const auto value = lanesOf(text, lanes))
      return set(".lanes", *value);
    rejectSuffix(*word, dialect == Dialect::Ptx ? selectorsOf(lanes)
                        : operand.lanes == 2    ? "two digits 0..3"
                                                : "no part: bytes are permuted by an instruction of their own");
  }

  void readMask() {
    const auto word = readWhole(".mask");
    if (!word)
      return;
    const About lanes{.count = operand.lanes};
    if (const auto value = maskOf(upperFirst(word->text), lanes))
      return set(".mask", *value);
    rejectSuffix(*word, masksOf(lanes));
  }

  std::uint64_t readNumber(std::int64_t greatest) {
    const char next = cursor.peek();
    if (next == 'R' || next == '%')
      rejectInRegister(cursor, role(), about().rule, greatest);
    return static_cast<std::uint64_t>(readImmediate(cursor, role(), about().rule, 0, greatest).value);
  }

  void readRegisterOrNumber() {
    RegisterOrImmediate value;
    if (dialect == Dialect::Sass) {
      value = readOwn<RegisterOrImmediate>();
    } else if (cursor.peek() == '%') {
      value = {false, readOneRegister().index};
    } else {
      value = {true, static_cast<std::uint32_t>(readNumber(lowOnes(about().immediateBits)))};
    }
    set(".isImmediate", value.isImmediate);
    set(".value", value.value);
  }

  bool comesPair() const {
    Cursor ahead = cursor;
    return ahead.accept('%') && ahead.adjacentWord().text.starts_with("rd");
  }

  void readAddress() {
    About about = this->about();
    cursor.expect('[', role());
    const bool hasBase = cursor.peek() == '%';
    set(".hasBase", hasBase);
    bool minus = false;
    if (hasBase) {
      about.isPair = comesPair();
      about.role = Role::Source;
      if (about.isPair && !cells.of(operand.cell).has("extended"))
        cursor.reject(cursor.place(), about.rule, fmt::format("{}: its address has 32 bits", role()), "[%r1]");
      else if (about.isPair)
        cells["extended"] = 1;
      set(".base", readPtxRegister(cursor, "Ra", about).value.index);
      minus = cursor.accept('-');
    }
    if (minus || !hasBase || cursor.accept('+')) {
      const std::int64_t half = std::int64_t{1} << (about.immediateBits - 1);
      const auto offset = readImmediate(cursor, role(), about.rule, hasBase ? -half : 0,
                                        hasBase || about.isSigned ? half - 1 : 2 * half - 1);
      set(".offset", static_cast<std::uint64_t>(minus ? -offset.value : offset.value) & lowOnes(about.immediateBits));
    }
    cursor.expect(']', role());
  }

  /// As many registers as the dimension has, in a row; of three dimensions there is a fourth, which is not read.
  void readSurface() {
    About about = this->about();
    about.isPair = true;
    about.role = Role::Source;
    cursor.expect('[', role());
    cells["handle.isImmediate"] = 0;
    cells["handle.value"] = readPtxRegister(cursor, "Handle", about).value.index;
    cursor.expect(',', "after Handle");
    const bool braced = cursor.accept('{');
    about.isPair = false;
    const auto first = readPtxRegister(cursor, role(), about);
    set(".base", first.value.index);
    unsigned count = 1;
    for (; cursor.accept(','); ++count) {
      const auto next = readPtxRegister(cursor, role(), about);
      if (next.value.index != first.value.index + count && count < 3)
        cursor.reject(next.position, about.rule, fmt::format("{} are registers in a row here", role()),
                      fmt::format("%r{}", first.value.index + count));
    }
    const unsigned read = coordinatesOf(static_cast<SuredDim>(cells["dim"])), needed = read == 3 ? 4 : read;
    if (count != needed)
      cursor.reject(first.position, about.rule, fmt::format("{} coordinates", count), fmt::format("{}", needed));
    if (braced)
      cursor.expect('}', role());
    cursor.expect(']', role());
  }

  void readWord() {
    const std::size_t position = cursor.place();
    std::string name;
    if (cursor.accept('%'))
      name = cursor.adjacentWord().text;
    while (cursor.acceptAdjacent('.'))
      name += fmt::format(".{}", cursor.adjacentWord().text);
    const auto found = std::ranges::find(operand.words, name, &Choice::word);
    if (found != operand.words.end())
      return cells.set(found->sets);
    std::string accepted;
    for (const Choice& choice : operand.words)
      accepted += fmt::format("{}%{}", accepted.empty() ? "" : ", ", choice.word);
    cursor.reject(position, about().rule,
                  fmt::format("{}: {} is no special register here", role(),
                              name.empty() ? cursor.seenAt(position) : spec::quoted("%" + name)),
                  std::move(accepted));
  }

  void read() {
    readSign();
    switch (operand.kind) {
    case OperandKind::Register:
      return set("", readOneRegister().index);
    case OperandKind::Part:
      return readPart();
    case OperandKind::Lanes:
      return readLanes();
    case OperandKind::Mask:
      return readMask();
    case OperandKind::Predicate:
      return set("", readOwn<Predicate>().index);
    case OperandKind::Condition: {
      const Guard condition = readOwn<Guard>();
      set(".negated", condition.negated);
      return set("", condition.predicate.index);
    }
    case OperandKind::Number:
      return set("", readNumber(lowOnes(about().immediateBits)));
    case OperandKind::BitNumber:
      return set("", std::uint64_t{1} << readNumber(about().immediateBits - 1));
    case OperandKind::RegisterOrNumber:
      return readRegisterOrNumber();
    case OperandKind::Address:
      return readAddress();
    case OperandKind::Surface:
      return readSurface();
    case OperandKind::Coordinates:
      cursor.expect('[', role());
      set(".base", readOneRegister().index);
      cursor.expect(']', role());
      return;
    case OperandKind::Word:
      return readWord();
    }
  }
};

std::string nameOfRegister(std::uint64_t index) { return print(Register{static_cast<std::uint8_t>(index)}); }
std::string nameOfPredicate(std::uint64_t index) { return print(Predicate{static_cast<std::uint8_t>(index)}); }

std::string printPart(const Cells& cells, std::string_view cell) {
  const std::string_view part = kParts[cells[fmt::format("{}.part", cell)]];
  return nameOfRegister(cells[cell]) + (part.empty() || part.ends_with('0') ? "" : fmt::format(".{}", part));
}

Result<std::string> printLanes(const Cells& cells, const OperandSpelling& operand, std::uint64_t lanes) {
  const std::string reg = nameOfRegister(cells[operand.cell]);
  if (lanes == operand.whole)
    return Result<std::string>(boost::system::in_place_value, reg);
  if (operand.lanes == 4)
    return Rejection{"VID-9", fmt::format("{} has bytes permuted, by another instruction there", roleOf(operand.cell)),
                     "a register without a selector"};
  return Result<std::string>(boost::system::in_place_value, fmt::format("{}.{:02x}", reg, lanes));
}

} // namespace

bool comesNext(Cursor ahead, const OperandSpelling& operand, Dialect dialect) {
  const bool isPredicate = operand.kind == OperandKind::Predicate || operand.kind == OperandKind::Condition;
  ahead.accept('!');
  if (dialect == Dialect::Ptx && ahead.accept('%'))
    return ahead.adjacentWord().text.starts_with('p') == isPredicate;
  if (dialect == Dialect::Ptx && isPredicate)
    return true; // `_`
  const char next = ahead.peek();
  return isPredicate ? next == 'P' : next == 'R' || isDigit(next);
}

void readSpelled(Cursor& cursor, const OperandSpelling& operand, Dialect dialect, CellsOfBoth& cells) {
  Reader{cursor, operand, dialect, cells}.read();
}

Result<std::string> printSpelled(const OperandSpelling& operand, const Cells& cells) {
  const std::string cell(operand.cell);
  const bool negated = operand.sign == Sign::Must || (operand.sign == Sign::May && cells[cell + ".negated"] != 0);
  const std::string sign = negated ? "-" : "";
  const auto text = [](std::string printed) {
    return Result<std::string>(boost::system::in_place_value, std::move(printed));
  };
  switch (operand.kind) {
  case OperandKind::Register:
    return text(sign + nameOfRegister(cells[cell]));
  case OperandKind::Part:
    return text(sign + printPart(cells, cell));
  case OperandKind::Lanes: {
    auto printed = printLanes(cells, operand, cells[cell + ".lanes"]);
    return printed ? text(sign + *printed) : printed;
  }
  case OperandKind::Predicate:
    return text(nameOfPredicate(cells[cell]));
  case OperandKind::Condition:
    return text((cells[cell + ".negated"] ? "!" : "") + nameOfPredicate(cells[cell]));
  case OperandKind::Number:
    return text(printHex(cells[cell]));
  case OperandKind::RegisterOrNumber:
    return text(cells[cell + ".isImmediate"] ? printHex(cells[cell + ".value"])
                                             : nameOfRegister(cells[cell + ".value"]));
  case OperandKind::Coordinates:
    return text(fmt::format("[{}]", nameOfRegister(cells[cell + ".base"])));
  default:
    return Rejection{"syntax", fmt::format("{} is an operand of PTX", roleOf(operand.cell)), ""};
  }
}

} // namespace warplaw::spec
