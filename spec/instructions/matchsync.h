// match.any.sync.{b32,b64} d, a, membermask and match.all.sync.{b32,b64} d{|p}, a, membermask: form, modifiers
// (SYNC-4).
#pragma once
#include "spec/instructions/sync.h"

namespace warplaw::spec {

enum class MatchsyncMode : std::uint8_t { Any, All };
enum class MatchsyncType : std::uint8_t { B32, B64 };

template <class In> struct MatchsyncFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Matchsync;
  Cell<In, MatchsyncMode> mode = In::initial(MatchsyncMode::Any);
  Cell<In, MatchsyncType> type = In::initial(MatchsyncType::B32); ///< of a: B64 reads the pair that begins at ra
  RegisterIn<In> rd;                                              ///< d; `_` only beside a p
  PredicateIn<In> pd;                                             ///< p, of All alone: PT where it is absent or `_`
  RegisterIn<In> ra;                                              ///< a; even under B64
  RegisterOrImmediateIn<In> membermask;
  bool operator==(const MatchsyncFormIn&) const = default;
};
using MatchsyncForm = MatchsyncFormIn<Words>;

/// What a datapath needs besides fetched operands. Results: row 0 = d; predicate = p, of All alone.
template <class In> struct MatchsyncModifiersIn {
  Word32<In> mode = In::initial(0u); ///< MatchsyncMode
  Word32<In> type = In::initial(0u); ///< MatchsyncType; B32 reads no high word
  bool operator==(const MatchsyncModifiersIn&) const = default;
};
using MatchsyncModifiers = MatchsyncModifiersIn<Words>;

template <class In> using MatchsyncChoicesIn = SyncChoicesIn<In, Mnemonic::Matchsync>;
using MatchsyncChoices = MatchsyncChoicesIn<Words>;

} // namespace warplaw::spec
