// The members of a structure, described once as data: name, member, how it stands in text, which values are legal and
// by which rule. Variables, tables of the lifter, text, JSON, generators, the minimiser's words and witnesses all
// follow from this description (eachCell). Plans, encodings and an encoding's isLegal never do: those are written from
// the rules. Not for headers that go into bitcode.
#pragma once
#include "spec/no_choices.h"
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace warplaw::spec {

/// How a member stands in an instruction's text, and who decides its value.
enum class Role : std::uint8_t {
  Machine,     ///< state of the machine, or what passes between two functions: any value
  Mnemonic,    ///< the mnemonic itself: the words of `names` share form and datapath
  Modifier,    ///< a word after the mnemonic, which must stand there
  Optional,    ///< a word after the mnemonic or a register; the first value is meant where it is absent
  Destination, ///< an operand that is written
  Source,      ///< an operand that is read
  Choice,      ///< what the implementation decides, or what nobody knows ([param])
};

struct About {
  Role role = Role::Machine;
  std::string_view rule = {};                ///< which restricts it; empty: nothing does
  std::uint64_t count = 0;                   ///< values 0 .. count-1 are legal; 0: all that the storage holds
  std::span<const std::string_view> names{}; ///< the word of each value, in text and in case files
  std::span<const std::pair<std::string_view, unsigned>> aliases{}; ///< further words that are read
  unsigned immediateBits = 0;                                       ///< of an operand that may be an immediate
  bool isSigned = false;                                            ///< those bits are a signed number, and text has it
  unsigned unit = 1;                                                ///< of an address: its offset is a multiple of it
  bool isLaneMask = false;                                          ///< bit i is lane i's
  bool isOrder = false;                                             ///< a permutation of the lanes
  bool isPtx = false;                                               ///< of an operand: text is PTX's, `%r1` for R1
  bool isPair = false;                                              ///< of a register of PTX: `%rd1` for R2 and R3
  char sign = '-';                                                  ///< of an operand that may be negated: or `~`
  bool isJoined = false;                                            ///< of an operand: `|` stands before it, not `,`
  std::uint32_t absent = 0; ///< of an operand: what its cell besides the register holds where nothing is written
};

template <class S, class Member> struct Field {
  std::string_view name;
  Member S::* member;
  About about;
};
template <class S, class Member> Field(std::string_view, Member S::*, About) -> Field<S, Member>;

/// The members of S, in the order of their declaration: specialised beside each structure, for every world at once,
/// with a `list` of Fields.
template <class S> struct FieldsOf;

namespace detail {
template <std::size_t I, class F> struct Listed {
  F field;
};
template <class Numbers, class... F> struct ListOf;
template <std::size_t... I, class... F> struct ListOf<std::index_sequence<I...>, F...> : Listed<I, F>... {
  explicit constexpr ListOf(const F&... field) : Listed<I, F>{field}... {}
  template <class Visit> constexpr decltype(auto) with(Visit&& visit) const {
    return visit(static_cast<const Listed<I, F>&>(*this).field...);
  }
  /// Are the fields' members of `sample` these, each once and in order?
  template <class S, class... Member> constexpr bool areMembers(const S& sample, const Member&... members) const {
    return ((&members == &(sample.*static_cast<const Listed<I, F>&>(*this).field.member)) && ...);
  }
};
template <std::size_t I, class F> constexpr const F& fieldIn(const Listed<I, F>& listed) { return listed.field; }
} // namespace detail

/// A list of Field: a std::tuple that compiles in a quarter of the time. Every file instantiates dozens of lists.
template <class... F> struct Fields : detail::ListOf<std::index_sequence_for<F...>, F...> {
  static constexpr std::size_t kCount = sizeof...(F);
  using detail::ListOf<std::index_sequence_for<F...>, F...>::ListOf;
};
template <class... F> Fields(F...) -> Fields<F...>;

/// What visit(field...) returns, called with all fields of S.
template <class S, class Visit> constexpr decltype(auto) withFields(Visit&& visit) {
  return FieldsOf<S>::list.with(visit);
}
/// The field of that number.
template <class S, std::size_t I> constexpr auto fieldOf() -> decltype(detail::fieldIn<I>(FieldsOf<S>::list)) {
  return detail::fieldIn<I>(FieldsOf<S>::list);
}

template <class In, Mnemonic whose> struct FieldsOf<NoChoicesIn<In, whose>> {
  static constexpr Fields<> list{};
};

/// The same structure in another world.
template <class S, class World> struct InWorldOf;
template <template <class> class S, class From, class To> struct InWorldOf<S<From>, To> {
  using Type = S<To>;
};
template <template <class, Mnemonic> class S, class From, Mnemonic whose, class To>
struct InWorldOf<S<From, whose>, To> {
  using Type = S<To, whose>;
};
template <class S, class World> using InWorld = typename InWorldOf<S, World>::Type;

template <class T>
concept IsCell = std::is_arithmetic_v<T> || std::is_enum_v<T>;
/// Bits of a cell's value: one of a bool, otherwise those of its storage.
template <IsCell T> inline constexpr unsigned kBitsOf = std::same_as<T, bool> ? 1 : 8 * sizeof(T);

template <class T> struct ElementsOf {
  static constexpr std::size_t kCount = 0;
};
template <class T, std::size_t N> struct ElementsOf<std::array<T, N>> {
  static constexpr std::size_t kCount = N;
};
template <class T, std::size_t N> struct ElementsOf<T[N]> {
  static constexpr std::size_t kCount = N;
};

/// One cell of a structure, while it is visited.
struct CellPlace {
  std::string_view name;  ///< "row[0][7]", "sb.value", "inactive[3]"
  std::string_view field; ///< the member of the outermost structure
  About about;            ///< of that member
  std::size_t offset = 0; ///< bytes from the structure's start, in memory
  std::size_t bytes = 0;
  unsigned bits = 0; ///< kBitsOf
  int lane = -1;     ///< which lane's it is; -1: not one a lane
};

namespace detail {

/// The address of a member as a number; offsets are differences of these.
template <class T> std::size_t addressOf(const T& object) { return reinterpret_cast<std::size_t>(&object); }

/// Are the fields of S's list its members, each once and in order? A list that is shorter or longer than the structure
/// does not compile.
template <class S> consteval bool listsItsMembers() {
  constexpr std::size_t kCount = FieldsOf<S>::list.kCount;
  S sample{};
  [[maybe_unused]] const auto listed = [&](auto&... members) {
    return FieldsOf<S>::list.areMembers(sample, members...);
  };
  // clang-format off
  if constexpr (kCount == 0) { return std::is_empty_v<S>; }
  else if constexpr (kCount == 1) { auto& [a] = sample; return listed(a); }
  else if constexpr (kCount == 2) { auto& [a, b] = sample; return listed(a, b); }
  else if constexpr (kCount == 3) { auto& [a, b, c] = sample; return listed(a, b, c); }
  else if constexpr (kCount == 4) { auto& [a, b, c, d] = sample; return listed(a, b, c, d); }
  else if constexpr (kCount == 5) { auto& [a, b, c, d, e] = sample; return listed(a, b, c, d, e); }
  else if constexpr (kCount == 6) { auto& [a, b, c, d, e, f] = sample; return listed(a, b, c, d, e, f); }
  else if constexpr (kCount == 7) { auto& [a, b, c, d, e, f, g] = sample; return listed(a, b, c, d, e, f, g); }
  else if constexpr (kCount == 8) { auto& [a, b, c, d, e, f, g, h] = sample; return listed(a, b, c, d, e, f, g, h); }
  else if constexpr (kCount == 9) { auto& [a, b, c, d, e, f, g, h, i] = sample; return listed(a, b, c, d, e, f, g, h, i); }
  else if constexpr (kCount == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = sample; return listed(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (kCount == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = sample; return listed(a, b, c, d, e, f, g, h, i, j, k); }
  else { static_assert(kCount == 12); auto& [a, b, c, d, e, f, g, h, i, j, k, l] = sample; return listed(a, b, c, d, e, f, g, h, i, j, k, l); }
  // clang-format on
}

struct Walk {
  std::size_t start;
  std::string name;
  CellPlace place{};

  template <class Visit, class Plain, class... Others> void member(Visit& visit, Plain& plain, Others&... others) {
    if constexpr (IsCell<Plain>) {
      atCell(addressOf(plain), sizeof(Plain), kBitsOf<std::remove_const_t<Plain>>);
      visit(static_cast<const CellPlace&>(place), plain, others...);
    } else if constexpr (ElementsOf<std::remove_const_t<Plain>>::kCount != 0) {
      constexpr std::size_t kCount = ElementsOf<std::remove_const_t<Plain>>::kCount;
      const std::size_t length = name.size();
      for (std::size_t i = 0; i < kCount; ++i) {
        enterElement(i, kCount);
        member(visit, plain[i], others[i]...);
        name.resize(length);
      }
      place.lane = -1;
    } else {
      members(false, visit, plain, others...);
    }
  }

  template <class Visit, class Plain, class... Others>
  void members(bool outermost, Visit& visit, Plain& plain, Others&... others) {
    static_assert(listsItsMembers<std::remove_const_t<Plain>>(), "FieldsOf lists other members");
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (oneMember<I>(outermost, visit, plain, others...), ...);
    }(std::make_index_sequence<FieldsOf<std::remove_const_t<Plain>>::list.kCount>());
  }

  template <std::size_t I, class Visit, class Plain, class... Others>
  void oneMember(bool outermost, Visit& visit, Plain& plain, Others&... others) {
    const auto& field = fieldOf<std::remove_const_t<Plain>, I>();
    const std::size_t length = name.size();
    enter(outermost, field.name, field.about);
    member(visit, plain.*field.member, others.*fieldOf<std::remove_const_t<Others>, I>().member...);
    name.resize(length);
  }

private:
  void enter(bool outermost, std::string_view field, const About& about) {
    if (outermost) {
      place.field = field;
      place.about = about;
    }
    if (!name.empty() && !field.empty())
      name += '.';
    name += field;
  }
  void enterElement(std::size_t i, std::size_t count) {
    name += '[';
    name += std::to_string(i);
    name += ']';
    if (count == kLanes)
      place.lane = static_cast<int>(i);
  }
  void atCell(std::size_t address, std::size_t bytes, unsigned bits) {
    place.name = name;
    place.offset = address - start;
    place.bytes = bytes;
    place.bits = bits;
  }
};

} // namespace detail

/// Calls visit(place, cell of plain, cell of each of the others) for every cell, in the order of the fields. `plain`
/// lives in the world of words, the others are the same structure in any world.
template <class Visit, class Plain, class... Others> void eachCell(Visit&& visit, Plain& plain, Others&... others) {
  detail::Walk walk{detail::addressOf(plain), {}};
  walk.members(true, visit, plain, others...);
}

} // namespace warplaw::spec
