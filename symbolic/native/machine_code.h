// LLVM modules to machine code of this host: the O2 pipeline where they are optimised, then ORC's LLJIT. Every module
// has a context of its own, so threads do not meet.
#pragma once
#include "symbolic/native/native.h"
#include <functional>
#include <llvm-c/LLJIT.h>
#include <llvm/IR/Module.h>
#include <memory>

namespace warplaw::native {

struct DisposeMachineCode {
  void operator()(LLVMOrcLLJITRef code) const;
};
using MachineCode = std::unique_ptr<LLVMOrcOpaqueLLJIT, DisposeMachineCode>;
using MakeModule = std::function<std::unique_ptr<llvm::Module>(llvm::LLVMContext&)>;

/// Null where there is no module, or LLVM will not have it (a module for another machine, or with unknown symbols).
MachineCode toMachineCode(const MakeModule& make, Effort effort);
/// Null where there is no such symbol.
void* addressIn(const MachineCode& code, const char* symbol);

} // namespace warplaw::native
