// Two kernels' terms made alike from below, so that a solver need not find out by itself what they have in common.
#pragma once
#include "proofs/engine/theorem.h"
#include "proofs/kernels/floats.h"
#include "symbolic/terms/evaluate.h"

namespace warplaw::proofs::kernels {

struct Alike {
  std::vector<Term> roots;       ///< as those given, if the steps hold
  std::vector<Obligation> steps; ///< guesses, each about any values of what it has in common with others
};

/// Words that are equal on all these inputs are taken for equal: that the later one is what the earlier is, given that
/// what both are made of is, is a step. Those that one look shows to be wrong are not made.
Alike madeAlike(Terms& terms, std::span<const Term> roots, std::span<const Assignment> inputs,
                const symbolic::Functions& functions, const std::string& name);

} // namespace warplaw::proofs::kernels
