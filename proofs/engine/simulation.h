// Simulation: looks for inputs that break a query by trying some. Such inputs are a model like a solver's, and judged
// like one (witness.h). If none are met, that says nothing, least of all that the query holds.
#pragma once
#include "proofs/engine/solver.h"
#include "symbolic/terms/smt.h"

namespace warplaw::proofs {

/// Inputs under which the assumptions hold and the goal, if there is one, does not; the same every time. None if none
/// was met within a bound that depends on the query alone. With `near` (a model of the same terms, cut elsewhere),
/// inputs close to it are tried first: variables of the assumptions change one at a time.
std::optional<symbolic::Assignment> simulate(const symbolic::Query& query, const symbolic::Assignment* near = nullptr);

/// A model as a solver would answer get-value, for symbolic::parseModel().
std::string modelText(const symbolic::Assignment& model);

/// What such a model is recorded and kept under; asked by simulate() alone, for it reads no text.
std::shared_ptr<const Solver> simulation();

} // namespace warplaw::proofs
