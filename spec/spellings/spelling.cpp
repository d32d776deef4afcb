// Reads and prints by the rows of spec/spellings: see spelling.h.
#include "spec/spellings/spelling.h"
#include "spec/operand_text.h"
#include "spec/spellings/operands.h"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace warplaw::spec {
namespace {

std::string wordsOf(const Slot& slot) {
  std::string words;
  for (const Choice& choice : slot.choices)
    if (!choice.word.empty())
      words += fmt::format("{}.{}", words.empty() ? "" : ", ", choice.word);
  return words;
}

bool mayBeEmpty(const Slot& slot) {
  return std::ranges::any_of(slot.choices, [](const Choice& choice) { return choice.word.empty(); });
}

/// The modifiers that a row knows, in their order.
std::string orderOf(const Spelling& spelling) {
  std::string order;
  for (const Slot& slot : spelling.slots)
    order +=
        fmt::format("{}{}", order.empty() ? "" : ", ", mayBeEmpty(slot) ? fmt::format("[{}]", slot.what) : slot.what);
  return order.empty() ? "no modifier" : order + " and nothing else";
}

/// The longest of the words that comes next; where none does, the empty one if there is.
const Choice* nextOf(const Slot& slot, const Modifiers& modifiers) {
  const Choice* found = nullptr;
  std::size_t taken = 0;
  for (const Choice& choice : slot.choices) {
    const std::size_t count = choice.word.empty() ? 0 : modifiers.startsWith(choice.word);
    if (count > taken || (!found && choice.word.empty())) {
      taken = count;
      found = &choice;
    }
  }
  return found;
}

void take(Modifiers& modifiers, const Choice& choice) {
  for (std::size_t count = modifiers.startsWith(choice.word); count > 0; --count)
    modifiers.take();
}

void readSlots(Cursor& cursor, const Spelling& spelling, Modifiers& modifiers, CellsOfBoth& cells) {
  for (const Slot& slot : spelling.slots) {
    const Choice* choice = nextOf(slot, modifiers);
    if (!choice) {
      const Word word = modifiers.peek();
      return cursor.reject(word.position, slot.rule,
                           word.text.empty() ? fmt::format("the {} is missing", slot.what)
                                             : fmt::format("{} is no {}", quoted(word.text), slot.what),
                           wordsOf(slot));
    }
    cells.set(choice->sets);
    if (!choice->word.empty())
      take(modifiers, *choice);
  }
  rejectLeftover(cursor, modifiers, spelling.mnemonic.rule, orderOf(spelling));
}

void readOperands(Cursor& cursor, const Spelling& spelling, CellsOfBoth& cells) {
  std::string before;
  for (const OperandSpelling& operand : spelling.operands) {
    if (!operand.absentWhere.empty() && cells.holds(operand.absentWhere))
      continue;
    const char separator = operand.isJoined ? '|' : ',';
    if (operand.mayBeAbsent) {
      Cursor ahead = cursor;
      if ((!before.empty() && !ahead.accept(separator)) || !comesNext(ahead, operand, spelling.dialect))
        continue;
    }
    if (!before.empty())
      cursor.expect(separator, "after " + before);
    readSpelled(cursor, operand, spelling.dialect, cells);
    before = roleOf(CellsOfBoth::nameOf(operand.cell));
    before = before.substr(0, before.find('.'));
  }
}

/// The mnemonic without its dots, and what stands behind them.
Modifiers readWords(Cursor& cursor) {
  const Word mnemonic = cursor.word();
  std::vector<Word> words;
  while (cursor.acceptAdjacent('.'))
    words.push_back(cursor.adjacentWord());
  return {mnemonic, std::move(words)};
}

Result<void> checkBoth(const Spelled& spelled) {
  auto legal = rowOf(spelled.form.mnemonic()).check(spelled.form);
  return legal && spelled.then ? rowOf(spelled.then->mnemonic()).check(*spelled.then) : legal;
}

/// By one row, whose mnemonic it is; the cursor stands behind the words.
SpellingRead readBy(const Spelling& spelling, const Choice& mnemonic, Modifiers modifiers, Cursor& cursor) {
  SpellingRead read;
  read.reached = Reached::Modifiers;
  CellsOfBoth cells(spelling);
  cells.set(spelling.always);
  cells.set(mnemonic.sets);
  readSlots(cursor, spelling, modifiers, cells);
  if (!cursor.failed()) {
    // which instruction a mov is, its special register says, as a modifier would
    const bool isNamed =
        std::ranges::find(spelling.operands, OperandKind::Word, &OperandSpelling::kind) == spelling.operands.end();
    read.reached = isNamed ? Reached::Operands : Reached::Modifiers;
    readOperands(cursor, spelling, cells);
  }
  if (!cursor.failed()) {
    read.reached = Reached::Legality;
    read.spelled = cells.spelled();
    if (auto legal = checkBoth(read.spelled); !legal) {
      Rejection rejection = legal.error();
      rejection.position = modifiers.mnemonic().position;
      cursor.reject(std::move(rejection));
    }
  }
  if (cursor.failed())
    read.rejection = cursor.rejection();
  else
    read.reached = Reached::End;
  return read;
}

/// The word of a slot for the form as it is.
const Choice* choiceFor(const Slot& slot, CellsOfBoth& cells) {
  const auto found = std::ranges::find_if(slot.choices, [&](const Choice& choice) { return cells.holds(choice.sets); });
  return found == slot.choices.end() ? nullptr : &*found;
}

/// With what the text does not say as a form begins.
Form withoutUnsaid(const Spelling& spelling, const Form& form) {
  Cells cells(form);
  const Cells initial(rowOf(form.mnemonic()).defaultForm());
  for (const std::string_view cell : spelling.unsaid)
    cells[cell] = initial[cell];
  return cells.form();
}

/// The cells that an operand is read into.
std::vector<std::string> cellsOf(const OperandSpelling& operand) {
  const std::string cell(operand.cell);
  if (operand.kind == OperandKind::RegisterOrNumber)
    return {cell + ".isImmediate", cell + ".value"};
  return {cell};
}

/// A rejection's position is how much was printed before it.
Result<std::string> printBy(const Spelling& spelling, const Form& form) {
  CellsOfBoth both(spelling);
  both.of("") = Cells(withoutUnsaid(spelling, form));
  const Choice* mnemonic = choiceFor(spelling.mnemonic, both);
  if (!both.holds(spelling.always) || !mnemonic)
    return Rejection{"", "another mnemonic", ""};
  std::string text = mnemonic->word, separator = " ";
  for (const Slot& slot : spelling.slots) {
    const Choice* choice = choiceFor(slot, both);
    if (!choice)
      return Rejection{std::string(slot.rule),
                       fmt::format("NVIDIA's {} has no word for this {}", mnemonic->word, slot.what), wordsOf(slot),
                       text.size()};
    text += (choice->word.empty() ? "" : ".") + choice->word;
  }
  const Cells initial(rowOf(form.mnemonic()).defaultForm());
  for (const OperandSpelling& operand : spelling.operands) {
    const bool isAbsent = operand.mayBeAbsent && std::ranges::all_of(cellsOf(operand), [&](const std::string& cell) {
                            return both[cell] == initial[cell];
                          });
    if (isAbsent || (!operand.absentWhere.empty() && both.holds(operand.absentWhere)))
      continue;
    auto printed = printSpelled(operand, both.of(operand.cell));
    if (!printed) {
      Rejection rejection = printed.error();
      rejection.position = text.size();
      return rejection;
    }
    text += separator + *printed;
    separator = ", ";
  }
  return Result<std::string>(boost::system::in_place_value, std::move(text));
}

Result<std::string> printForm(const Form& form) {
  std::optional<Rejection> why;
  bool isSpelled = false;
  for (const Spelling& spelling : spellings()) {
    if (spelling.instruction != form.mnemonic() || spelling.dialect != Dialect::Sass)
      continue;
    isSpelled = true;
    auto printed = printBy(spelling, form);
    if (printed)
      return printed;
    if (!printed.error().rule.empty() && (!why || printed.error().position > why->position))
      why = printed.error();
  }
  if (why)
    why->position = 0;
  const InstructionRow& row = rowOf(form.mnemonic());
  if (row.isPtx)
    return Rejection{"syntax",
                     fmt::format("{} is PTX: NVIDIA's assembler makes several instructions of it, or one "
                                 "that depends on the target",
                                 row.mnemonic),
                     ""};
  if (isSpelled)
    return why.value_or(Rejection{"syntax", "NVIDIA's assembler has no text for this form", ""});
  return Result<std::string>(boost::system::in_place_value, row.print(form));
}

} // namespace

