// Every order tried, one after another: what the checker must agree with. Small histories only.
#pragma once
#include "linearize/verdict.h"

namespace warplaw::linearize::test {

/// Is there a serial order, from some initial memory? Bytes of it that are unknown are tried with `guesses` at every
/// element's place.
bool someOrder(const History& history, const std::vector<std::uint64_t>& guesses);

} // namespace warplaw::linearize::test
