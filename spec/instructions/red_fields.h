// RED's structures as data (RED-1, -2, -6, -7, MACH-8).
#pragma once
#include "spec/instructions/red.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kRedExtended[] = {"", "E"};
inline constexpr std::string_view kRedOps[] = {"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR"};
inline constexpr std::string_view kRedSizes[] = {"U32", "S32", "U64", "S64", "F32.FTZ.RN", "F16x2.RN", "F64.RN"};
inline constexpr std::pair<std::string_view, unsigned> kRedSizeAliases[] = {{"32", 0}, {"64", 2}, {"F16x2.FTZ.RN", 5}};

template <class In> struct FieldsOf<RedFormIn<In>> {
  using S = RedFormIn<In>;
  static constexpr Fields list{
      Field{"extended", &S::extended, {.role = Role::Optional, .rule = "RED-2", .count = 2, .names = kRedExtended}},
      Field{"op", &S::op, {.role = Role::Modifier, .rule = "RED-1", .count = 8, .names = kRedOps}},
      Field{"size",
            &S::size,
            {.role = Role::Optional, .rule = "RED-1", .count = 7, .names = kRedSizes, .aliases = kRedSizeAliases}},
      Field{"address", &S::address, {.role = Role::Source, .rule = "RED-2", .immediateBits = 20, .isSigned = true}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<RedModifiersIn<In>> {
  using S = RedModifiersIn<In>;
  static constexpr Fields list{Field{"op", &S::op, {.rule = "RED-1", .count = 8}},
                               Field{"size", &S::size, {.rule = "RED-1", .count = 7}},
                               Field{"extended", &S::extended, {.rule = "RED-2", .count = 2}},
                               Field{"imm20", &S::imm20, {.rule = "RED-2", .count = 1u << 20}}};
};
template <class In> struct FieldsOf<RedChoicesIn<In>> {
  using S = RedChoicesIn<In>;
  static constexpr Fields list{
      Field{"order", &S::order, {.role = Role::Choice, .rule = "RED-6", .count = kLanes, .isOrder = true}},
      Field{"orderHigh", &S::orderHigh, {.role = Role::Choice, .rule = "RED-6", .count = kLanes, .isOrder = true}},
      Field{"reported", &S::reported, {.role = Role::Choice, .rule = "MACH-8", .count = 3}},
      Field{"highBitsCount", &S::highBitsCount, {.role = Role::Choice, .rule = "RED-2", .count = 2}},
      Field{"unlikeZeros", &S::unlikeZeros, {.role = Role::Choice, .rule = "RED-7", .count = 3}},
      Field{"nanLow", &S::nanLow, {.role = Role::Choice, .rule = "RED-7"}},
      Field{"nanHigh", &S::nanHigh, {.role = Role::Choice, .rule = "RED-7"}}};
};

} // namespace warplaw::spec
