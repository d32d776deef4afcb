// Every order tried, one after another: what the checker must agree with. Small histories only.
#pragma once
#include "linearize/verdict.h"

namespace warplaw::linearize::test {

/// Is there a serial order, from some initial memory? Bytes of it that are unknown are tried with `guesses` at every
/// element's place.
bool someOrder(const History& history, const std::vector<std::uint64_t>& guesses);

/// The accesses of the smallest order; initial memory must be known.
/// Nothing if there is none.
std::vector<std::uint32_t> firstOrder(const History& history);

} // namespace warplaw::linearize::test
