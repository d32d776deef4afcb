// shfl.sync.{idx,up,down,bfly}.b32 d{|p}, a, b, c, membermask: form, modifiers (SYNC-2). SHFL's rules, each group by
// itself; b and c are words of 32 bits whose other bits are ignored.
#pragma once
#include "spec/instructions/sync.h"

namespace warplaw::spec {

enum class ShflsyncMode : std::uint8_t { Idx, Up, Down, Bfly };
enum class ShflsyncType : std::uint8_t { B32 };

template <class In> struct ShflsyncFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Shflsync;
  Cell<In, ShflsyncMode> mode = In::initial(ShflsyncMode::Idx);
  Cell<In, ShflsyncType> type = In::initial(ShflsyncType::B32);
  RegisterIn<In> rd;            ///< d
  PredicateIn<In> pd;           ///< p: was the source lane in range; PT where it is absent
  RegisterIn<In> ra;            ///< a
  RegisterOrImmediateIn<In> rb; ///< b: lane or delta in bits 4:0
  RegisterOrImmediateIn<In> rc; ///< c: clamp in bits 4:0, segment mask in bits 12:8
  RegisterOrImmediateIn<In> membermask;
  bool operator==(const ShflsyncFormIn&) const = default;
};
using ShflsyncForm = ShflsyncFormIn<Words>;

/// Rows beyond sync_rows::kMask and kValue.
namespace shflsync_rows {
inline constexpr unsigned kLane = 2;  ///< b
inline constexpr unsigned kRange = 3; ///< c
} // namespace shflsync_rows

/// What a datapath needs besides fetched operands. Results: row 0 = d; predicate = p.
template <class In> struct ShflsyncModifiersIn {
  Word32<In> mode = In::initial(0u); ///< ShflsyncMode
  bool operator==(const ShflsyncModifiersIn&) const = default;
};
using ShflsyncModifiers = ShflsyncModifiersIn<Words>;

/// `any` is also what a lane receives whose source lane is not in its part (SYNC-2, SHFL-7).
template <class In> using ShflsyncChoicesIn = SyncChoicesIn<In, Mnemonic::Shflsync>;
using ShflsyncChoices = ShflsyncChoicesIn<Words>;

} // namespace warplaw::spec
