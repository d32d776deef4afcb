// LLVM modules to machine code of this host: the O2 pipeline where they are optimised, then ORC's LLJIT. Every module
// has a context of its own, so threads do not meet.
#pragma once
#include "symbolic/native/native.h"
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <memory>

namespace warplaw::native {

/// Null where LLVM will not have it (a module for another machine, or with unknown symbols).
std::unique_ptr<llvm::orc::LLJIT> toMachineCode(std::unique_ptr<llvm::Module> module,
                                                std::unique_ptr<llvm::LLVMContext> context, Effort effort);

} // namespace warplaw::native
