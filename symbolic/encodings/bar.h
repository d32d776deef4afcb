// BAR's encoding, written from rules BAR-1..4 alone: what the arrival of one warp does to the barriers.
#pragma once
#include "spec/instructions/bar_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// Ids, counts, who names a predicate (BAR-1, -4); no register is written. The encoding changes `barriers`, and of the
/// warp errors alone.
WARPLAW_WARP_ENCODING(Bar, bar, const SpecialInputTerms& inputs, BarrierTerms& barriers)

/// What the cells of one barrier hold; 32 bits each.
struct BarrierTermsOf {
  Term arrived, expected, use, accumulator, waiting;
};
BarrierTermsOf barrierAt(const BarrierTerms& barriers, Term id);

/// One warp that arrives: 32 bits each.
struct ArrivalTerms {
  Term op;       ///< spec::BarOp
  Term expected; ///< threads that complete the generation (BAR-1)
  Term votes;    ///< the predicates of its 32 threads, as the reduction counts them (BAR-3)
  Term warp;     ///< its number
};
/// spec::BarrierUse of an operation (BAR-4).
Term useOf(Term op);
/// Is its arrival misuse of the generation that is open there, if one is? Width 1 (BAR-4).
Term isMisuse(const BarrierTermsOf& barrier, const ArrivalTerms& arrival);

/// What an arrival that is no misuse leaves of the barrier, and the reduction including it (BAR-2, -3).
struct ArrivedTerms {
  BarrierTermsOf barrier;
  Term completes; ///< width 1: it was the last one
  Term result;    ///< the accumulator with its votes
  Term released;  ///< if it completes: bit w, warp w gets the result in its latch
};
ArrivedTerms arrive(const BarrierTermsOf& barrier, const ArrivalTerms& arrival);

/// Which barrier a warp names, and how many threads; its operands are numbers or registers (BAR-1, BAR-4).
struct NamedTerms {
  Term isThere; ///< width 1: the executing lanes name one and the same, and there is such a barrier and such a count
  Term id;      ///< 32 bits, 0..15; 0 where it is not there
  Term threads; ///< 32 bits; 0 where it is not there, or where all of the CTA are meant
};
NamedTerms namedBy(const BarModifierTerms& modifiers, const OperandTerms& operands);

/// The warps for which a barrier of the whole CTA waits (BAR-1): bit w, warp w.
Term warpsThatArrive(const BarChoiceTerms& choices, const SpecialInputTerms& inputs, const BarrierTerms& barriers);
/// The arrival that an instruction is; `operands` are the warp's.
ArrivalTerms arrivalOf(const BarModifierTerms& modifiers, const OperandTerms& operands, const BarChoiceTerms& choices,
                       const SpecialInputTerms& inputs, const BarrierTerms& barriers);
/// Misuse, whether for what it names or for what is open there (BAR-4). Width 1.
Term isMisuse(const NamedTerms& named, const BarrierTerms& barriers, const ArrivalTerms& arrival);
/// The barriers afterwards.
BarrierTerms arrivedAt(const BarrierTerms& barriers, Term id, const ArrivalTerms& arrival);

Term isAllowed(const BarChoiceTerms& choices);

} // namespace warplaw::symbolic
