// Control flow of a kernel: where lanes that a branch separated meet again (PTX-11).
#pragma once
#include "ptx/machine/kernel.h"
#include <cstdint>
#include <vector>

namespace warplaw::ptx {

/// Where a step may lead; `steps.size()` is the end, where all have exited. Lanes that leave by a guarded exit go on
/// nowhere: the others decide where they meet.
std::vector<std::uint32_t> successors(const std::vector<Step>& steps, std::uint32_t step);

/// The immediate post-dominator of each step: the first that all ways to the end go through. `steps.size()`: none but
/// the end, or the end is never reached.
std::vector<std::uint32_t> postDominators(const std::vector<Step>& steps);

/// Fills Step::reconverge of branches.
void reconverge(Kernel& kernel);

} // namespace warplaw::ptx
