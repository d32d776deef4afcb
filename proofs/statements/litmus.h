// Statements about small programs: the words that loads may give are exactly these, by the model of linearize/litmus.h,
// and a model in which one rule does not hold gives others (RED-8, RED-9, SURED-9).
#pragma once
#include "linearize/litmus.h"
#include "proofs/engine/theorem.h"
#include <set>

namespace warplaw::proofs {

/// A program, and the words that its loads may give: exactly these, in the order of litmus::Outcome.
struct Litmus {
  const char* name;
  linearize::litmus::Program program;
  std::set<std::vector<std::uint32_t>> loaded;
  linearize::litmus::Rules rules = {}; ///< with a parameter otherwise than by default
};

/// Checked, of all interleavings, which it counts; shows a way to each.
Obligation outcomesAre(const std::string& prefix, const Litmus& stated);
/// Under a model in which one rule does not hold the outcomes are others: refuted, by an interleaving or by what is not
/// reached.
Obligation litmusTwin(const std::string& prefix, const char* name, const Litmus& stated,
                      bool linearize::litmus::Rules::* without);

} // namespace warplaw::proofs
