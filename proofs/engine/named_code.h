// Evidence about code must be about a function that its theorem names.
#pragma once
#include "proofs/engine/theorem.h"
#include <fmt/format.h>

namespace warplaw::proofs {

/// What is wrong with a theorem's evidence, or nothing. A theorem that names no code must have no evidence about code.
inline std::string unlikeNamed(const Theorem& theorem, const Obligation& obligation) {
  if (obligation.countsAs() == Part::Law)
    return {};
  const LiftedCode* const code = obligation.counted.code().get();
  if (!code)
    return obligation.name + ": evidence of code, made of none";
  if (std::ranges::find(theorem.code, code->symbol) == theorem.code.end())
    return fmt::format("{}: made of {}, which the theorem does not name", obligation.name, code->symbol);
  return {};
}

} // namespace warplaw::proofs
