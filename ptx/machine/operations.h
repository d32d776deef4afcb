// Operations of single values, for whoever computes a kernel in another way: what the machine's own steps give.
#pragma once
#include "ptx/machine/kernel.h"

namespace warplaw::ptx {

/// What an Atomic leaves where `memory` was; c: what a compare-and-swap stores (PTX-17).
std::uint64_t atomicValue(const Step& step, bool isShared, std::uint64_t memory, std::uint64_t b, std::uint64_t c);
/// The result of a Video, by the executor that is proved.
std::uint64_t videoValue(const Step& step, std::uint64_t a, std::uint64_t b, std::uint64_t c);

} // namespace warplaw::ptx
