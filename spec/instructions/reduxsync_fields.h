// redux.sync's structures as data (SYNC-5).
#pragma once
#include "spec/instructions/reduxsync.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kReduxsyncOps[] = {"add", "min", "max", "and", "or", "xor"};
inline constexpr std::string_view kReduxsyncTypes[] = {"u32", "s32", "b32", "f32"};
inline constexpr std::string_view kReduxsyncAbs[] = {"", "abs"};
inline constexpr std::string_view kReduxsyncNan[] = {"", "NaN"};

template <class In> struct FieldsOf<ReduxsyncFormIn<In>> {
  using S = ReduxsyncFormIn<In>;
  static constexpr Fields list{
      Field{"op", &S::op, {.role = Role::Modifier, .rule = "SYNC-5", .count = 6, .names = kReduxsyncOps}},
      Field{"abs", &S::abs, {.role = Role::Optional, .rule = "SYNC-5", .names = kReduxsyncAbs}},
      Field{"nan", &S::nan, {.role = Role::Optional, .rule = "SYNC-5", .names = kReduxsyncNan}},
      Field{"type", &S::type, {.role = Role::Modifier, .rule = "SYNC-5", .count = 4, .names = kReduxsyncTypes}},
      Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-5")},
      Field{"ra", &S::ra, ptxOperand(Role::Source, "SYNC-5")},
      Field{"membermask", &S::membermask, ptxMembermask()}};
};
template <class In> struct FieldsOf<ReduxsyncModifiersIn<In>> {
  using S = ReduxsyncModifiersIn<In>;
  static constexpr Fields list{
      Field{"op", &S::op, {.rule = "SYNC-5", .count = 6}}, Field{"type", &S::type, {.rule = "SYNC-5", .count = 4}},
      Field{"abs", &S::abs, {.rule = "SYNC-5", .count = 2}}, Field{"nan", &S::nan, {.rule = "SYNC-5", .count = 2}}};
};
template <class In> struct FieldsOf<ReduxsyncChoicesIn<In>> {
  using S = ReduxsyncChoicesIn<In>;
  static constexpr Fields list{
      Field{"any", &S::any, {.role = Role::Choice, .rule = "SYNC-1"}},
      Field{"overlapIsDefined", &S::overlapIsDefined, {.role = Role::Choice, .rule = "SYNC-1", .count = 2}}};
};

} // namespace warplaw::spec
