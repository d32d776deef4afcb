// Runs a launch by the reference schedule (PTX-11): lanes of a warp together as far as they can be, warps of a CTA in
// turns, CTAs one after another.
#pragma once
#include "ptx/machine/kernel.h"
#include "ptx/machine/launch.h"

namespace warplaw::ptx {

/// Does the launch fit the kernel (entries, number and size of arguments, block size)? Nothing: it does.
std::string faultOf(const Kernel& kernel, const Launch& launch);

/// A launch without fault.
Outcome run(const Kernel& kernel, const Launch& launch, const Trace& trace = {});

} // namespace warplaw::ptx
