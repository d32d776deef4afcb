// One instruction from text: guard, mnemonic with modifiers, operands by the instruction's row, control suffixes
// (MACH-6). Mnemonics, registers and modifiers are upper case, as disassemblers print them; those of PTX as PTX has
// them. A mnemonic with its modifiers that neither reads may be in any case.
#include "spec/instruction.h"
#include "spec/linked.h"
#include "spec/ptx_text.h"
#include "spec/row.h"
#include "spec/spellings/spelling.h"
#include "spec/spellings/undressed.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return result;
}

/// One name of each instruction: all words would be more than a line.
std::string mnemonicList() {
  std::string list;
  for (const Mnemonic mnemonic : allMnemonics()) {
    const auto& words = rowOf(mnemonic).mnemonics;
    list += fmt::format("{}{}{}", list.empty() ? "" : ", ", words.front(), words.size() > 1 ? ".." : "");
  }
  return list;
}

Guard readGuard(Cursor& cursor) {
  Guard guard;
  if (!cursor.accept('@'))
    return guard;
  guard.negated = cursor.accept('!');
  guard.predicate = cursor.peek() == '%' ? readPtxGuard(cursor).value : readPredicate(cursor, "guard", false).value;
  return guard;
}

/// `MNEMONIC.MODIFIER.MODIFIER`, written without blanks. A mnemonic may have dots itself: `vote.sync`.
Modifiers readHead(Cursor& cursor) {
  const Word mnemonic = cursor.word();
  std::vector<Word> words;
  while (cursor.acceptAdjacent('.')) {
    words.push_back(cursor.adjacentWord());
    if (words.back().text.empty())
      cursor.reject(words.back().position, "syntax", "no modifier after the dot", "a modifier such as .U32");
  }
  for (std::size_t more = words.size(); more > 0; --more) {
    const Word& last = words[more - 1];
    const std::string_view dotted(mnemonic.text.data(), last.position - mnemonic.position + last.text.size());
    if (findRow(dotted))
      return {{dotted, mnemonic.position}, {words.begin() + static_cast<std::ptrdiff_t>(more), words.end()}};
  }
  return {mnemonic, std::move(words)};
}

/// Who writes `vote.ballot.sync` means PTX's instruction, not VOTE.
std::string ptxNamesLike(const std::string& upperCase) {
  std::string names;
  for (const Mnemonic mnemonic : allMnemonics())
    for (const std::string_view name : rowOf(mnemonic).mnemonics)
      if (rowOf(mnemonic).isPtx && upper(name).starts_with(upperCase + "."))
        names += fmt::format(" or {}", name);
  return names;
}

const InstructionRow* findInstruction(Cursor& cursor, const Word& mnemonic) {
  if (const InstructionRow* row = findRow(mnemonic.text))
    return row;
  if (!areAllLinked())
    throw NotLinked{};
  const std::string here = cursor.seenAt(mnemonic.position);
  if (mnemonic.text.empty())
    cursor.reject(mnemonic.position, "syntax", fmt::format("found {} where a mnemonic begins", here), mnemonicList());
  if (findRow(upper(mnemonic.text)))
    cursor.reject(mnemonic.position, "syntax", fmt::format("{} with these modifiers is no instruction", here),
                  upper(mnemonic.text) + ptxNamesLike(upper(mnemonic.text)));
  cursor.reject(mnemonic.position, "syntax", fmt::format("{} is no known mnemonic", here), mnemonicList());
  return nullptr;
}

/// The number at the end of `&rd3`; rejected above `greatest`.
std::uint8_t suffixNumber(Cursor& cursor, const Word& word, std::size_t prefix, unsigned greatest) {
  const std::string_view digits = word.text.substr(prefix);
  const unsigned value = plainNumber(digits).value_or(greatest + 1);
  if (value > greatest)
    cursor.reject(word.position, "MACH-6", fmt::format("suffix &{}: no number in range", quoted(word.text)),
                  fmt::format("&{0}0..&{0}{1}", word.text.substr(0, prefix), greatest));
  return static_cast<std::uint8_t>(value);
}

