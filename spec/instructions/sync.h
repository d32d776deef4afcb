// What the .sync forms share: executing lanes that name the same membermask are a group, and part of it those that have
// not exited (SYNC-1). Each reads spec::ExitedLanes.
//
// *Defined*: every executing lane is in its own membermask, and in every group the lanes that name it are its members
// that are live. Where two groups' masks overlap in exited lanes alone, that is a choice. Where it is not defined every
// executing lane's destinations take any value, and nothing else changes.
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

/// Which row of spec::Operands holds what, of every .sync form. Results: row 0 = d; predicate = p.
namespace sync_rows {
inline constexpr unsigned kMask = 0;  ///< membermask, lane by lane
inline constexpr unsigned kValue = 1; ///< a; the low word of 64 bits
inline constexpr unsigned kHigh = 2;  ///< the high word of 64 bits
} // namespace sync_rows

/// What nobody promises (SYNC-1), of a form that writes a register, a predicate or both. Default for `exec`: 0, and
/// masks that overlap in exited lanes alone are defined.
template <class In, Mnemonic whose> struct SyncChoicesIn {
  static constexpr Mnemonic kMnemonic = whose;
  PerLaneOf<In, std::uint32_t> any = {};         ///< the register's value in a lane that no rule promises one
  Word32<In> anyPredicate = In::initial(0u);     ///< bit i: the predicate's there
  Word32<In> overlapIsDefined = In::initial(1u); ///< 1: groups may name the same lane if it has exited; 0: not defined
  bool operator==(const SyncChoicesIn&) const = default;
};

} // namespace warplaw::spec
