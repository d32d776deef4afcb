// A witness order, run: does it give what was seen? Shares nothing with how orders are found but the step itself.
#pragma once
#include "linearize/verdict.h"
#include <string>

namespace warplaw::linearize {

/// Nothing if the order names every access (every half) once, keeps the program order, barriers and completion order,
/// and gives the returned values and the final memory that were seen, from the initial memory that was seen and what
/// the verdict assumed; else what is wrong. Bytes of initial memory that neither tells are 0.
std::string replay(const History& history, const Verdict& verdict);

} // namespace warplaw::linearize
