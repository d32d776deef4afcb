// All code that theorems may speak about: the executors', and the integer steps of the checker of histories.
#pragma once
#include "concrete/execute.h"

namespace warplaw::proofs {

std::span<const concrete::Bitcode> embeddedBitcode();
/// The machine code of one of its functions; null if there is none.
void* shippedFunction(std::string_view symbol);

} // namespace warplaw::proofs
