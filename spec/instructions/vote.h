// VOTE.{ALL,ANY,EQ} Rd, Pu, {!}Pp: form, modifiers (VOTE-1..3).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class VoteMode : std::uint8_t { All, Any, Eq };

template <class In> struct VoteFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Vote;
  Cell<In, VoteMode> mode = In::initial(VoteMode::All); ///< mandatory in text (VOTE-2)
  RegisterIn<In> rd;                                    ///< destination: the ballot (VOTE-1)
  PredicateIn<In> pu;                                   ///< destination: the quantifier (VOTE-2)
  GuardIn<In> pp;                                       ///< source predicate, may be negated
  bool operator==(const VoteFormIn&) const = default;
};
using VoteForm = VoteFormIn<Words>;

/// What a datapath needs besides fetched operands. Results: row 0 = Rd; predicate = Pu.
template <class In> struct VoteModifiersIn {
  Word32<In> mode = In::initial(0u); ///< VoteMode
  bool operator==(const VoteModifiersIn&) const = default;
};
using VoteModifiers = VoteModifiersIn<Words>;

template <class In> using VoteChoicesIn = NoChoicesIn<In, Mnemonic::Vote>;
using VoteChoices = VoteChoicesIn<Words>;

} // namespace warplaw::spec
