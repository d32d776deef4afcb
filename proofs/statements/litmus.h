// Statements about small programs: the words that loads may give are exactly these, by the model of linearize/litmus.h,
// and a model in which one rule does not hold gives others (RED-8, RED-9, SURED-9).
#pragma once
#include "linearize/litmus.h"
#include "proofs/engine/theorem.h"
#include <set>

namespace warplaw::proofs {

/// A program, as docs/litmus.md has it, and the words that its loads may give: exactly these, in the order of
/// litmus::Outcome.
struct Litmus {
  const char* name;
  const char* program;
  std::set<std::vector<std::uint32_t>> loaded;
  bool linearize::litmus::Rules::* without = nullptr; ///< a parameter that is otherwise than by default
};
/// Under a model in which one rule does not hold the outcomes of one of these programs are others.
struct LitmusTwin {
  const char *name, *of;
  bool linearize::litmus::Rules::* without;
};

/// Checked, of all interleavings, which it counts; shows a way to each. The twins are refuted, by an interleaving or by
/// what is not reached.
Theorem litmusTheorem(const std::string& name, const char* instruction, std::vector<std::string> rules,
                      std::string statement, std::vector<Litmus> programs, std::vector<LitmusTwin> twins);

} // namespace warplaw::proofs
