// redux.sync.{add,min,max}.{u32,s32}, .{and,or,xor}.b32, .{min,max}{.abs}{.NaN}.f32 d, a, membermask: form, modifiers,
// choices (SYNC-5).
#pragma once
#include "spec/instructions/sync.h"

namespace warplaw::spec {

enum class ReduxsyncOp : std::uint8_t { Add, Min, Max, And, Or, Xor };
enum class ReduxsyncType : std::uint8_t { U32, S32, B32, F32 };

template <class In> struct ReduxsyncFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Reduxsync;
  Cell<In, ReduxsyncOp> op = In::initial(ReduxsyncOp::Add);
  Cell<In, bool> abs = In::initial(false); ///< .abs: of floats alone
  Cell<In, bool> nan = In::initial(false); ///< .NaN: of floats alone
  Cell<In, ReduxsyncType> type = In::initial(ReduxsyncType::U32);
  RegisterIn<In> rd; ///< d
  RegisterIn<In> ra; ///< a
  RegisterOrImmediateIn<In> membermask;
  bool operator==(const ReduxsyncFormIn&) const = default;
};
using ReduxsyncForm = ReduxsyncFormIn<Words>;

/// What a datapath needs besides fetched operands. Results: row 0 = d.
template <class In> struct ReduxsyncModifiersIn {
  Word32<In> op = In::initial(0u);   ///< ReduxsyncOp
  Word32<In> type = In::initial(0u); ///< ReduxsyncType; of Add only U32 and S32, of And, Or, Xor only B32
  Word32<In> abs = In::initial(0u);  ///< 1: absolute values are taken first
  Word32<In> nan = In::initial(0u);  ///< 1: a NaN of one participant is the result of all
  bool operator==(const ReduxsyncModifiersIn&) const = default;
};
using ReduxsyncModifiers = ReduxsyncModifiersIn<Words>;

template <class In> struct ReduxsyncChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Reduxsync;
  PerLaneOf<In, std::uint32_t> any = {};         ///< d's value in a lane that no rule promises one
  Word32<In> overlapIsDefined = In::initial(1u); ///< as of SyncChoicesIn
  bool operator==(const ReduxsyncChoicesIn&) const = default;
};
using ReduxsyncChoices = ReduxsyncChoicesIn<Words>;

} // namespace warplaw::spec
