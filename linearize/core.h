// Why a history has no order: the fewest operations that have none whatever all others did, and, where it is known, the
// cycle in which each must come before the next (RED-9).
#pragma once
#include "linearize/search.h"

namespace warplaw::linearize {

/// Operations of a problem without an order that have no order among themselves, whatever the others did: loads do
/// nothing; any other operation that is left out may come at any time and leave any value at its place. So fewer
/// operations never have fewer orders.
struct Core {
  std::vector<std::uint32_t> items; ///< these have no order; rising
  bool isMinimal = false;           ///< without any one of them there is an order, each time one that was found
};
/// Counted in states, like the search itself. Problems with CAST.SPIN's groups are left whole.
Core coreOf(const SearchProblem& problem, std::uint64_t states);

/// The problem of these items alone, whatever the others did; `order` is what it points to, if it has one.
SearchProblem relaxed(const SearchProblem& problem, std::span<const std::uint32_t> items,
                      std::optional<OrderGraph>& order);

/// A cycle through a core's items by what was found, what was left, and the known order. Empty: not found by these.
std::vector<Before> cycleOf(const SearchProblem& problem, std::span<const std::uint32_t> items);

} // namespace warplaw::linearize
