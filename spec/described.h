// Everything of spec/ that follows from an instruction's lists of fields: text in and out, legality field by field,
// families of forms, choices as JSON. An instruction gives a Traits structure: its types, its mnemonic, and by hooks
// what the lists cannot say:
//
//   using Form, Choices;  static constexpr std::string_view kMnemonic;
//   std::uint64_t allowed(const Form&, std::string_view field)
//     which of its values a modifier may have, given the ones before
//   bool takes(const Form&, std::string_view field)
//     does the text of this form hold the modifier or operand, given what stands before it? A member that is not taken
//     has its first value
//   About about(const Form&, std::string_view field, About)
//     what the list says of the field, and what is otherwise in this form: its rule, its range
//   bool mayBeAbsent(std::string_view field)
//     may the text leave the operand out where it is as its structure begins? (its type says when it comes next:
//     comesNext of spec/operand_text.h)
//   std::optional<Fault> relations(const Form&)
//     what is wrong between members that are legal alone
//   std::optional<Rejection> choiceRelations(const Choices&, const Form&)
//   void given(Choices&, std::string_view field)
//     what else it means that a case file names the choice
//   Result<void> checkShader(ShaderKind)
//   void place(Form&)
//     plain registers, where counting up from R0 is not legal
//   static constexpr bool kReturnsNothing
//   static constexpr bool kIsPtx                  its text is PTX's, the guard's too
//   static constexpr std::string_view kMemory     which one it accesses, if not shared memory
//
// Hooks about legality (allowed, takes, about, relations, choiceRelations) take forms of any world, `const auto&`:
// proofs run them on watched words (spec/watched.h).
//
// An operand of a type that spec/operand_text.h does not know brings its own readOperand, printOperand, isLegalOperand
// and faultOf.
#pragma once
#include "spec/choices_json.h"
#include "spec/operand_text.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include "spec/watched_row.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::spec {

/// A rejection that is about one member.
struct Fault {
  std::string_view field;
  Rejection rejection;
};

template <class S>
inline constexpr std::size_t kFields = std::tuple_size_v<std::remove_cvref_t<decltype(FieldsOf<S>::list)>>;

/// Calls f(field, index) for every field of S.
template <class S, class F> void eachField(F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::get<I>(FieldsOf<S>::list), I), ...);
  }(std::make_index_sequence<kFields<S>>());
}

template <class Member> inline constexpr bool kIsModifier = IsCell<Member> || kIsWatched<Member>;

/// How an instruction of these fields begins: the words of the field that is the mnemonic; none where no field is.
template <class F> std::span<const std::string_view> mnemonicsOf() {
  std::span<const std::string_view> words;
  eachField<F>([&](const auto& field, std::size_t) {
    if (field.about.role == Role::Mnemonic)
      words = field.about.names;
  });
  return words;
}

/// What may stand at a modifier's place: "one op", or "[.SAT]" where it may be absent.
inline std::string placeOf(std::string_view field, const About& about) {
  return about.names.front().empty() ? fmt::format("[{}]", wordsOf(about)) : fmt::format("one {}", field);
}

