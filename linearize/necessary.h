// What no order at all can give, told by counting: asked before any search, whatever the known order is (ATOMS-6, -7,
// RED-6, -7).
#pragma once
#include "linearize/components.h"
#include "linearize/verdict.h"

namespace warplaw::linearize {

/// Elements are all of one place and size; initial, final: the whole value or nothing. What shows that they have no
/// order, if it shows.
std::optional<Fault> impossible(const History& history, std::span<const Element> elements,
                                std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final);

} // namespace warplaw::linearize
