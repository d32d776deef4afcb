// The interpreter that one would write first: a switch over opcodes, thread by thread, from barrier to barrier. It
// looks at nothing but the bounds of memory.
#pragma once
#include "ptx/machine/run.h"

namespace warplaw::bench {

/// Arrays after a launch of a kernel of bench/kernels.ptx.
std::vector<std::vector<std::uint8_t>> firstRun(const ptx::Kernel& kernel, const ptx::Launch& launch);

} // namespace warplaw::bench