template <class Traits> struct Described {
  using F = typename Traits::Form;
  using C = typename Traits::Choices;
  using Places = std::array<std::size_t, kFields<F>>;

  // the hooks, of any world (spec/watched.h)
  static std::uint64_t allowed(const auto& form, std::string_view field, const About& about) {
    const std::uint64_t named = (std::uint64_t{1} << about.names.size()) - 1;
    if constexpr (requires { Traits::allowed(form, field); })
      return named & Traits::allowed(form, field);
    return named;
  }
  static bool takes(const auto& form, std::string_view field) {
    if constexpr (requires { Traits::takes(form, field); })
      return Traits::takes(form, field);
    return true;
  }
  static About aboutOf(const auto& form, const auto& field) {
    if constexpr (requires { Traits::about(form, field.name, field.about); })
      return Traits::about(form, field.name, field.about);
    return field.about;
  }
  static Rejection notTaken(const F& form, const auto& field, std::string what, std::string accepted) {
    return {std::string(aboutOf(form, field).rule), fmt::format("{} takes no {}", nameOf(form), what),
            std::move(accepted)};
  }

  static bool mayBeAbsent(std::string_view field) {
    if constexpr (requires { Traits::mayBeAbsent(field); })
      return Traits::mayBeAbsent(field);
    return false;
  }

  // ---- text

  static Form parse(Cursor& cursor, Modifiers& modifiers) {
    F form;
    Places places{};
    readModifiers(cursor, modifiers, form, places);
    readOperands(cursor, form, places);
    if (!cursor.failed())
      if (auto fault = faultIn(form))
        cursor.reject(placed(*fault, places));
    return form;
  }

  static void readModifiers(Cursor& cursor, Modifiers& modifiers, F& form, Places& places) {
    std::string known;
    std::string_view rule = "syntax";
    eachField<F>([&](const auto& field, std::size_t index) {
      using Member = std::remove_reference_t<decltype(form.*field.member)>;
      if constexpr (kIsModifier<Member>) {
        if (field.about.role == Role::Mnemonic) {
          const auto& names = field.about.names;
          places[index] = modifiers.mnemonic().position;
          form.*field.member = static_cast<Member>(std::ranges::find(names, modifiers.mnemonic().text) - names.begin());
          return;
        }
        places[index] = modifiers.peek().position;
        if (!takes(form, field.name))
          return;
        const About about = aboutOf(form, field);
        rule = about.rule;
        known += (known.empty() ? "" : ", ") + placeOf(field.name, about);
        const std::uint64_t legal = allowed(form, field.name, about);
        const bool isAbsent = about.role == Role::Optional && beginsALaterOne(modifiers, index);
        const std::uint64_t value = isAbsent ? 0 : readModifier(cursor, modifiers, field.name, about, legal);
        form.*field.member = static_cast<Member>(value);
        if (auto fault = faultOfModifier(field.name, about, value, legal, nameUpTo(form, index)))
          cursor.reject(placed({field.name, *fault}, places));
      }
    });
    known = known.empty() ? "no modifier" : known + " and nothing else";
    rejectOthersWord(cursor, modifiers, form, known);
    rejectLeftover(cursor, modifiers, rule, known);
  }

  /// Is the next word one of a modifier that stands after this one?
  static bool beginsALaterOne(const Modifiers& modifiers, std::size_t index) {
    bool begins = false;
    eachField<F>([&](const auto& field, std::size_t later) {
      if constexpr (kIsModifier<std::remove_cvref_t<decltype(std::declval<F>().*field.member)>>)
        for (const std::string_view name : field.about.names)
          begins = begins || (later > index && !name.empty() && modifiers.startsWith(name) > 0);
    });
    return begins;
  }

  /// What is left is a word that other mnemonics of these fields take.
  static void rejectOthersWord(Cursor& cursor, const Modifiers& modifiers, const F& form, const std::string& known) {
    const Word word = modifiers.peek();
    eachField<F>([&](const auto& field, std::size_t) {
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      if constexpr (kIsModifier<Member>)
        if (!word.text.empty() && !takes(form, field.name) &&
            std::ranges::find(field.about.names, word.text) != field.about.names.end()) {
          Rejection rejection = notTaken(form, field, fmt::format(".{}", word.text), known);
          rejection.position = word.position;
          cursor.reject(std::move(rejection));
        }
    });
  }

  /// Does an operand stand in the text behind field `index`?
  static bool takesAfter(const F& form, std::size_t index) {
    bool takesOne = false;
    eachField<F>([&](const auto& field, std::size_t later) {
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      takesOne = takesOne || (later > index && !kIsModifier<Member> && takes(form, field.name));
    });
    return takesOne;
  }

  static void readOperands(Cursor& cursor, F& form, Places& places) {
    std::string before;
    eachField<F>([&](const auto& field, std::size_t index) {
      using Member = std::remove_reference_t<decltype(form.*field.member)>;
      if constexpr (!kIsModifier<Member>) {
        const std::string role = roleOf(field.name);
        if (!takes(form, field.name)) {
          places[index] = cursor.place();
          if (!takesAfter(form, index) && cursor.accept(',')) {
            Rejection rejection = notTaken(form, field, role, "the end of the operands");
            rejection.position = places[index];
            cursor.reject(std::move(rejection));
          }
          return;
        }
        if constexpr (requires { comesNext(cursor, field.about, form.*field.member); })
          if (mayBeAbsent(field.name) && !comesNext(cursor, field.about, form.*field.member)) {
            places[index] = cursor.place();
            return;
          }
        if (!before.empty())
          cursor.expect(separatorOf(field.about), "after " + before);
        places[index] = readOperand(cursor, field.name, aboutOf(form, field), form.*field.member);
        before = role;
      }
    });
  }

  /// Mnemonic and the modifiers before field `end`.
  static std::string nameUpTo(const F& form, std::size_t end) {
    std::string name(Traits::kMnemonic);
    eachField<F>([&](const auto& field, std::size_t index) {
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      if constexpr (kIsModifier<Member>) {
        const auto value = static_cast<std::uint64_t>(form.*field.member);
        if (index >= end || value >= field.about.names.size() || field.about.names[value].empty() ||
            !takes(form, field.name))
          return;
        if (field.about.role == Role::Mnemonic)
          name = field.about.names[value];
        else
          name += fmt::format(".{}", field.about.names[value]);
      }
    });
    return name;
  }
  static std::string nameOf(const F& form) { return nameUpTo(form, kFields<F>); }

  static std::string print(const Form& any) {
    const F& form = any.as<F>();
    std::string text = nameOf(form);
    bool isFirst = true;
    eachField<F>([&](const auto& field, std::size_t) {
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      if constexpr (!kIsModifier<Member>) {
        if (!takes(form, field.name) || (mayBeAbsent(field.name) && form.*field.member == Member{}))
          return;
        if (!isFirst)
          text += field.about.isJoined ? "|" : ", ";
        text += (isFirst ? " " : "") + printOperand(aboutOf(form, field), form.*field.member);
        isFirst = false;
      }
    });
    return text;
  }

  // ---- legality

  static Rejection placed(Fault fault, const Places& places) {
    eachField<F>([&](const auto& field, std::size_t index) {
      if (field.name == fault.field)
        fault.rejection.position = places[index];
    });
    return std::move(fault.rejection);
  }

  /// The first value of a member that is not taken.
  template <class Member> static std::string absenceOf(const About& about, const Member& first) {
    if constexpr (kIsModifier<Member>)
      return "none";
    else
      return printOperand(about, first);
  }

  /// What is wrong with a member that is not legal.
  static Rejection faultOfMember(const F& form, const auto& field, std::size_t index, const About& about) {
    using Member = std::remove_cvref_t<decltype(form.*field.member)>;
    if (!takes(form, field.name))
      return notTaken(form, field, roleOf(field.name), absenceOf(about, Member{}));
    std::optional<Rejection> fault;
    if constexpr (kIsModifier<Member>)
      fault = faultOfModifier(field.name, about, numberOf(form.*field.member), allowed(form, field.name, about),
                              nameUpTo(form, index));
    else
      fault = faultOf(field.name, about, form.*field.member);
    assert(fault && "what is not legal is rejected");
    return std::move(*fault);
  }

  /// Of words, and of watched words: of those nobody reads what is wrong.
  template <class AnyForm> static std::optional<Fault> faultIn(const AnyForm& form) {
    std::optional<Fault> found;
    eachField<AnyForm>([&](const auto& field, [[maybe_unused]] std::size_t index) {
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      if (found)
        return;
      const About about = aboutOf(form, field);
      bool legal = false;
      if (!takes(form, field.name))
        legal = form.*field.member == Member{};
      else if constexpr (kIsModifier<Member>)
        legal = isOneOf(about, allowed(form, field.name, about), form.*field.member);
      else
        legal = isLegalOperand(about, form.*field.member);
      if (legal)
        return;
      if constexpr (std::same_as<AnyForm, F>)
        found = Fault{field.name, faultOfMember(form, field, index, about)};
      else
        found.emplace();
    });
    if constexpr (requires { Traits::relations(form); })
      if (!found)
        found = Traits::relations(form);
    return found;
  }

  static bool accepts(Watcher& watcher, WatchedCells form) { return !faultIn(watched<F>(watcher, form)); }

  static Result<void> check(const Form& form) {
    if (auto fault = faultIn(form.as<F>()))
      return std::move(fault->rejection);
    return {};
  }

  static Result<void> checkShader(ShaderKind shader) {
    if constexpr (requires { Traits::checkShader(shader); })
      return Traits::checkShader(shader);
    return {};
  }

  // ---- families: a form each as long as its modifiers make few, otherwise all of a mnemonic together

  static constexpr std::size_t kFew = 64;

  struct Counters {
    std::uint8_t registers = 0, predicates = 0;
  };
  template <class Operand> static void placeOperand(Operand& operand, Counters& next) {
    if constexpr (std::same_as<Operand, Register>)
      operand.index = next.registers++;
    else if constexpr (std::same_as<Operand, Predicate>)
      operand.index = next.predicates++;
    else if constexpr (std::same_as<Operand, RegisterOrImmediate>)
      operand = {false, next.registers++};
    else if constexpr (!IsCell<Operand>)
      eachField<Operand>([&](const auto& field, std::size_t) { placeOperand(operand.*field.member, next); });
  }

  /// Counts the operands up from R0 and P0.
  static void place(F& form) {
    Counters next;
    eachField<F>([&](const auto& field, std::size_t) {
      if (takes(form, field.name))
        placeOperand(form.*field.member, next);
    });
    if constexpr (requires { Traits::place(form); })
      Traits::place(form);
  }

  /// Calls f(form) for every legal combination of modifiers.
  template <std::size_t I = 0, class Visit> static void eachForm(F& form, Visit& visit) {
    if constexpr (I == kFields<F>) {
      F whole = form;
      place(whole);
      if (!faultIn(whole))
        visit(whole);
    } else {
      const auto& field = std::get<I>(FieldsOf<F>::list);
      using Member = std::remove_cvref_t<decltype(form.*field.member)>;
      if constexpr (!kIsModifier<Member>) {
        eachForm<I + 1>(form, visit);
      } else {
        const std::uint64_t legal =
            takes(form, field.name) ? allowed(form, field.name, field.about) : 1; // not taken: the first value
        for (std::size_t value = 0; value < field.about.names.size(); ++value) {
          if (!(legal >> value & 1))
            continue;
          form.*field.member = static_cast<Member>(value);
          eachForm<I + 1>(form, visit);
        }
        form.*field.member = Member{};
      }
    }
  }

  static std::vector<FormFamily> families() {
    std::vector<FormFamily> forms, families;
    F form{};
    const auto visit = [&](const F& legal) {
      forms.push_back({nameOf(legal), legal, 1});
      const std::string mnemonic = forms.back().name.substr(0, forms.back().name.find('.'));
      if (families.empty() || families.back().name != mnemonic)
        families.push_back({mnemonic, legal, 0});
      ++families.back().count;
    };
    eachForm(form, visit);
    return forms.size() <= kFew ? forms : families;
  }

  // ---- choices

  template <class AnyChoices, class AnyForm>
  static std::optional<Rejection> faultInChoices(const AnyChoices& choices, const AnyForm& form) {
    std::optional<Rejection> found;
    eachField<AnyChoices>([&](const auto& field, std::size_t) {
      if (found || isLegalChoice(field.about, choices.*field.member))
        return;
      if constexpr (std::same_as<AnyChoices, C>)
        found = faultOfChoice(field.name, field.about, choices.*field.member);
      else
        found.emplace();
    });
    if constexpr (requires { Traits::choiceRelations(choices, form); })
      if (!found)
        found = Traits::choiceRelations(choices, form);
    return found;
  }
  static bool acceptsChoices(Watcher& watcher, WatchedCells choices, WatchedCells form) {
    return !faultInChoices(watched<C>(watcher, choices), watched<F>(watcher, form));
  }

  static Result<void> checkChoices(const Choices& any, const Form& form) {
    if (auto found = faultInChoices(any.as<C>(), form.as<F>()))
      return std::move(*found);
    return {};
  }

  static void writeChoices(const Choices& any, boost::json::object& out) {
    C known; // to the reader, who takes the fields in the same order
    const C& choices = any.as<C>();
    eachField<C>([&](const auto& field, std::size_t) {
      if (choices.*field.member == known.*field.member)
        return;
      out[field.name] = choiceToJson(field.about, choices.*field.member);
      if constexpr (requires { Traits::given(known, field.name); })
        Traits::given(known, field.name);
    });
  }

  static void describeChoices(boost::json::object& properties) {
    const C choices;
    eachField<C>([&](const auto& field, std::size_t) {
      properties[field.name] = choiceSchema(field.about, choices.*field.member);
    });
  }

  static Choices readChoices(JsonReader& reader, JsonFields& fields) {
    C choices;
    eachField<C>([&](const auto& field, std::size_t) {
      if (const auto value = fields.take(field.name)) {
        choiceFromJson(reader, *value, field.about, choices.*field.member);
        if constexpr (requires { Traits::given(choices, field.name); })
          Traits::given(choices, field.name);
      }
    });
    return choices;
  }
};

