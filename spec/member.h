// What can be done with a member of a form or of choices, whatever its type is: one row a type. spec/described.cpp
// walks over members by these rows and knows no structure.
#pragma once
#include "spec/choices_json.h"
#include "spec/operand_fields.h"
#include "spec/operand_text.h"

namespace warplaw::spec {

/// Which register and which predicate stands next where operands are counted up from R0 and P0.
struct NextPlain {
  std::uint8_t registers = 0, predicates = 0;
};

/// What legality asks of a member, of one world: of words, or of watched words (spec/watched.h). Both are the same
/// template, and the same code asks them.
struct FormQuestions {
  bool (*isFirst)(const void* member) = nullptr; ///< as its structure begins
  bool (*isLegal)(const About& about, const void* member) = nullptr;
  /// Is a modifier (a number with a word) one of those in `allowed` (bit v: value v)?
  bool (*isOneOf)(const About& about, std::uint64_t allowed, const void* member) = nullptr;
};

/// What can be done with a member of a form. `member` points to a member of the world of words.
struct MemberKind {
  std::size_t modifierBytes = 0; ///< 0: it is an operand

  // operands
  std::size_t (*read)(Cursor& cursor, std::string_view field, const About& about, void* member) = nullptr;
  std::string (*print)(const About& about, const void* member) = nullptr;
  std::string (*printFirst)(const About& about) = nullptr; ///< as its structure begins
  std::optional<Rejection> (*fault)(std::string_view field, const About& about, const void* member) = nullptr;
  /// Does it stand where `ahead` is? Null: it always stands.
  bool (*comesNext)(Cursor ahead, const About& about, const void* member) = nullptr;
  void (*place)(void* member, NextPlain& next) = nullptr;

