// Everything in spec/ that follows from an instruction's lists of fields: text in and out, legality field by field,
// families of forms, choices as JSON. An instruction says in its Described what the lists cannot say: Described is a
// structure, so that a hook or a field whose name is misspelt does not compile.
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

/// The name that the list of S has for a member.
template <class S, class Member> constexpr std::string_view nameOf(Member S::* member) {
  std::string_view name;
  const auto take = [&]<class Listed>(const Field<S, Listed>& field) {
    if constexpr (std::same_as<Listed, Member>)
      if (field.member == member)
        name = field.name;
  };
  withFields<S>([&](const auto&... field) { (take(field), ...); });
  return name;
}

/// A member of S that a hook is asked about: `member == &S::size`.
template <class S> class MemberOf {
public:
  explicit constexpr MemberOf(std::string_view name) : name_(name) {}
  template <class Member> consteval MemberOf(Member S::* member) : name_(nameOf(member)) {}
  friend constexpr bool operator==(MemberOf, MemberOf) = default;

private:
  std::string_view name_;
};

/// A rejection that is about one member.
struct Fault {
  template <class S, class Member>
  Fault(Member S::* member, Rejection why) : field(nameOf(member)), rejection(std::move(why)) {}
  Fault(const MemberRow<MemberKind>& member, Rejection why) : field(member.name), rejection(std::move(why)) {}

  std::string_view field;
  Rejection rejection;
};
/// faultOfPair (spec/operand_text.h) as the fault of that member.
template <class S, class Member> std::optional<Fault> faultOfPair(Member S::* member, const auto& reg) {
  auto fault = faultOfPair(nameOf(member), reg);
  return fault ? std::optional(Fault(member, *std::move(fault))) : std::nullopt;
}

/// Hooks about legality, of forms and choices of one world; each null where an instruction has none.
struct LegalityHooks {
  std::uint64_t (*allowed)(const void* form, std::string_view field) = nullptr;
  bool (*takes)(const void* form, std::string_view field) = nullptr;
  About (*about)(const void* form, std::string_view field, About about) = nullptr;
  std::optional<Fault> (*relations)(const void* form) = nullptr;
  std::optional<Rejection> (*choiceRelations)(const void* choices, const void* form) = nullptr;
};

/// A Described without its types.
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

/// Where the member lies in its structure.
template <class S, class Member> std::size_t offsetOf(Member S::* member) {
  static const S kSample{};
  return addressOf(kSample.*member) - addressOf(kSample);
}

template <class Kind, class S> std::vector<MemberRow<Kind>> membersOf() {
  using InWatched = InWorld<S, AsWatched>;
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
    return std::vector<MemberRow<Kind>>{row(fieldOf<S, I>(), fieldOf<InWatched, I>())...};
  }(std::make_index_sequence<FieldsOf<S>::list.kCount>());
}

/// What a hook is handed, without its type and with it again.
template <class T> struct Erased {
  using Type = T;
  static T typed(T value) { return value; }
};
template <class S> struct Erased<const S&> {
  using Type = const void*;
  static const S& typed(const void* structure) { return *static_cast<const S*>(structure); }
};
template <class S> struct Erased<S&> {
  using Type = void*;
  static S& typed(void* structure) { return *static_cast<S*>(structure); }
};
template <class S> struct Erased<MemberOf<S>> {
  using Type = std::string_view;
  static MemberOf<S> typed(std::string_view name) { return MemberOf<S>(name); }
};

/// A lambda that captures nothing, as a function without its types; null where an instruction has none.
template <class Signature> struct Hook;
template <class Result, class... Told> struct Hook<Result(Told...)> {
  constexpr Hook() = default;
  template <class Lambda>
  constexpr Hook(Lambda)
      : function(
            [](typename Erased<Told>::Type... erased) -> Result { return Lambda{}(Erased<Told>::typed(erased)...); }) {}
  Result (*function)(typename Erased<Told>::Type...) = nullptr;
};
/// One for each world, of a lambda that takes both.
template <class InWords, class InWatched> struct HookOfWorlds {
  constexpr HookOfWorlds() = default;
  template <class Lambda> constexpr HookOfWorlds(Lambda lambda) : words(lambda), watched(lambda) {}
  Hook<InWords> words;
  Hook<InWatched> watched;
};

