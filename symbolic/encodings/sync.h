// What the .sync forms' encodings share, written from rule SYNC-1 alone: groups, whether all is defined, and what
// executing lanes receive if it is not.
#pragma once
#include "spec/instructions/sync_fields.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// The lanes of a warp as SYNC-1 divides them: masks of 32 bits, bit i is lane i.
struct SyncGroups {
  Term exec;
  Term live;               ///< those that have not exited; a lane that executes has not
  PerLane<Term> mask;      ///< the membermask that the lane names
  PerLane<Term> group;     ///< the executing lanes that name the same one, itself among them if it executes
  PerLane<Term> part;      ///< those of its membermask that are live
  PerLane<Term> elsewhere; ///< the lanes that executing lanes of other groups name
};
SyncGroups syncGroups(const OperandTerms& operands, const ExitedLaneTerms& exited);

/// For each lane the lanes that hold the same word as it does, a mask of 32 bits. Each two are compared once.
PerLane<Term> alikeLanes(const PerLane<Term>& words);

/// Is it defined what all executing lanes receive? overlapIsDefined: of the choices, 32 bits. Width 1 (SYNC-1).
Term isDefined(const SyncGroups& groups, Term overlapIsDefined);

/// What executing lanes receive.
struct SyncOutcome {
  PerLane<Term> word;
  Term predicate;                 ///< 32 bits: bit i is lane i's
  Term givesWord, givesPredicate; ///< width 1: is there such a destination at all?
};
/// The same where it is defined, and otherwise any values in the same destinations (SYNC-1).
SyncOutcome orAny(Term defined, SyncOutcome outcome, const PerLane<Term>& any, Term anyPredicate);
/// Any predicates, 32 bits; none are needed of a form that writes none, whose choices have none.
template <class Choices> Term anyPredicateOf(const Choices& choices) {
  if constexpr (requires { choices.anyPredicate; })
    return choices.anyPredicate;
  else
    return choices.overlapIsDefined.terms().constant(32, 0);
}
template <class Choices> SyncOutcome orAny(Term defined, const SyncOutcome& outcome, const Choices& choices) {
  return orAny(defined, outcome, choices.any, anyPredicateOf(choices));
}
/// The results of executing lanes that receive it; nothing else changes (MACH-5, MACH-8).
ResultTerms syncResults(const ResultTerms& before, Term exec, const SyncOutcome& outcome);

template <spec::Mnemonic whose> Term isAllowed(const spec::SyncChoicesIn<AsTerms, whose>& choices) {
  const Term flag = choices.overlapIsDefined;
  return flag.ule(flag.terms().constant(32, 1));
}
template <spec::Mnemonic whose>
Term isDefined(const SyncGroups& groups, const spec::SyncChoicesIn<AsTerms, whose>& choices) {
  return isDefined(groups, choices.overlapIsDefined);
}

/// The whole datapath of a form whose lanes receive outcomeOf(modifiers, operands, choices, groups) where
/// isDefined(groups, choices).
template <class Modifiers, class Choices>
ResultTerms syncEncoding(const Modifiers& modifiers, const OperandTerms& operands, const Choices& choices,
                         const ResultTerms& before, const ExitedLaneTerms& exited) {
  const SyncGroups groups = syncGroups(operands, exited);
  const SyncOutcome outcome = outcomeOf(modifiers, operands, choices, groups);
  return syncResults(before, groups.exec, orAny(isDefined(groups, choices), outcome, choices));
}

/// Legal operands as PTX names them (MACH-3): a source is a register or predicate with storage. A destination may be
/// `_`, which is RZ or PT. Width 1; reg, predicate: 8 bits.
Term isPtxSource(Term reg);
Term isPtxSource(const spec::GuardIn<AsTerms>& predicate);
Term isPtxSource(const spec::RegisterOrImmediateIn<AsTerms>& operand); ///< any immediate of 32 bits
Term isPtxPair(Term reg);                                              ///< %rd0..%rd126
Term isPtxDestination(const spec::PredicateIn<AsTerms>& predicate);
Term isDropped(const spec::RegisterIn<AsTerms>& reg);
Term isDropped(const spec::PredicateIn<AsTerms>& predicate);

} // namespace warplaw::symbolic
