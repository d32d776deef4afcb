// Registers whose value before the first step matters.
#pragma once
#include "ptx/machine/kernel.h"

namespace warplaw::ptx {

/// Those that a thread may read before it writes them, or more.
std::vector<std::uint32_t> registersReadFirst(const Kernel& kernel);

} // namespace warplaw::ptx
