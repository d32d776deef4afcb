// What is said of a launch's memory (PTX-51): `out[b] == sum(t, 0, 255, in[b*256+t])`. Integers modulo 2^n: both sides
// of a comparison have the width of the widest element that stands in it.
#pragma once
#include "proofs/kernels/verify.h"

namespace warplaw::proofs::kernels {

/// What a name of a statement stands for.
struct SaidName {
  std::string name;
  int array = -1; ///< of the launch
  Term value;     ///< a parameter that is no array
  spec::scalar::Type type;
};

/// In `ensures` an array is what it holds afterwards, `old in[i]` what it held before; in `requires` before. A name
/// that is none runs over all elements of the arrays that it stands in alone: `out[b]`. Rejected: position says where.
/// Operations of floats are added to `functions`.
spec::Result<Term> meaningOf(std::string_view text, Terms& terms, FloatFunctions& functions, const AnyLaunch& any,
                             const std::vector<SaidName>& names, bool isAfter);

} // namespace warplaw::proofs::kernels