template <class S>
void withWatched(Watcher& watcher, WatchedCells cells, const std::function<void(const void*)>& call) {
  const auto structure = watched<S>(watcher, cells);
  call(&structure);
}

/// The words of the field that is the mnemonic; none where no field is.
std::span<const std::string_view> mnemonicsOf(const Description& description);

} // namespace detail

/// What an instruction says about itself beyond its lists of fields. Hooks about legality take forms and choices of any
/// world, `const auto&`: proofs run them on watched words (spec/watched.h).
template <class F, class C> struct Described {
  using WatchedForm = InWorld<F, AsWatched>;
  using WatchedChoices = InWorld<C, AsWatched>;
  template <class R, class... More>
  using OfForm = detail::HookOfWorlds<R(const F&, More...), R(const WatchedForm&, More...)>;

  std::string_view mnemonic;
  bool returnsNothing = false;
  bool isPtx = false;           ///< its text is PTX's, the guard's too
  std::string_view memory = {}; ///< which one it accesses, if not shared memory

  /// Which of its values a modifier may have, given the ones before.
  OfForm<std::uint64_t, MemberOf<F>> allowed = {};
  /// Does the text of this form hold the modifier or operand, given what stands before it? A member that is not taken
  /// has its first value.
  OfForm<bool, MemberOf<F>> takes = {};
  /// What the list says of the member, and what is otherwise in this form: its rule, its range.
  OfForm<About, MemberOf<F>, About> about = {};
  /// What is wrong between members that are legal alone.
  OfForm<std::optional<Fault>> relations = {};
  detail::HookOfWorlds<std::optional<Rejection>(const C&, const F&),
                       std::optional<Rejection>(const WatchedChoices&, const WatchedForm&)>
      choiceRelations = {};

  /// May the text leave the operand out where it is as its structure begins? (Its type says when it comes next:
  /// comesNext of spec/operand_text.h.)
  detail::Hook<bool(MemberOf<F>)> mayBeAbsent = {};
  /// The further effect of naming the choice in a case file.
  detail::Hook<void(C&, MemberOf<C>)> given = {};
  detail::Hook<Result<void>(ShaderKind)> checkShader = {};
  /// Plain registers, where counting up from R0 is not legal.
  detail::Hook<void(F&)> place = {};
};

/// The row of an instruction, of which there is one for each form.
template <class F, class C> const InstructionRow& describedRow(const Described<F, C>& described) {
  const auto legality = [&](auto one) {
    return LegalityHooks{one(described.allowed), one(described.takes), one(described.about), one(described.relations),
                         one(described.choiceRelations)};
  };
  static const Description kDescription = {.form = detail::membersOf<MemberKind, F>(),
                                           .choices = detail::membersOf<ChoiceKind, C>(),
                                           .formLayout = &layoutOf<F>(),
                                           .choicesLayout = &layoutOf<C>(),
                                           .defaultForm = []() -> Form { return F{}; },
                                           .defaultChoices = []() -> Choices { return C{}; },
                                           .words = legality([](const auto& hook) { return hook.words.function; }),
                                           .watched = legality([](const auto& hook) { return hook.watched.function; }),
                                           .mayBeAbsent = described.mayBeAbsent.function,
                                           .given = described.given.function,
                                           .checkShader = described.checkShader.function,
                                           .place = described.place.function,
                                           .withForm = detail::withWatched<F>,
                                           .withChoices = detail::withWatched<C>};
  static const std::string_view kMnemonics[] = {described.mnemonic};
  static const InstructionRow kRow = [&] {
    InstructionRow row{.mnemonic = described.mnemonic,
                       .mnemonics = detail::mnemonicsOf(kDescription),
                       .returnsNothing = described.returnsNothing,
                       .isPtx = described.isPtx,
                       .description = &kDescription};
    if (row.mnemonics.empty())
      row.mnemonics = kMnemonics;
    if (!described.memory.empty())
      row.memory = memoryNamed(described.memory);
    return row;
  }();
  return kRow;
}

} // namespace warplaw::spec
