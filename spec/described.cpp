// Text in and out, legality, families and choices of every instruction, from its description: see described.h.
#include "spec/described.h"
#include <cassert>

namespace warplaw::spec {
namespace {

using Member = MemberRow<MemberKind>;
using ChoiceRow = MemberRow<ChoiceKind>;

const void* at(const void* structure, std::size_t offset) { return static_cast<const std::byte*>(structure) + offset; }
void* at(void* structure, std::size_t offset) { return static_cast<std::byte*>(structure) + offset; }

bool isModifier(const Member& member) { return member.kind->modifierBytes != 0; }
std::uint64_t numberIn(const void* form, const Member& member) {
  std::uint64_t value = 0;
  std::memcpy(&value, at(form, member.offset), member.kind->modifierBytes);
  return value;
}
void setNumber(void* form, const Member& member, std::uint64_t value) {
  std::memcpy(at(form, member.offset), &value, member.kind->modifierBytes);
}

/// What may stand at a modifier's place: "one op", or "[.SAT]" where it may be absent.
std::string placeOf(std::string_view field, const About& about) {
  return about.names.front().empty() ? fmt::format("[{}]", wordsOf(about)) : fmt::format("one {}", field);
}

enum class World : std::uint8_t { Words, Watched };

/// A form in one world, and what its instruction says of it. What is legal is decided here alone, for both worlds, so
/// that proofs read the code that runs.
class FormView {
public:
  FormView(const Description& description, World world, const void* form)
      : members_(description.form), form_(form),
        hooks_(world == World::Words ? description.words : description.watched),
        questions_(world == World::Words ? &MemberKind::words : &MemberKind::watched),
        offset_(world == World::Words ? &Member::offset : &Member::watchedOffset) {}

  bool takes(const Member& member) const { return !hooks_.takes || hooks_.takes(form_, member.name); }
  About about(const Member& member) const {
    return hooks_.about ? hooks_.about(form_, member.name, member.about) : member.about;
  }
  /// Bit v: value v of the modifier.
  std::uint64_t allowed(const Member& member, const About& about) const {
    const std::uint64_t named = (std::uint64_t{1} << about.names.size()) - 1;
    return hooks_.allowed ? named & hooks_.allowed(form_, member.name) : named;
  }

  /// The first member that is not legal alone; null if all are.
  const Member* firstIllegal() const {
    const auto found = std::ranges::find_if(members_, [&](const Member& member) { return !isLegal(member); });
    return found == members_.end() ? nullptr : &*found;
  }
  /// What is wrong between members that are legal alone.
  std::optional<Fault> relations() const { return hooks_.relations ? hooks_.relations(form_) : std::nullopt; }

protected:
  const void* cell(const Member& member) const { return at(form_, member.*offset_); }

  std::span<const Member> members_;
  const void* form_;

private:
  bool isLegal(const Member& member) const {
    const FormQuestions& ask = member.kind->*questions_;
    const About about = this->about(member);
    if (!takes(member))
      return ask.isFirst(cell(member));
    return isModifier(member) ? ask.isOneOf(about, allowed(member, about), cell(member))
                              : ask.isLegal(about, cell(member));
  }

  const LegalityHooks& hooks_;
  FormQuestions MemberKind::* questions_;
  std::size_t Member::* offset_;
};

/// The first choice that is not legal alone, in one world; null if all are.
const ChoiceRow* firstIllegal(std::span<const ChoiceRow> all, World world, const void* choices) {
  const auto isLegal = [&](const ChoiceRow& choice) {
    return world == World::Words ? choice.kind->isLegal(choice.about, at(choices, choice.offset))
                                 : choice.kind->isLegalWatched(choice.about, at(choices, choice.watchedOffset));
  };
  const auto found = std::ranges::find_if_not(all, isLegal);
  return found == all.end() ? nullptr : &*found;
}

/// Where each member of a form stood in its text.
using Places = std::vector<std::size_t>;

Rejection placed(Fault fault, std::span<const Member> members, const Places& places) {
  for (std::size_t index = 0; index < members.size(); ++index)
    if (members[index].name == fault.field)
      fault.rejection.position = places[index];
  return std::move(fault.rejection);
}

/// A form of words.
class WordsView : public FormView {
public:
  WordsView(const InstructionRow& row, const void* form) : FormView(*row.description, World::Words, form), row_(row) {}

