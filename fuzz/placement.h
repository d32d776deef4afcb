// From operands to a machine state and back: register numbers with aliases, guards, and a fetch stated plainly from
// MACH-1, -2, -3, -7.
#pragma once
#include "fuzz/record.h"
#include "spec/case_file.h"
#include "spec/operand_fields.h"

namespace warplaw::fuzz {

/// Register numbers: small ones, the last ones, RZ, often one that was picked before (Rd may be Ra, MACH-2) or that
/// follows one (pairs overlap, Rc follows Rb).
class RegisterPicker {
public:
  explicit RegisterPicker(Dice& dice) : dice_(dice) {}
  std::uint8_t any();

private:
  Dice& dice_;
  std::vector<std::uint8_t> picked_;
};

/// What an operand is made of, so far as it is drawn. From RegisterOrImmediate on there is a number in it.
enum class OperandPart : std::uint8_t { Register, Predicate, Guard, RegisterOrImmediate, Address };
/// Which part a type is, if it is one.
template <class T> consteval std::optional<OperandPart> partOf() {
  if constexpr (std::same_as<T, spec::Register>)
    return OperandPart::Register;
  else if constexpr (std::same_as<T, spec::Predicate>)
    return OperandPart::Predicate;
  else if constexpr (std::same_as<T, spec::Guard>)
    return OperandPart::Guard;
  else if constexpr (std::same_as<T, spec::RegisterOrImmediate>)
    return OperandPart::RegisterOrImmediate;
  else if constexpr (std::same_as<T, spec::Address>)
    return OperandPart::Address;
  else
    return std::nullopt;
}
template <class Field> struct MemberOf;
template <class S, class M> struct MemberOf<spec::Field<S, M>> {
  using Type = M;
};
/// Is a number in T drawn?
template <class T> consteval bool drawsItsNumber() {
  if constexpr (partOf<T>())
    return *partOf<T>() >= OperandPart::RegisterOrImmediate;
  else if constexpr (spec::IsCell<T>)
    return false;
  else
    return spec::withFields<T>(
        []<class... F>(const F&...) { return (drawsItsNumber<typename MemberOf<F>::Type>() || ...); });
}

/// An operand of a form as data.
struct OperandPlace {
  struct Part {
    OperandPart kind;
    std::size_t offset; ///< from the form's start
  };
  std::size_t offset, bytes;
  spec::About about;
  std::vector<Part> parts;
  bool isPart = false; ///< it is its one part, and nothing else

  bool is(OperandPart kind) const { return isPart && parts[0].kind == kind; }
};

/// The operands of a form that have such parts, from its list of fields.
template <class Form> std::vector<OperandPlace> operandsOf() {
  static const Form kSample{};
  const auto offsetOf = [](const auto& member) {
    return reinterpret_cast<std::size_t>(&member) - reinterpret_cast<std::size_t>(&kSample);
  };
  const auto addParts = [&](const auto& self, OperandPlace& place, const auto& member) -> void {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (partOf<Member>()) {
      place.parts.push_back({*partOf<Member>(), offsetOf(member)});
      place.isPart = sizeof(Member) == place.bytes;
    } else if constexpr (!spec::IsCell<Member>) {
      spec::withFields<Member>([&](const auto&... part) { (self(self, place, member.*part.member), ...); });
    }
  };
  std::vector<OperandPlace> operands;
  const auto add = [&](const auto& member, const spec::About& about) {
    OperandPlace place{offsetOf(member), sizeof member, about, {}};
    addParts(addParts, place, member);
    if (!place.parts.empty())
      operands.push_back(std::move(place));
  };
  // a number alone is a modifier (PMTRIG's mask)
  static_assert(
      []<std::size_t... I>(std::index_sequence<I...>) {
        const auto isDrawn = []<class S, class M>(const spec::Field<S, M>& field) {
          return field.about.immediateBits == 0 || std::same_as<M, spec::Immediate> || partOf<M>() ||
                 drawsItsNumber<M>();
        };
        return (isDrawn(spec::fieldOf<Form, I>()) && ...);
      }(std::make_index_sequence<spec::FieldsOf<Form>::list.kCount>()),
      "an operand with a number in it that nothing draws: give it an OperandPart");
  spec::withFields<Form>([&](const auto&... field) { (add(kSample.*field.member, field.about), ...); });
  return operands;
}

/// The part of that kind; of a constant form a constant one.
template <class Part> Part& partAt(void* form, std::size_t offset) {
  return *reinterpret_cast<Part*>(static_cast<std::byte*>(form) + offset);
}
template <class Part> const Part& partAt(const void* form, std::size_t offset) {
  return partAt<Part>(const_cast<void*>(form), offset);
}

/// Draws operands of any form, by what they are made of. A register that is RZ in a plain form stays: the form has no
/// such operand. Cells of an operand that are no register (a part, a sign) are modifiers and stay, too.
class OperandDice {
public:
  /// values: what immediates are often taken from.
  OperandDice(Dice& dice, std::span<const std::uint32_t> values) : dice_(dice), values_(values), pick_(dice) {}
  void draw(void* form, const OperandPlace& operand);

private:
  void draw(spec::Register& reg);
  void draw(spec::Predicate& predicate);
  void draw(spec::Guard& guard);
  void draw(spec::RegisterOrImmediate& operand, const spec::About& about);
  void draw(spec::Address& address, const spec::About& about);
  /// So many bits: a boundary, or the low bits of one of the values.
  std::uint32_t immediate(unsigned bits);

  Dice& dice_;
  std::span<const std::uint32_t> values_;
  RegisterPicker pick_;
};

/// Sets 32 lanes of a register, each xor `twist`; RZ keeps nothing.
void fillRegister(spec::Warp& warp, std::uint8_t reg, const std::uint32_t* row, std::uint32_t twist = 0);

/// Makes exactly `exec` execute: through the active mask alone, or with a guard on some lanes (MACH-1). Half of the
/// cases have helpers, which execute unless the plan leaves them out (MACH-7).
void guardLanes(spec::Case& c, std::uint32_t exec, Dice& dice);

/// Guard, active lanes and helpers (MACH-1, -3, -7).
std::uint32_t execLanesPlainly(const spec::Case& c, const spec::Plan& plan);
/// Sets the masks and errors of Results for a datapath that writes Rd, and perhaps a predicate, in the lanes of exec
/// and reports no error (MACH-5, -8).
void setMasks(spec::Results& results, std::uint32_t exec, bool predicateToo);
/// All operands of all lanes before anything is written (MACH-2, -3).
spec::Operands fetchPlainly(const spec::Case& c, const spec::Plan& plan);

/// Only lanes of exec, only what was written, RZ and PT never; every lane's error is this instruction's (MACH-1, -3,
/// -5, -8).
void writeBackPlainly(spec::Warp& warp, const spec::Plan& plan, std::uint32_t exec, const spec::Results& results);

/// A register, or an immediate whose bits are the word.
inline spec::Source plainSource(const spec::RegisterOrImmediate& operand) {
  return {operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register, operand.value};
}

/// A register, or one of 2^20 immediates, of which the upper half is negative.
inline spec::Source plainSigned20(const spec::RegisterOrImmediate& operand) {
  constexpr std::uint32_t kCount = 1u << 20;
  spec::Source source = plainSource(operand);
  if (operand.isImmediate && operand.value >= kCount / 2)
    source.value -= kCount;
  return source;
}

/// Four bytes of memory; those behind its end are 0.
std::uint32_t wordAt(const spec::SharedMemory& memory, std::size_t at);

} // namespace warplaw::fuzz
