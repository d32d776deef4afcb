// vote.sync.{all,any,uni}.pred p, {!}a, membermask and vote.sync.ballot.b32 d, {!}a, membermask: form, modifiers
// (SYNC-3). One instruction gives a predicate or a ballot, never both.
#pragma once
#include "spec/instructions/sync.h"

namespace warplaw::spec {

enum class VotesyncMode : std::uint8_t { All, Any, Uni, Ballot };
enum class VotesyncType : std::uint8_t { Pred, B32 };

template <class In> struct VotesyncFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Votesync;
  Cell<In, VotesyncMode> mode = In::initial(VotesyncMode::All);
  Cell<In, VotesyncType> type = In::initial(VotesyncType::Pred); ///< B32 of the ballot, Pred of the others
  RegisterIn<In> rd;                                             ///< destination of the ballot, otherwise RZ
  PredicateIn<In> pd;                                            ///< destination of the others, otherwise PT
  GuardIn<In> pa;                                                ///< source, may be negated
  RegisterOrImmediateIn<In> membermask;
  bool operator==(const VotesyncFormIn&) const = default;
};
using VotesyncForm = VotesyncFormIn<Words>;

/// What a datapath needs besides fetched operands. Results: row 0 = the ballot, in the executing lanes of a Ballot;
/// predicate = the quantifier, in those of the others.
template <class In> struct VotesyncModifiersIn {
  Word32<In> mode = In::initial(0u); ///< VotesyncMode
  bool operator==(const VotesyncModifiersIn&) const = default;
};
using VotesyncModifiers = VotesyncModifiersIn<Words>;

template <class In> using VotesyncChoicesIn = SyncChoicesIn<In, Mnemonic::Votesync>;
using VotesyncChoices = VotesyncChoicesIn<Words>;

} // namespace warplaw::spec
