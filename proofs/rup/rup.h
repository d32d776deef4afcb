// Checks that a proof shows a formula unsatisfiable. Every clause that it adds must follow from those before it by
// reverse unit propagation (RUP): with all its literals false, unit propagation meets a contradiction. What a SAT
// solver did, and whether it is right, is of no account.
#pragma once
#include "proofs/rup/drat.h"

namespace warplaw::rup {

struct Checked {
  bool proved = false; ///< the formula has no model
  std::string reason;  ///< why not, and at which step (1 and up) or byte
  std::size_t added = 0, deleted = 0;
};

/// Rejected are: a clause that does not follow (a RAT step too, which keeps satisfiability alone), a deleted clause
/// that is not there, a variable that the formula does not have, malformed bytes anywhere, and a proof after which no
/// contradiction follows by unit propagation.
Checked check(const Cnf& formula, std::string_view proof, DratFormat format);

} // namespace warplaw::rup
