// ATOMS's structures as data (ATOMS-1, -3..5, -8..10, MACH-8).
#pragma once
#include "spec/instructions/atoms.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kAtomsOps[] = {"ADD", "MIN", "MAX",  "INC", "DEC",  "AND",
                                                 "OR",  "XOR", "EXCH", "CAS", "CAST", "CAST.SPIN"};
inline constexpr std::string_view kAtomsSizes[] = {"U32", "S32", "U64"};
inline constexpr std::pair<std::string_view, unsigned> kAtomsSizeAliases[] = {{"32", 0}, {"64", 2}};

template <class In> struct FieldsOf<AtomsFormIn<In>> {
  using S = AtomsFormIn<In>;
  static constexpr Fields list{
      Field{"op", &S::op, {.role = Role::Modifier, .rule = "ATOMS-1", .count = 12, .names = kAtomsOps}},
      Field{
          "size",
          &S::size,
          {.role = Role::Optional, .rule = "ATOMS-1", .count = 3, .names = kAtomsSizes, .aliases = kAtomsSizeAliases}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"address", &S::address, {.role = Role::Source, .rule = "ATOMS-3", .immediateBits = 24, .unit = 4}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"rc", &S::rc, {.role = Role::Source, .rule = "ATOMS-8"}}};
};
template <class In> struct FieldsOf<AtomsModifiersIn<In>> {
  using S = AtomsModifiersIn<In>;
  static constexpr Fields list{Field{"op", &S::op, {.rule = "ATOMS-1", .count = 12}},
                               Field{"size", &S::size, {.rule = "ATOMS-1", .count = 3}},
                               Field{"imm24", &S::imm24, {.rule = "ATOMS-3", .count = 1u << 24}},
                               Field{"baseIsZero", &S::baseIsZero, {.rule = "ATOMS-2", .count = 2}}};
};
template <class In> struct FieldsOf<AtomsChoicesIn<In>> {
  using S = AtomsChoicesIn<In>;
  static constexpr Fields list{
      Field{"order", &S::order, {.role = Role::Choice, .rule = "ATOMS-5", .count = kLanes, .isOrder = true}},
      Field{"misalignedFirst", &S::misalignedFirst, {.role = Role::Choice, .rule = "MACH-8", .isLaneMask = true}},
      Field{"errorWrites", &S::errorWrites, {.role = Role::Choice, .rule = "ATOMS-4", .isLaneMask = true}},
      Field{"errorValueLow", &S::errorValueLow, {.role = Role::Choice, .rule = "ATOMS-4"}},
      Field{"errorValueHigh", &S::errorValueHigh, {.role = Role::Choice, .rule = "ATOMS-4"}},
      Field{"impliedSwap", &S::impliedSwap, {.role = Role::Choice, .rule = "ATOMS-8", .count = 2}},
      Field{"castPair", &S::castPair, {.role = Role::Choice, .rule = "ATOMS-9", .count = 2}},
      Field{"bank64", &S::bank64, {.role = Role::Choice, .rule = "ATOMS-10", .count = kLanes}},
      Field{"bank64IsDefault", &S::bank64IsDefault, {.role = Role::Choice, .rule = "ATOMS-10", .count = 2}}};
};

} // namespace warplaw::spec
