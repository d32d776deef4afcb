// ISETP's structures as data (ISETP-1..3).
#pragma once
#include "spec/instructions/isetp.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kIsetpCompares[] = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
inline constexpr std::string_view kIsetpCombines[] = {"AND", "OR", "XOR"};
inline constexpr std::string_view kIsetpSeconds[] = {"PT"};

template <class In> struct FieldsOf<IsetpSecondIn<In>> {
  static constexpr Fields list{
      Field{"", &IsetpSecondIn<In>::name, {.rule = "ISETP-3", .count = 1, .names = kIsetpSeconds}}};
};
template <class In> struct FieldsOf<IsetpFormIn<In>> {
  using S = IsetpFormIn<In>;
  static constexpr Fields list{
      Field{"compare", &S::compare, {.role = Role::Modifier, .rule = "ISETP-1", .count = 8, .names = kIsetpCompares}},
      Field{"isUnsigned", &S::isUnsigned, {.role = Role::Optional, .rule = "ISETP-1", .count = 2, .names = kUnsigned}},
      Field{"combine", &S::combine, {.role = Role::Modifier, .rule = "ISETP-1", .count = 3, .names = kIsetpCombines}},
      Field{"pu", &S::pu, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"pv", &S::pv, {.role = Role::Destination, .rule = "ISETP-3", .count = 1, .names = kIsetpSeconds}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "ISETP-2", .immediateBits = 20, .isSigned = true}},
      Field{"pp", &S::pp, {.role = Role::Source, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<IsetpModifiersIn<In>> {
  using S = IsetpModifiersIn<In>;
  static constexpr Fields list{Field{"compare", &S::compare, {.rule = "ISETP-1", .count = 8}},
                               Field{"isUnsigned", &S::isUnsigned, {.rule = "ISETP-1", .count = 2}},
                               Field{"combine", &S::combine, {.rule = "ISETP-1", .count = 3}}};
};

} // namespace warplaw::spec
