// The types that Traits of a fuzzer name (fuzz/described.h), as a base of them.
#pragma once
#include "fuzz/trial.h"

namespace warplaw::fuzz {

/// F, M, C: the instruction's form, modifiers and choices; rows: of spec::Operands that it reads; Part: as Trial has
/// it.
template <class F, class M, class C, unsigned rows, class... Part> struct TraitsOf {
  using Form = F;
  using Modifiers = M;
  using Choices = C;
  using Trial = fuzz::Trial<M, C, Part...>;
  static constexpr unsigned kRows = rows;
};

} // namespace warplaw::fuzz