  bool mayBeAbsent(const Member& member) const {
    return row_.description->mayBeAbsent && row_.description->mayBeAbsent(member.name);
  }

  /// Mnemonic and the modifiers before member `end`.
  std::string nameUpTo(std::size_t end) const {
    std::string name(row_.mnemonic);
    for (const Member& member : members_.first(end)) {
      if (!isModifier(member))
        continue;
      const std::uint64_t value = numberIn(form_, member);
      const auto& names = member.about.names;
      if (value >= names.size() || names[value].empty() || !takes(member))
        continue;
      if (member.about.role == Role::Mnemonic)
        name = names[value];
      else
        name += fmt::format(".{}", names[value]);
    }
    return name;
  }
  std::string name() const { return nameUpTo(members_.size()); }

  Rejection notTaken(const Member& member, const std::string& what, std::string accepted) const {
    return {std::string(about(member).rule), fmt::format("{} takes no {}", name(), what), std::move(accepted)};
  }

  std::string print() const {
    std::string text = name();
    bool isFirst = true;
    for (const Member& member : members_) {
      const void* const operand = cell(member);
      if (isModifier(member) || !takes(member) || (mayBeAbsent(member) && member.kind->words.isFirst(operand)))
        continue;
      if (!isFirst)
        text += member.about.isJoined ? "|" : ", ";
      text += (isFirst ? " " : "") + member.kind->print(about(member), operand);
      isFirst = false;
    }
    return text;
  }

  std::optional<Fault> fault() const {
    if (const Member* const illegal = firstIllegal())
      return Fault(*illegal, faultOf(*illegal));
    return relations();
  }

private:
  /// What is wrong with a member that is not legal.
  Rejection faultOf(const Member& member) const {
    const auto index = static_cast<std::size_t>(&member - members_.data());
    const About about = this->about(member);
    if (!takes(member))
      return notTaken(member, roleOf(member.name), isModifier(member) ? "none" : member.kind->printFirst(about));
    std::optional<Rejection> fault = isModifier(member) ? faultOfModifier(member.name, about, numberIn(form_, member),
                                                                          allowed(member, about), nameUpTo(index))
                                                        : member.kind->fault(member.name, about, cell(member));
    assert(fault && "what is not legal is rejected");
    return std::move(*fault);
  }

  const InstructionRow& row_;
};

/// A form while it is read. What a member may be depends on the ones before it alone.
class FormReader {
public:
  FormReader(const InstructionRow& row, Cursor& cursor, Modifiers& modifiers)
      : members_(row.description->form), cursor_(cursor), modifiers_(modifiers), form_(row.defaultForm()),
        view_(row, form_.data()), places_(members_.size()) {}

  Form read() {
    readModifiers();
    readOperands();
    if (!cursor_.failed())
      if (auto fault = view_.fault())
        cursor_.reject(placed(*fault, members_, places_));
    return form_;
  }

private:
  void readModifiers() {
    std::string known;
    std::string_view rule = "syntax";
    for (std::size_t index = 0; index < members_.size(); ++index) {
      const Member& member = members_[index];
      if (!isModifier(member))
        continue;
      if (member.about.role == Role::Mnemonic) {
        const auto& names = member.about.names;
        places_[index] = modifiers_.mnemonic().position;
        const auto found = std::ranges::find(names, modifiers_.mnemonic().text);
        setNumber(form_.data(), member, static_cast<std::uint64_t>(found - names.begin()));
        continue;
      }
      places_[index] = modifiers_.peek().position;
      if (!view_.takes(member))
        continue;
      const About about = view_.about(member);
      rule = about.rule;
      known += (known.empty() ? "" : ", ") + placeOf(member.name, about);
      readModifierAt(index, about);
    }
    known = known.empty() ? "no modifier" : known + " and nothing else";
    rejectOthersWord(known);
    rejectLeftover(cursor_, modifiers_, rule, known);
  }
  void readModifierAt(std::size_t index, const About& about) {
    const Member& member = members_[index];
    const std::uint64_t legal = view_.allowed(member, about);
    const bool isAbsent = about.role == Role::Optional && beginsALaterOne(index);
    const std::uint64_t value = isAbsent ? 0 : readModifier(cursor_, modifiers_, member.name, about, legal);
    setNumber(form_.data(), member, value);
    if (auto fault = faultOfModifier(member.name, about, value, legal, view_.nameUpTo(index)))
      cursor_.reject(placed(Fault(member, *fault), members_, places_));
  }

