// elect.sync d|p, membermask: form, choices (SYNC-7). One member leads: every participant gets its number in d, and p
// is true in it alone.
#pragma once
#include "spec/instructions/sync.h"

namespace warplaw::spec {

template <class In> struct ElectsyncFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Electsync;
  RegisterIn<In> rd;  ///< d, may be `_`
  PredicateIn<In> pd; ///< p, may not
  RegisterOrImmediateIn<In> membermask;
  bool operator==(const ElectsyncFormIn&) const = default;
};
using ElectsyncForm = ElectsyncFormIn<Words>;

/// Its datapath is told nothing. Results: row 0 = d; predicate = p.
template <class In> struct ElectsyncModifiersIn {
  bool operator==(const ElectsyncModifiersIn&) const = default;
};
using ElectsyncModifiers = ElectsyncModifiersIn<Words>;

template <class In> struct ElectsyncChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Electsync;
  PerLaneOf<In, std::uint32_t> any = {};         ///< d's value in a lane that no rule promises one
  Word32<In> anyPredicate = In::initial(0u);     ///< bit i: p's there
  Word32<In> overlapIsDefined = In::initial(1u); ///< as of SyncChoicesIn
  Word32<In> exitedIsDefined = In::initial(0u);  ///< 1: a membermask may name lanes that have exited; 0: not defined
  /// The leader of a membermask: the least of its members that is in this mask, or the least of all where none is. So
  /// each fixed function of the membermask is reached, for all groups of an instruction at once.
  Word32<In> preferred = In::initial(0u);
  bool operator==(const ElectsyncChoicesIn&) const = default;
};
using ElectsyncChoices = ElectsyncChoicesIn<Words>;

} // namespace warplaw::spec
