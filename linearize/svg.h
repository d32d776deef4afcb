// A picture of a history: each location's values as nodes, performed operations as arrows from the value found to the
// value left, with the lanes on them.
#pragma once
#include "linearize/verdict.h"
#include <string>

namespace warplaw::linearize {

/// A whole SVG document. Illegal: the locations of the fault, its value marked. Legal: the locations with most
/// accesses. With a witness all steps are drawn, numbered within their location, each from what the whole location held
/// to what it held then; without one, only those that returned the whole value, and a fold's steps as they are listed.
/// What is not drawn is said.
std::string svgOf(const History& history, const Verdict& verdict);

/// More values than a circle shows well: better laid out by Graphviz.
bool isLarge(const History& history, const Verdict& verdict);
/// The same picture in Graphviz' language (`dot -Tsvg`).
std::string dotOf(const History& history, const Verdict& verdict);

} // namespace warplaw::linearize