  /// Is the next word one of a modifier that stands after this one?
  bool beginsALaterOne(std::size_t index) const {
    for (const Member& later : members_.subspan(index + 1))
      if (isModifier(later))
        for (const std::string_view name : later.about.names)
          if (!name.empty() && modifiers_.startsWith(name) > 0)
            return true;
    return false;
  }

  /// What is left is a word that other mnemonics of these fields take.
  void rejectOthersWord(const std::string& known) {
    const Word word = modifiers_.peek();
    if (word.text.empty())
      return;
    for (const Member& member : members_)
      if (isModifier(member) && !view_.takes(member) && std::ranges::count(member.about.names, word.text)) {
        Rejection rejection = view_.notTaken(member, fmt::format(".{}", word.text), known);
        rejection.position = word.position;
        cursor_.reject(std::move(rejection));
      }
  }

  void readOperands() {
    std::string before; ///< the operand before, as messages name it
    for (std::size_t index = 0; index < members_.size(); ++index) {
      const Member& member = members_[index];
      if (isModifier(member))
        continue;
      if (!view_.takes(member))
        passOver(index);
      else if (isAbsent(member))
        places_[index] = cursor_.place();
      else
        readOperandAt(index, before);
    }
  }
  void passOver(std::size_t index) {
    places_[index] = cursor_.place();
    const bool isLast = std::ranges::none_of(
        members_.subspan(index + 1), [&](const Member& later) { return !isModifier(later) && view_.takes(later); });
    if (!isLast || !cursor_.accept(','))
      return;
    Rejection rejection = view_.notTaken(members_[index], roleOf(members_[index].name), "the end of the operands");
    rejection.position = places_[index];
    cursor_.reject(std::move(rejection));
  }
  bool isAbsent(const Member& member) {
    return member.kind->comesNext && view_.mayBeAbsent(member) &&
           !member.kind->comesNext(cursor_, member.about, at(form_.data(), member.offset));
  }
  void readOperandAt(std::size_t index, std::string& before) {
    const Member& member = members_[index];
    if (!before.empty())
      cursor_.expect(separatorOf(member.about), "after " + before);
    places_[index] = member.kind->read(cursor_, member.name, view_.about(member), at(form_.data(), member.offset));
    before = roleOf(member.name);
  }

