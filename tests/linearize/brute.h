// Every order tried, one after another: what the checker must agree with. Small histories only.
#pragma once
#include "linearize/verdict.h"

namespace warplaw::linearize::test {

/// Is there a serial order, from some initial memory? Bytes of it that are unknown are tried with `guesses` at every
/// element's place.
bool someOrder(const History& history, const std::vector<std::uint64_t>& guesses);

/// The same of these accesses alone (rising), whatever the others did: loads (OR with 0) do nothing, each other one
/// comes at any time and leaves anything. Initial memory must be known.
bool someOrderOf(const History& history, const std::vector<std::uint32_t>& kept);

/// Must the first come before the second?
bool isKnownBefore(const History& history, std::uint32_t first, std::uint32_t second);

/// The accesses of the smallest order; initial memory must be known.
/// Nothing if there is none.
std::vector<std::uint32_t> firstOrder(const History& history);

} // namespace warplaw::linearize::test
