// The checker of histories (linearize/): its edges stated as terms, apart from its code and from the encodings; only
// proofs/linearize*.cpp and their tests include this.
#pragma once
#include "linearize/operation.h"
#include "proofs/statements/subject.h"

namespace warplaw::proofs::checker {

/// What a step that finds `old` leaves, as the checker's edge says (ATOMS-6, -7, -9, RED-6), integer types only. Terms
/// have the type's width.
Term edgeTo(linearize::Operation operation, Term old, Term operand, Term swap);
/// What Rd receives: the old value, or the flag, zero-extended.
Term edgeReturns(linearize::Operation operation, Term old, Term operand);

/// The checker's step of a floating-point operation against what RED-7 says of its result, by evaluation over pairs of
/// chosen values (all halves with chosen ones). Spoilt: with the last bit turned, which must be noticed.
Obligation floatSteps(linearize::Operation operation, const std::string& name, bool spoilt);

/// "There is an order" against "the trail condition holds", over all multisets of at most `edges` edges on 4 values
/// with every first and last value. Gives the number of cases, or 0 and what differs.
struct TrailEvidence {
  std::uint64_t cases = 0;
  std::string difference;
};
TrailEvidence compareTrails(unsigned edges);

} // namespace warplaw::proofs::checker