/// The same structure with every cell's value replaced by what `map` says of it.
template <class S, class Any> Any mapped(const Any& any, const CellMap& map) {
  S structure = any.template as<S>();
  eachCell(
      [&](const CellPlace& place, auto& cell) {
        cell = static_cast<std::remove_reference_t<decltype(cell)>>(map(place, static_cast<std::uint64_t>(cell)));
      },
      structure);
  return structure;
}

/// The row of an instruction from its Traits.
template <class Traits> InstructionRow describedRow() {
  using D = Described<Traits>;
  static constexpr std::string_view kMnemonics[] = {Traits::kMnemonic};
  InstructionRow row{.mnemonic = Traits::kMnemonic, .mnemonics = mnemonicsOf<typename D::F>()};
  if (row.mnemonics.empty())
    row.mnemonics = kMnemonics;
  if constexpr (requires { Traits::kReturnsNothing; })
    row.returnsNothing = Traits::kReturnsNothing;
  if constexpr (requires { Traits::kIsPtx; })
    row.isPtx = Traits::kIsPtx;
  if constexpr (requires { Traits::kMemory; })
    row.memory = memoryNamed(Traits::kMemory);
  row.parse = D::parse;
  row.print = D::print;
  row.check = D::check;
  row.checkShader = D::checkShader;
  row.families = D::families;
  row.nameOf = [](const Form& form) { return D::nameOf(form.as<typename D::F>()); };
  row.defaultForm = []() -> Form { return typename D::F{}; };
  row.defaultChoices = []() -> Choices { return typename D::C{}; };
  row.checkChoices = D::checkChoices;
  row.writeChoices = D::writeChoices;
  row.describeChoices = D::describeChoices;
  row.readChoices = D::readChoices;
  row.mapForm = mapped<typename D::F, Form>;
  row.mapChoices = mapped<typename D::C, Choices>;
  return row;
}

/// The same checks on watched words.
template <class Traits> constexpr WatchedRow watchedRow() {
  return {Described<Traits>::accepts, Described<Traits>::acceptsChoices};
}

} // namespace warplaw::spec
