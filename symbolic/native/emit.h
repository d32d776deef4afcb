// Terms as LLVM IR: one straight-line function from input slots to output slots, integers only; on vectors where
// lanes are alike (rows.h).
#pragma once
#include "symbolic/native/native.h"

namespace llvm {
class Module;
}

namespace warplaw::native {

inline constexpr const char* kEntryName = "warplaw_terms";

/// Adds `void warplaw_terms(const void* const* inputs, void* const* outputs)` to the module; see compile() for what is
/// asserted.
void emitFunction(llvm::Module& module, std::span<const Slot> inputs, std::span<const Slot> outputs);

} // namespace warplaw::native
