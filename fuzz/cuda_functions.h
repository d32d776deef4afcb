// CUDA's functions on a warp (concrete/cuda.h, include/warplaw/cuda.h) against what CUDA's guide says of one lane, in
// plain loops; and the lines that a reduction becomes (concrete/coalescing.h).
#pragma once
#include "fuzz/record.h"
#include <string>

namespace warplaw::fuzz {

inline constexpr std::size_t kCudaRecord = 576; ///< bytes of a record

/// The name of the first function that answers otherwise for the warp of a record; empty where none does. Groups of the
/// .sync functions are disjoint, and all their lanes execute or have exited, so that they are defined.
std::string wrongCudaFunction(Bytes record);

} // namespace warplaw::fuzz
