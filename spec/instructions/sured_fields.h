// SURED's structures as data (SURED-1..7, SURED-9, SURED-11).
#pragma once
#include "spec/instructions/red_fields.h"
#include "spec/instructions/sured.h"

namespace warplaw::spec {

inline constexpr std::string_view kSuredModes[] = {"D"};
inline constexpr std::string_view kSuredByteAddress[] = {"", "BA"};
inline constexpr std::string_view kSuredDims[] = {"1D", "1D_BUFFER", "1D_ARRAY", "2D", "2D_ARRAY", "3D"};
inline constexpr std::string_view kSuredSizes[] = {"U32", "S32",  "SD32",       "U64",
                                                   "S64", "SD64", "F32.FTZ.RN", "F16x2.RN"};
inline constexpr std::pair<std::string_view, unsigned> kSuredSizeAliases[] = {{"F16x2.FTZ.RN", 7}};
inline constexpr std::string_view kSuredClamps[] = {"NEAR", "IGN", "TRAP"};

template <class In> struct FieldsOf<SuredFormIn<In>> {
  using S = SuredFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Modifier, .rule = "SURED-5", .count = 1, .names = kSuredModes}},
      Field{"byteAddress",
            &S::byteAddress,
            {.role = Role::Optional, .rule = "SURED-5", .count = 2, .names = kSuredByteAddress}},
      Field{"dim", &S::dim, {.role = Role::Modifier, .rule = "SURED-1", .count = 6, .names = kSuredDims}},
      Field{"op", &S::op, {.role = Role::Modifier, .rule = "SURED-2", .count = 8, .names = kRedOps}},
      Field{
          "size",
          &S::size,
          {.role = Role::Optional, .rule = "SURED-2", .count = 8, .names = kSuredSizes, .aliases = kSuredSizeAliases}},
      Field{"clamp", &S::clamp, {.role = Role::Optional, .rule = "SURED-6", .count = 3, .names = kSuredClamps}},
      Field{"coordinates", &S::coordinates, {.role = Role::Source, .rule = "SURED-1"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"handle", &S::handle, {.role = Role::Source, .rule = "SURED-4", .immediateBits = 13}}};
};
template <class In> struct FieldsOf<SuredModifiersIn<In>> {
  using S = SuredModifiersIn<In>;
  static constexpr Fields list{Field{"byteAddress", &S::byteAddress, {.rule = "SURED-5", .count = 2}},
                               Field{"dim", &S::dim, {.rule = "SURED-1", .count = 6}},
                               Field{"op", &S::op, {.rule = "SURED-2", .count = 8}},
                               Field{"size", &S::size, {.rule = "SURED-2", .count = 8}},
                               Field{"clamp", &S::clamp, {.rule = "SURED-6", .count = 3}},
                               Field{"isBound", &S::isBound, {.rule = "SURED-4", .count = 2}},
                               Field{"tsPtrIdx", &S::tsPtrIdx, {.rule = "SURED-4", .count = 1u << 13}}};
};
template <class In> struct FieldsOf<SuredChoicesIn<In>> {
  using S = SuredChoicesIn<In>;
  static constexpr Fields list{
      Field{"order", &S::order, {.role = Role::Choice, .rule = "SURED-9", .count = kLanes, .isOrder = true}},
      Field{"orderHigh", &S::orderHigh, {.role = Role::Choice, .rule = "SURED-9", .count = kLanes, .isOrder = true}},
      Field{"unlikeZeros", &S::unlikeZeros, {.role = Role::Choice, .rule = "SURED-9", .count = 3}},
      Field{"invalidIsError", &S::invalidIsError, {.role = Role::Choice, .rule = "SURED-4", .count = 2}},
      Field{"disabledComesFirst", &S::disabledComesFirst, {.role = Role::Choice, .rule = "SURED-7", .count = 2}},
      Field{"othersAreSigned", &S::othersAreSigned, {.role = Role::Choice, .rule = "SURED-3", .count = 2}},
      Field{"masksLowBits", &S::masksLowBits, {.role = Role::Choice, .rule = "SURED-5", .count = 2}},
      Field{"noElementIsError", &S::noElementIsError, {.role = Role::Choice, .rule = "SURED-6", .count = 2}},
      Field{"layers", &S::layers, {.role = Role::Choice, .rule = "SURED-6", .count = 3}},
      Field{"reported", &S::reported, {.role = Role::Choice, .rule = "SURED-11", .count = 3}},
      Field{"dropComesFirst", &S::dropComesFirst, {.role = Role::Choice, .rule = "SURED-11", .count = 2}}};
};

} // namespace warplaw::spec