  std::span<const Member> members_;
  Cursor& cursor_;
  Modifiers& modifiers_;
  Form form_;
  WordsView view_; ///< of form_
  Places places_;
};

/// Counts the operands up from R0 and P0.
void place(const InstructionRow& row, Form& form) {
  const WordsView view(row, form.data());
  NextPlain next;
  for (const Member& member : row.description->form)
    if (!isModifier(member) && view.takes(member))
      member.kind->place(at(form.data(), member.offset), next);
  if (row.description->place)
    row.description->place(form.data());
}

/// Calls visit(form) for every legal combination of the modifiers from `index` on.
void eachForm(const InstructionRow& row, Form& form, std::size_t index, const std::function<void(const Form&)>& visit) {
  const auto& members = row.description->form;
  if (index == members.size()) {
    Form whole = form;
    place(row, whole);
    if (row.check(whole))
      visit(whole);
    return;
  }
  const Member& member = members[index];
  if (!isModifier(member))
    return eachForm(row, form, index + 1, visit);
  const WordsView view(row, form.data());
  const std::uint64_t legal = view.takes(member) ? view.allowed(member, member.about) : 1; // not taken: the first value
  for (std::size_t value = 0; value < member.about.names.size(); ++value)
    if (legal >> value & 1) {
      setNumber(form.data(), member, value);
      eachForm(row, form, index + 1, visit);
    }
  setNumber(form.data(), member, 0);
}

/// The same structure with every cell's value replaced by what `map` says of it.
template <class Any> Any mapped(const Any& any, const Layout& layout, const CellMap& map) {
  Any changed = any;
  for (const CellPlace& place : layout.cells())
    setCell(changed.data(), place, map(place, cellOf(changed.data(), place)));
  return changed;
}

} // namespace

std::span<const std::string_view> detail::mnemonicsOf(const Description& description) {
  for (const Member& member : description.form)
    if (member.about.role == Role::Mnemonic)
      return member.about.names;
  return {};
}

Form InstructionRow::parse(Cursor& cursor, Modifiers& modifiers) const {
  return FormReader(*this, cursor, modifiers).read();
}
std::string InstructionRow::print(const Form& form) const { return WordsView(*this, form.data()).print(); }
std::string InstructionRow::nameOf(const Form& form) const { return WordsView(*this, form.data()).name(); }

Result<void> InstructionRow::check(const Form& form) const {
  if (auto fault = WordsView(*this, form.data()).fault())
    return std::move(fault->rejection);
  return {};
}
bool InstructionRow::accepts(Watcher& watcher, WatchedCells form) const {
  bool accepts = false;
  description->withForm(watcher, form, [&](const void* cells) {
    const FormView view(*description, World::Watched, cells);
    accepts = !view.firstIllegal() && !view.relations();
  });
  return accepts;
}

Result<void> InstructionRow::checkShader(ShaderKind shader) const {
  return description->checkShader ? description->checkShader(shader) : Result<void>{};
}

/// A form each as long as its modifiers make few, otherwise all of a mnemonic together.
std::vector<FormFamily> InstructionRow::families() const {
  constexpr std::size_t kFew = 64;
  std::vector<FormFamily> forms, families;
  Form form = defaultForm();
  eachForm(*this, form, 0, [&](const Form& legal) {
    forms.push_back({nameOf(legal), legal, 1});
    const std::string first = forms.back().name.substr(0, forms.back().name.find('.'));
    if (families.empty() || families.back().name != first)
      families.push_back({first, legal, 0});
    ++families.back().count;
  });
  return forms.size() <= kFew ? forms : families;
}

Form InstructionRow::defaultForm() const { return description->defaultForm(); }
Choices InstructionRow::defaultChoices() const { return description->defaultChoices(); }

Result<void> InstructionRow::checkChoices(const Choices& choices, const Form& form) const {
  if (const ChoiceRow* const illegal = firstIllegal(description->choices, World::Words, choices.data()))
    return *illegal->kind->fault(illegal->name, illegal->about, at(choices.data(), illegal->offset));
  if (const auto relations = description->words.choiceRelations)
    if (auto fault = relations(choices.data(), form.data()))
      return std::move(*fault);
  return {};
}
bool InstructionRow::acceptsChoices(Watcher& watcher, WatchedCells choices, WatchedCells form) const {
  bool accepts = true;
  description->withChoices(watcher, choices, [&](const void* cells) {
    accepts = !firstIllegal(description->choices, World::Watched, cells);
    if (const auto relations = description->watched.choiceRelations; relations && accepts)
      description->withForm(watcher, form, [&](const void* of) { accepts = !relations(cells, of); });
  });
  return accepts;
}

void InstructionRow::writeChoices(const Choices& choices, boost::json::object& out) const {
  Choices known = defaultChoices(); // to the reader, who takes the members in the same order
  for (const ChoiceRow& choice : description->choices) {
    const void* const value = at(choices.data(), choice.offset);
    if (choice.kind->areEqual(value, at(known.data(), choice.offset)))
      continue;
    out[choice.name] = choice.kind->toJson(choice.about, value);
    if (description->given)
      description->given(known.data(), choice.name);
  }
}
void InstructionRow::describeChoices(boost::json::object& properties) const {
  const Choices choices = defaultChoices();
  for (const ChoiceRow& choice : description->choices)
    properties[choice.name] = choice.kind->schema(choice.about, at(choices.data(), choice.offset));
}
Choices InstructionRow::readChoices(JsonReader& reader, JsonFields& fields) const {
  Choices choices = defaultChoices();
  for (const ChoiceRow& choice : description->choices)
    if (const auto value = fields.take(choice.name)) {
      choice.kind->fromJson(reader, *value, choice.about, at(choices.data(), choice.offset));
      if (description->given)
        description->given(choices.data(), choice.name);
    }
  return choices;
}

const Layout& InstructionRow::formLayout() const { return *description->formLayout; }
const Layout& InstructionRow::choicesLayout() const { return *description->choicesLayout; }
Form InstructionRow::mapForm(const Form& form, const CellMap& map) const { return mapped(form, formLayout(), map); }
Choices InstructionRow::mapChoices(const Choices& choices, const CellMap& map) const {
  return mapped(choices, choicesLayout(), map);
}

} // namespace warplaw::spec
