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
#include "spec/layout.h"
#include "spec/member.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {

/// A rejection that is about one member.
struct Fault {
  std::string_view field;
  Rejection rejection;
};

/// Hooks about legality, of forms and choices of one world; each null where an instruction has none.
struct LegalityHooks {
  std::uint64_t (*allowed)(const void* form, std::string_view field) = nullptr;
  bool (*takes)(const void* form, std::string_view field) = nullptr;
  About (*about)(const void* form, std::string_view field, About about) = nullptr;
  std::optional<Fault> (*relations)(const void* form) = nullptr;
  std::optional<Rejection> (*choiceRelations)(const void* choices, const void* form) = nullptr;
};

/// An instruction's Traits without its types.
struct Description {
  std::vector<MemberRow<MemberKind>> form;
  std::vector<MemberRow<ChoiceKind>> choices;
  const Layout* formLayout = nullptr;
  const Layout* choicesLayout = nullptr;
  Form (*defaultForm)() = nullptr;
  Choices (*defaultChoices)() = nullptr;
  LegalityHooks words, watched;
  bool (*mayBeAbsent)(std::string_view field) = nullptr;
  void (*given)(void* choices, std::string_view field) = nullptr;
  Result<void> (*checkShader)(ShaderKind shader) = nullptr;
  void (*place)(void* form) = nullptr;
  /// Calls with the structure whose cells are these.
  void (*withForm)(Watcher& watcher, WatchedCells cells, const std::function<void(const void*)>& call) = nullptr;
  void (*withChoices)(Watcher& watcher, WatchedCells cells, const std::function<void(const void*)>& call) = nullptr;
};

namespace detail {

template <class S> const S& as(const void* structure) { return *static_cast<const S*>(structure); }

/// Where the member lies in its structure.
template <class S, class Member> std::size_t offsetOf(Member S::* member) {
  static const S kSample{};
  return addressOf(kSample.*member) - addressOf(kSample);
}

template <class Kind, class S> std::vector<MemberRow<Kind>> membersOf() {
  using InWatched = InWorld<S, AsWatched>;
  using List = std::remove_cvref_t<decltype(FieldsOf<S>::list)>;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto row = []<class Member, class WatchedMember>(const Field<S, Member>& field,
                                                           const Field<InWatched, WatchedMember>& watched) {
      const Kind* kind = nullptr;
      if constexpr (std::same_as<Kind, MemberKind>)
        kind = &memberKind<Member, WatchedMember>();
      else
        kind = &choiceKind<Member, WatchedMember>();
      return MemberRow<Kind>{field.name, field.about, kind, offsetOf(field.member), offsetOf(watched.member)};
    };
    return std::vector<MemberRow<Kind>>{row(std::get<I>(FieldsOf<S>::list), std::get<I>(FieldsOf<InWatched>::list))...};
  }(std::make_index_sequence<std::tuple_size_v<List>>());
}

/// F and C: form and choices in one world.
template <class Traits, class F, class C> LegalityHooks hooksOf() {
  LegalityHooks hooks;
  if constexpr (requires(const F& form, std::string_view field) { Traits::allowed(form, field); })
    hooks.allowed = [](const void* form, std::string_view field) -> std::uint64_t {
      return Traits::allowed(as<F>(form), field);
    };
  if constexpr (requires(const F& form, std::string_view field) { Traits::takes(form, field); })
    hooks.takes = [](const void* form, std::string_view field) -> bool { return Traits::takes(as<F>(form), field); };
  if constexpr (requires(const F& form, std::string_view field) { Traits::about(form, field, About{}); })
    hooks.about = [](const void* form, std::string_view field, About about) {
      return Traits::about(as<F>(form), field, about);
    };
  if constexpr (requires(const F& form) { Traits::relations(form); })
    hooks.relations = [](const void* form) -> std::optional<Fault> { return Traits::relations(as<F>(form)); };
  if constexpr (requires(const C& choices, const F& form) { Traits::choiceRelations(choices, form); })
    hooks.choiceRelations = [](const void* choices, const void* form) -> std::optional<Rejection> {
      return Traits::choiceRelations(as<C>(choices), as<F>(form));
    };
  return hooks;
}

template <class S>
void withWatched(Watcher& watcher, WatchedCells cells, const std::function<void(const void*)>& call) {
  const auto structure = watched<S>(watcher, cells);
  call(&structure);
}

template <class Traits> Description descriptionOf() {
  using F = typename Traits::Form;
  using C = typename Traits::Choices;
  Description d{.form = membersOf<MemberKind, F>(),
                .choices = membersOf<ChoiceKind, C>(),
                .formLayout = &layoutOf<F>(),
                .choicesLayout = &layoutOf<C>(),
                .defaultForm = []() -> Form { return F{}; },
                .defaultChoices = []() -> Choices { return C{}; },
                .words = hooksOf<Traits, F, C>(),
                .watched = hooksOf<Traits, InWorld<F, AsWatched>, InWorld<C, AsWatched>>(),
                .withForm = withWatched<F>,
                .withChoices = withWatched<C>};
  if constexpr (requires(std::string_view field) { Traits::mayBeAbsent(field); })
    d.mayBeAbsent = [](std::string_view field) -> bool { return Traits::mayBeAbsent(field); };
  if constexpr (requires(C& choices, std::string_view field) { Traits::given(choices, field); })
    d.given = [](void* choices, std::string_view field) { Traits::given(*static_cast<C*>(choices), field); };
  if constexpr (requires(ShaderKind shader) { Traits::checkShader(shader); })
    d.checkShader = Traits::checkShader;
  if constexpr (requires(F& form) { Traits::place(form); })
    d.place = [](void* form) { Traits::place(*static_cast<F*>(form)); };
  return d;
}

/// The words of the field that is the mnemonic; none where no field is.
std::span<const std::string_view> mnemonicsOf(const Description& description);

} // namespace detail

/// The row of an instruction from its Traits.
template <class Traits> const InstructionRow& describedRow() {
  static const Description kDescription = detail::descriptionOf<Traits>();
  static constexpr std::string_view kMnemonics[] = {Traits::kMnemonic};
  static const InstructionRow kRow = [] {
    InstructionRow row{
        .mnemonic = Traits::kMnemonic, .mnemonics = detail::mnemonicsOf(kDescription), .description = &kDescription};
    if (row.mnemonics.empty())
      row.mnemonics = kMnemonics;
    if constexpr (requires { Traits::kReturnsNothing; })
      row.returnsNothing = Traits::kReturnsNothing;
    if constexpr (requires { Traits::kIsPtx; })
      row.isPtx = Traits::kIsPtx;
    if constexpr (requires { Traits::kMemory; })
      row.memory = memoryNamed(Traits::kMemory);
    return row;
  }();
  return kRow;
}

} // namespace warplaw::spec