namespace {

/// Counting what is in them takes long, so once.
const std::vector<FormFamily>& familiesOf(Mnemonic mnemonic) {
  static const std::map<Mnemonic, std::vector<FormFamily>> kAll = [] {
    std::map<Mnemonic, std::vector<FormFamily>> all;
    for (const Mnemonic one : allMnemonics())
      all[one] = families(one);
    return all;
  }();
  return kAll.at(mnemonic);
}

/// Reads the modifiers of a text that may end before they do.
class HeadReader {
public:
  HeadReader(const Spelling& spelling, SpelledHead& read) : spelling_(spelling), read_(read) {}

  void readAll(const std::string& mnemonic, const Settings& sets, const Modifiers& modifiers) {
    Settings all = spelling_.always;
    all.insert(all.end(), sets.begin(), sets.end());
    next(0, mnemonic, "", modifiers, all);
  }

private:
  /// `group`: the head up to the first modifier that the text lacks, and that may be one of several.
  void next(std::size_t at, const std::string& head, const std::string& group, Modifiers modifiers,
            const Settings& sets) {
    if (at == spelling_.slots.size())
      return modifiers.empty() ? add(head, group, sets) : void();
    const Slot& slot = spelling_.slots[at];
    const auto with = [&](const Choice& choice, Modifiers rest, bool isOpen) {
      Settings more = sets;
      more.insert(more.end(), choice.sets.begin(), choice.sets.end());
      const std::string longer = choice.word.empty() ? head : fmt::format("{}.{}", head, choice.word);
      next(at + 1, longer, isOpen && group.empty() ? longer : group, std::move(rest), more);
    };
    if (const Choice* const choice = nextOf(slot, modifiers)) {
      if (!choice->word.empty())
        take(modifiers, *choice);
      return with(*choice, modifiers, false);
    }
    isWhole_ = false;
    std::string begun; // of `red.popc`, `red`
    Modifiers rest = modifiers;
    while (!rest.empty())
      begun += std::string(rest.take().text) + ".";
    for (const Choice& choice : slot.choices)
      if (choice.word.starts_with(begun))
        with(choice, rest, slot.choices.size() > 1);
  }

