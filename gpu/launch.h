// A launch on this machine's GPU, as the machine of warps runs it.
#pragma once
#include "gpu/driver.h"
#include "ptx/machine/launch.h"

namespace warplaw::gpu {

/// What a byte of an array holds before that may hold anything.
inline constexpr std::uint8_t kAnyByte = 0xa5;

/// The arrays afterwards, all of whose bytes are known then. `module`: its text.
std::vector<ptx::Array> run(const Gpu& gpu, const std::string& module, const ptx::Launch& launch,
                            unsigned optimised = kFullyOptimised);

/// The first byte that the machine of warps knows and the GPU has otherwise, in words; empty: there is none.
std::string difference(const std::vector<ptx::Array>& warps, const std::vector<ptx::Array>& gpu);

} // namespace warplaw::gpu
