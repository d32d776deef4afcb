// Two machines and one kernel: where the machine of warps finds nothing, every schedule of the machine of threads must
// end in the same memory.
#pragma once
#include "fuzz/kernels/generate.h"
#include "plain/machine.h"
#include "ptx/machine/kernel.h"
#include <functional>

namespace warplaw::fuzz {

struct Compared {
  bool isJudged = false;  ///< false: the machine of warps has findings, and promises nothing
  std::string findings;   ///< their names
  std::string difference; ///< empty: none; else the kernel, the arrays, the schedule
};

/// Changes the kernel that the machine of warps is given, that alone: a planted fault.
using Fault = std::function<void(ptx::Kernel&)>;

/// `schedules` of them, from a seed, each bias in turn.
Compared compareMachines(const GeneratedKernel& made, unsigned schedules, std::uint64_t seed, const Fault& fault = {});

} // namespace warplaw::fuzz
