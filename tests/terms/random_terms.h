// Random terms as programs: one program can be built folded, half folded and unfolded, and must mean the same each
// time.
#pragma once
#include "symbolic/terms/evaluate.h"
#include <array>
#include <random>
#include <vector>

namespace warplaw::symbolic {

using Random = std::mt19937_64;

struct Step {
  Op op;
  unsigned width;
  std::vector<std::size_t> args; ///< indexes of earlier steps
  Bits value = 0;
  std::string name = {};
};

struct RandomTerms {
  std::vector<Step> steps;
  std::vector<Step> variables;
  /// All steps as terms, each made (folded as `terms` folds).
  std::vector<Term> build(Terms& terms) const;
};

struct Shape {
  std::vector<unsigned> widths = {1, 1, 5, 8, 8, 16, 32, 32, 64};
  std::size_t steps = 40;
  bool applications = false;
};

/// Operands are few and constants are telling (0, 1, runs of ones, powers of two), so that folding rules have something
/// to do.
RandomTerms randomTerms(Random& random, const Shape& shape);
/// Random values, of which many are telling, for every variable.
Assignment randomAssignment(Random& random, const RandomTerms& terms);
Bits randomBits(Random& random, unsigned width);

} // namespace warplaw::symbolic