void readBarrierOrMask(Cursor& cursor, ControlSuffixes& suffixes) {
  struct Kind {
    std::string_view name;
    unsigned greatest;
    std::optional<std::uint8_t> ControlSuffixes::* field;
  };
  static constexpr Kind kKinds[] = {{"req_", 63, &ControlSuffixes::waitMask},
                                    {"rd", 7, &ControlSuffixes::readBarrier},
                                    {"wr", 7, &ControlSuffixes::writeBarrier}};
  const Word word = cursor.adjacentWord();
  for (const Kind& kind : kKinds) {
    if (!word.text.starts_with(kind.name))
      continue;
    if (suffixes.*kind.field)
      cursor.reject(word.position, "MACH-6", fmt::format("&{} stands here twice", kind.name), "one of a kind");
    suffixes.*kind.field = suffixNumber(cursor, word, kind.name.size(), kind.greatest);
    return;
  }
  cursor.reject(word.position, "MACH-6", "no such control suffix", "&req_0..&req_63, &rd0..&rd7, &wr0..&wr7");
}

ControlSuffixes readSuffixes(Cursor& cursor, const InstructionRow& row) {
  ControlSuffixes suffixes;
  while (!cursor.failed()) {
    const std::size_t position = cursor.place();
    if (cursor.accept('&')) {
      const bool hadWriteBarrier = suffixes.writeBarrier.has_value();
      readBarrierOrMask(cursor, suffixes);
      if (suffixes.writeBarrier && !hadWriteBarrier && row.returnsNothing)
        cursor.reject(position, "MACH-6", fmt::format("{} returns nothing that &wr could wait for", row.mnemonic),
                      "no &wrN");
    } else if (cursor.accept('?')) {
      if (!suffixes.schedule.empty())
        cursor.reject(position, "MACH-6", "two schedules", "one");
      const Word word = cursor.adjacentWord();
      if (word.text.empty() || word.text.size() > 64)
        cursor.reject(word.position, "MACH-6", "the schedule is no word", "at most 64 letters, digits and _");
      suffixes.schedule = word.text;
    } else {
      break;
    }
  }
  return suffixes;
}

void readEnd(Cursor& cursor) {
  const bool closed = cursor.accept(';');
  if (cursor.atEnd())
    return;
  cursor.reject(cursor.place(), "syntax", fmt::format("found {} after the instruction", cursor.seen()),
                closed ? "the end of the text: one instruction at a time"
                       : "`;`, a control suffix or the end of the text");
}

/// The grammar of spec/described.h; the mnemonic's row, and where the modifiers end.
struct OwnRead {
  Form form;
  const InstructionRow* row = nullptr;
  std::size_t headEnd = 0;
  bool lacksModifier = false; ///< rejected where the modifiers end
};
OwnRead readOwn(Cursor& cursor, std::string_view text) {
  OwnRead read;
  Modifiers modifiers = readHead(cursor);
  read.headEnd = cursor.place();
  read.row = cursor.failed() ? nullptr : findInstruction(cursor, modifiers.mnemonic());
  if (read.row)
    read.form = read.row->parse(cursor, modifiers);
  const std::size_t rejected = std::min(cursor.failed() ? cursor.rejection().position : 0, text.size());
  read.lacksModifier = text.substr(rejected).find_first_not_of(" \t") != 0;
  return read;
}

/// The rejection of the one whose text was meant, where neither reads it. Both have VADD; who came farther knows more.
Rejection meant(const Rejection& own, const OwnRead& ownRead, const SpellingRead& spelling, std::string_view mnemonic,
                bool hasPtxNames) {
  const bool isRead = spelling.reached > Reached::Modifiers; // all but operands or legality
  if (ownRead.row) {
    const std::string& rule = spelling.rejection.rule;
    // where ours lacks a modifier, or the other way of writing stops within its own, ours was meant; where ours does
    // not know a modifier and the other lacks an operand, the other
    const bool lacksOperand = spelling.reached == Reached::Operands && !ownRead.lacksModifier;
    const bool isOurs =
        (rule == "syntax" && !lacksOperand) || (spelling.reached == Reached::Legality && rule == own.rule);
    const bool farther = isRead || spelling.rejection.position > own.position;
    return own.position < ownRead.headEnd && farther && !isOurs ? spelling.rejection : own;
  }
  const bool onlySpelled = !findRow(upper(mnemonic));
  return isRead || (spelling.reached == Reached::Modifiers && (onlySpelled || hasPtxNames)) ? spelling.rejection : own;
}

