// A picture of one location's history: values as nodes, performed operations as arrows from the value found to the
// value left, with the lanes on them.
#pragma once
#include "linearize/verdict.h"
#include <string>

namespace warplaw::linearize {

/// A whole SVG document. Illegal: the location of the fault, its value marked. Legal: the location with most accesses
/// that returned old values; with a witness, steps are numbered. Accesses that returned nothing are drawn where the
/// witness places them, else left out.
std::string svgOf(const History& history, const Verdict& verdict);

} // namespace warplaw::linearize
