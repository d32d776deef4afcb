// Values of which some bits may be anything, as terms (PTX-16).
#pragma once
#include "spec/scalar/operation.h"
#include "symbolic/terms/term.h"

namespace warplaw::proofs::kernels {
using symbolic::Term;

struct AnyValue {
  Term word;
  Term any, ofLane;   ///< width 1: may be anything; and some of it came from a lane that was not there
  Term bits = {};     ///< these bits may be anything where not all may; no term: none
  Term isAny() const; ///< width 1: some bit may be anything
  Term mask() const;  ///< bits that may be anything
  AnyValue part(unsigned low, unsigned width) const;
};

AnyValue undefinedAs(Term word, Term bits, Term ofLane);
AnyValue joined(std::span<const AnyValue> parts); ///< the lowest first
/// The result of an operation whose sources are these; width: of the register that gets it.
AnyValue undefinedOf(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const AnyValue> in,
                     Term result, unsigned width);

} // namespace warplaw::proofs::kernels
