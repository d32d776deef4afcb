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

/// Is nothing left from this step on but to exit: no guard, no instruction between?
bool onlyExits(const std::vector<Step>& steps, std::uint32_t step);

/// The choice that a thread has left as soon as it only has to exit, and is not waited for any more: a branch to where
/// that is so becomes an exit, if others come to a barrier or to a .sync afterwards (PTX-12, PTX-13). What a thread
/// does by itself stays as it is. So do brx.idx and branches in loops, whose turns are counted where ways meet.
void leaveAtOnce(Kernel& kernel);
/// Is there still a branch to where threads only exit, before others come to a barrier or to a .sync? After
/// leaveAtOnce() some may be.
bool staysForOthers(const std::vector<Step>& steps);

} // namespace warplaw::ptx
