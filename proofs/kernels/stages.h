// Statements about sorts, from the result to the input: that words are in order, and that as many of them have any
// value as of others.
#pragma once
#include "proofs/engine/theorem.h"
#include "symbolic/terms/evaluate.h"

namespace warplaw::proofs::kernels {

struct Staged {
  Term left;                     ///< width 1: the statement holds if this does and the steps do
  std::vector<Obligation> steps; ///< guesses, each about any words that are in the order which another step shows
};

/// Where words are chosen from as many others, stage by stage, a stage is a question of its own. What is chosen, and in
/// which order it is, is guessed from these inputs. Without steps: the statement is left as it is.
Staged byStages(Term statement, std::span<const Assignment> inputs, const symbolic::Functions& functions,
                const std::string& name);

} // namespace warplaw::proofs::kernels