  FormQuestions words, watched;
};

/// What can be done with a member of choices.
struct ChoiceKind {
  boost::json::value (*toJson)(const About& about, const void* member);
  void (*fromJson)(JsonReader& reader, JsonValue json, const About& about, void* member);
  boost::json::object (*schema)(const About& about, const void* member);
  std::optional<Rejection> (*fault)(std::string_view field, const About& about, const void* member);
  bool (*areEqual)(const void* member, const void* other);
  using Question = bool (*)(const About& about, const void* member);
  Question isLegal, isLegalWatched;
};

/// A member of some structure: its line in the list of fields, and where it lies in both worlds.
template <class Kind> struct MemberRow {
  std::string_view name;
  About about;
  const Kind* kind;
  std::size_t offset, watchedOffset;
};

namespace detail {

template <class Operand> void placeOperand(Operand& operand, NextPlain& next) {
  if constexpr (std::same_as<Operand, Register>)
    operand.index = next.registers++;
  else if constexpr (std::same_as<Operand, Predicate>)
    operand.index = next.predicates++;
  else if constexpr (std::same_as<Operand, RegisterOrImmediate>)
    operand = {false, next.registers++};
  else if constexpr (!IsCell<Operand>)
    withFields<Operand>([&](const auto&... field) { (placeOperand(operand.*field.member, next), ...); });
}

/// Member: in either world; isModifier: it is a number with a word.
template <class Member, bool isModifier> FormQuestions questions() {
  FormQuestions all{
      .isFirst = [](const void* member) -> bool { return *static_cast<const Member*>(member) == Member{}; }};
  if constexpr (isModifier)
    all.isOneOf = [](const About& about, std::uint64_t allowed, const void* member) -> bool {
      return isOneOf(about, allowed, *static_cast<const Member*>(member));
    };
  else
    all.isLegal = [](const About& about, const void* member) -> bool {
      return isLegalOperand(about, *static_cast<const Member*>(member));
    };
  return all;
}
template <class Member> bool isLegalHere(const About& about, const void* member) {
  return isLegalChoice(about, *static_cast<const Member*>(member));
}

template <class Member, class InWatched> MemberKind makeKind() {
  MemberKind kind{.words = questions<Member, IsCell<Member>>(), .watched = questions<InWatched, IsCell<Member>>()};
  if constexpr (IsCell<Member>) {
    kind.modifierBytes = sizeof(Member);
  } else {
    kind.read = [](Cursor& cursor, std::string_view field, const About& about, void* member) {
      return readOperand(cursor, field, about, *static_cast<Member*>(member));
    };
    kind.print = [](const About& about, const void* member) {
      return printOperand(about, *static_cast<const Member*>(member));
    };
    kind.printFirst = [](const About& about) { return printOperand(about, Member{}); };
    kind.fault = [](std::string_view field, const About& about, const void* member) -> std::optional<Rejection> {
      return faultOf(field, about, *static_cast<const Member*>(member));
    };
    if constexpr (requires(Cursor ahead, const About& about, const Member& member) { comesNext(ahead, about, member); })
      kind.comesNext = [](Cursor ahead, const About& about, const void* member) {
        return comesNext(ahead, about, *static_cast<const Member*>(member));
      };
    kind.place = [](void* member, NextPlain& next) { placeOperand(*static_cast<Member*>(member), next); };
  }
  return kind;
}

template <class Member, class InWatched> ChoiceKind makeChoiceKind() {
  return {.toJson = [](const About& about,
                       const void* member) { return choiceToJson(about, *static_cast<const Member*>(member)); },
          .fromJson = [](JsonReader& reader, JsonValue json, const About& about,
                         void* member) { choiceFromJson(reader, json, about, *static_cast<Member*>(member)); },
          .schema = [](const About& about,
                       const void* member) { return choiceSchema(about, *static_cast<const Member*>(member)); },
          .fault = [](std::string_view field, const About& about,
                      const void* member) { return faultOfChoice(field, about, *static_cast<const Member*>(member)); },
          .areEqual =
              [](const void* member, const void* other) {
                return *static_cast<const Member*>(member) == *static_cast<const Member*>(other);
              },
          .isLegal = isLegalHere<Member>,
          .isLegalWatched = isLegalHere<InWatched>};
}

} // namespace detail

/// The row of a type: InWatched is the same in the world of watched words.
template <class Member, class InWatched> const MemberKind& memberKind() {
  static const MemberKind kKind = detail::makeKind<Member, InWatched>();
  return kKind;
}
template <class Member, class InWatched> const ChoiceKind& choiceKind() {
  static const ChoiceKind kKind = detail::makeChoiceKind<Member, InWatched>();
  return kKind;
}

// those that most instructions have, made once (member.cpp)
#define WARPLAW_COMMON_MEMBERS(Row)                                                                                    \
  Row(memberKind, MemberKind, Register, RegisterIn<AsWatched>)                                                         \
      Row(memberKind, MemberKind, Predicate, PredicateIn<AsWatched>)                                                   \
          Row(memberKind, MemberKind, Guard, GuardIn<AsWatched>)                                                       \
              Row(memberKind, MemberKind, RegisterOrImmediate, RegisterOrImmediateIn<AsWatched>)                       \
                  Row(memberKind, MemberKind, Immediate, ImmediateIn<AsWatched>)                                       \
                      Row(memberKind, MemberKind, bool, Watched<bool>)                                                 \
                          Row(choiceKind, ChoiceKind, std::uint32_t, Watched<std::uint32_t>)                           \
                              Row(choiceKind, ChoiceKind, LaneBytes, WatchedLaneBytes)                                 \
                                  Row(choiceKind, ChoiceKind, LaneWords, WatchedLaneWords)
using WatchedLaneBytes = std::array<Watched<std::uint8_t>, kLanes>;
using WatchedLaneWords = std::array<Watched<std::uint32_t>, kLanes>;
#define WARPLAW_DECLARE(function, Kind, Member, InWatched) extern template const Kind& function<Member, InWatched>();
WARPLAW_COMMON_MEMBERS(WARPLAW_DECLARE)
#undef WARPLAW_DECLARE

} // namespace warplaw::spec