  /// With operands of a form of each family, until that is legal.
  std::optional<Spelled> legal(const Settings& sets) const {
    const InstructionRow& row = rowOf(spelling_.instruction);
    for (const bool all : {false, true})
      for (const FormFamily& family : familiesOf(spelling_.instruction)) {
        CellsOfBoth cells(spelling_);
        row.mapForm(family.form, [&](const CellPlace& place, std::uint64_t value) {
          const auto stands = [&](const OperandSpelling& operand) {
            return !operand.mayBeAbsent && operand.cell.substr(0, operand.cell.find('.')) == place.field;
          };
          if (all || std::ranges::any_of(spelling_.operands, stands))
            cells[place.name] = value;
          return value;
        });
        for (const OperandSpelling& operand : spelling_.operands)
          if (CellsOfBoth::nameOf(operand.cell) != operand.cell)
            cells[operand.cell] = 0;
        cells.set(sets);
        if (const Spelled spelled = cells.spelled(); checkBoth(spelled))
          return spelled;
      }
    return {};
  }

  void add(const std::string& head, const std::string& group, const Settings& sets) {
    const auto spelled = legal(sets);
    if (!spelled)
      return;
    read_.isWhole = isWhole_;
    const auto same = std::ranges::find(groups_, group);
    if (same != groups_.end()) {
      ++read_.all[first_ + static_cast<std::size_t>(same - groups_.begin())].count;
      return;
    }
    groups_.push_back(group);
    read_.all.push_back({head, *spelled, 1});
  }

  const Spelling& spelling_;
  SpelledHead& read_;
  std::vector<std::string> groups_;
  bool isWhole_ = true; ///< no modifier is missing
  std::size_t first_ = read_.all.size();
};

} // namespace

SpelledHead readSpelledHead(std::string_view text) {
  SpelledHead read;
  Cursor cursor(text);
  const Modifiers words = readWords(cursor);
  if (words.mnemonic().text.empty() || !cursor.atEnd())
    return read;
  for (const Spelling& spelling : spellings()) {
    const auto mnemonic = std::ranges::find(spelling.mnemonic.choices, words.mnemonic().text, &Choice::word);
    if (mnemonic == spelling.mnemonic.choices.end())
      continue;
    HeadReader(spelling, read).readAll(mnemonic->word, mnemonic->sets, words);
    if (read.isWhole) { // a text that is one is the first row's that takes it
      std::swap(read.all.front(), read.all.back());
      read.all.resize(1);
      return read;
    }
  }
  return read;
}

const std::vector<Spelling>& spellings() {
  static const std::vector<Spelling> kAll = [] {
    std::vector<Spelling> all;
    for (auto&& some : {sassSpellings(), sassVideoSpellings(), ptxSpellings(), ptxVideoSpellings()})
      std::ranges::copy(some, std::back_inserter(all));
    return all;
  }();
  return kAll;
}

SpellingRead readSpelling(Cursor& cursor) {
  SpellingRead best;
  Cursor behindWords = cursor;
  const Modifiers words = readWords(behindWords);
  for (const Spelling& spelling : spellings()) {
    const auto mnemonic = std::ranges::find(spelling.mnemonic.choices, words.mnemonic().text, &Choice::word);
    if (mnemonic == spelling.mnemonic.choices.end())
      continue;
    Cursor ahead = behindWords;
    SpellingRead read = readBy(spelling, *mnemonic, words, ahead);
    if (read.reached == Reached::End) {
      cursor = ahead;
      return read;
    }
    const auto came = [](const SpellingRead& r) { return std::pair(r.reached, r.rejection.position); };
    if (came(read) > came(best))
      best = std::move(read);
  }
  return best;
}

Result<std::string> printSass(const Instruction& instruction) {
  auto text = printForm(instruction.form);
  if (!text)
    return text;
  const Guard& guard = instruction.guard;
  if (guard.negated || !guard.predicate.isTrue())
    *text = fmt::format("@{}{} {}", guard.negated ? "!" : "", print(guard.predicate), *text);
  *text += ";";
  return text;
}

} // namespace warplaw::spec