/// Ours, or else what others write.
Spelled readInstruction(Cursor& cursor, std::string_view text) {
  Cursor others = cursor;
  const OwnRead own = readOwn(cursor, text);
  if (!cursor.failed())
    return {own.form, {}};
  Cursor ahead = others;
  const std::string_view mnemonic = ahead.word().text;
  SpellingRead spelling = readSpelling(others);
  constexpr std::string_view kBehind{"\0;&?", 4}; // the end, or a control suffix
  if (spelling.reached == Reached::End && own.row && kBehind.find(others.peek()) == kBehind.npos)
    others.reject(cursor.rejection());
  if (spelling.reached != Reached::End)
    others.reject(meant(cursor.rejection(), own, spelling, mnemonic, !own.row && text.find('%') != text.npos));
  cursor = others;
  return std::move(spelling.spelled);
}

Result<std::vector<Instruction>> parseUndressed(std::string_view text) {
  Cursor cursor(text);
  Instruction instruction;
  instruction.guard = readGuard(cursor);
  const Spelled spelled = cursor.failed() ? Spelled{} : readInstruction(cursor, text);
  if (!cursor.failed()) {
    instruction.form = spelled.form;
    instruction.suffixes = readSuffixes(cursor, rowOf(spelled.form.mnemonic()));
    readEnd(cursor);
  }
  if (cursor.failed())
    return cursor.rejection();
  std::vector<Instruction> all{instruction};
  if (spelled.then)
    all.push_back({instruction.guard, *spelled.then, {}});
  return all;
}

/// Upper case as our modifiers have it: the x of `F16x2` stays.
std::string raisedHead(std::string_view head) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  std::string raised = upper(head);
  for (std::size_t at = 1; at + 1 < raised.size(); ++at)
    if (raised[at] == 'X' && isDigit(raised[at - 1]) && isDigit(raised[at + 1]))
      raised[at] = 'x';
  return raised;
}

/// Where `MNEMONIC.MODIFIERS` stands.
struct Head {
  std::size_t begin = 0, end = 0;
};
Head headOf(std::string_view text) {
  Cursor cursor(text);
  if (cursor.accept('@')) { // in any case
    cursor.accept('!');
    cursor.word();
  }
  const std::size_t begin = cursor.word().position;
  return {begin, std::min(text.find_first_of(" \t\r\n;", begin), text.size())};
}

/// The same with head, registers and parts in upper case; numbers and control suffixes have no other case.
std::string raisedText(std::string_view text, const Head& head) {
  const auto isOfWord = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  std::string raised(text);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (isOfWord(text[at]) && end < text.size() && isOfWord(text[end]))
      ++end;
    if (text.substr(at).starts_with("//") || text[at] == '#')
      break;
    const bool isSuffix = at > 0 && (text[at - 1] == '&' || text[at - 1] == '?');
    if (!isSuffix && !(text[at] >= '0' && text[at] <= '9'))
      raised.replace(at, end - at, upper(text.substr(at, end - at)));
    at = end;
  }
  return raised.replace(head.begin, head.end - head.begin, raisedHead(text.substr(head.begin, head.end - head.begin)));
}

/// Reads the text; if it is rejected, reads it in upper case, as people also type our instructions in lower case.
/// PTX's text is lower case, so upper case comes second. If both are rejected, the second rejection counts where only
/// the second reading knew the head.
Result<std::vector<Instruction>> parseInAnyCase(std::string_view text) {
  auto read = parseUndressed(text);
  if (read || text.find('%') != text.npos)
    return read;
  const Head head = headOf(text);
  const std::string raised = raisedText(text, head);
  if (text == raised)
    return read;
  auto again = parseUndressed(raised);
  return again || (read.error().position < head.end && again.error().position >= head.end) ? again : read;
}

} // namespace

Result<std::vector<Instruction>> parseSeveral(std::string_view text) {
  if (text.size() > kMaxInstructionBytes)
    return Rejection{"syntax", fmt::format("the text has {} bytes", text.size()),
                     fmt::format("one instruction of at most {} bytes", kMaxInstructionBytes), kMaxInstructionBytes};
  const Undressed plain(text);
  auto read = parseInAnyCase(plain.text());
  if (read)
    return read;
  Rejection rejection = read.error();
  rejection.position = plain.placeOf(rejection.position);
  return rejection;
}

Result<Instruction> parse(std::string_view text) {
  auto read = parseSeveral(text);
  if (!read)
    return read.error();
  if (read->size() == 1)
    return std::move(read->front());
  return Rejection{"syntax", "two instructions of the machine, one in PTX",
                   fmt::format("{} and then {}", print(read->front()), print(read->back()))};
}

} // namespace warplaw::spec
