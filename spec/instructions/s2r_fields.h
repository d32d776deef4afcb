// S2R's structures as data (SR-1).
#pragma once
#include "spec/instructions/s2r.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kSpecialRegisters[] = {
    "SR_LANEID", "SR_EQMASK",   "SR_LTMASK",   "SR_LEMASK",   "SR_GTMASK",  "SR_GEMASK",  "SR_TID.X",
    "SR_TID.Y",  "SR_TID.Z",    "SR_CTAID.X",  "SR_CTAID.Y",  "SR_CTAID.Z", "SR_NTID.X",  "SR_NTID.Y",
    "SR_NTID.Z", "SR_NCTAID.X", "SR_NCTAID.Y", "SR_NCTAID.Z", "SR_CLOCKLO", "SR_CLOCKHI", "SR_SMEMSZ",
    "SR_SWINLO", "SR_SWINSZ",   "SR_LWINLO",   "SR_LWINSZ"};
static_assert(std::size(kSpecialRegisters) == kSpecialRegisterCount);

template <class In> struct FieldsOf<SpecialRegisterIn<In>> {
  static constexpr Fields list{Field{
      "", &SpecialRegisterIn<In>::name, {.rule = "SR-1", .count = kSpecialRegisterCount, .names = kSpecialRegisters}}};
};
template <class In> struct FieldsOf<S2rFormIn<In>> {
  using S = S2rFormIn<In>;
  static constexpr Fields list{
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"sr",
            &S::sr,
            {.role = Role::Source, .rule = "SR-1", .count = kSpecialRegisterCount, .names = kSpecialRegisters}}};
};
template <class In> struct FieldsOf<S2rModifiersIn<In>> {
  static constexpr Fields list{Field{"sr", &S2rModifiersIn<In>::sr, {.rule = "SR-1", .count = kSpecialRegisterCount}}};
};

} // namespace warplaw::spec
