// Terms compiled to machine code (LLVM JIT), so that an encoding can be an oracle inside a fuzzing loop.
#include "symbolic/native/native.h"
#include "symbolic/native/emit.h"
#include "symbolic/native/machine_code.h"
#include <cassert>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace warplaw::native {

struct Function::Impl {
  MachineCode code;
};

Function compile(std::span<const Slot> inputs, std::span<const Slot> outputs, Effort effort) {
  auto impl = std::make_shared<Function::Impl>();
  impl->code = toMachineCode(
      [&](llvm::LLVMContext& context) {
        auto module = std::make_unique<llvm::Module>("terms", context);
        emitFunction(*module, inputs, outputs);
        return module;
      },
      effort);
  assert(impl->code && "LLVM did not take our own module");
  auto* const address = reinterpret_cast<Function::Entry*>(addressIn(impl->code, kEntryName));
  assert(address && "its code has no entry");
  return Function(std::move(impl), address);
}

std::string intermediateText(std::span<const Slot> inputs, std::span<const Slot> outputs) {
  llvm::LLVMContext context;
  llvm::Module module("terms", context);
  emitFunction(module, inputs, outputs);
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

struct Jit::Impl {
  MachineCode code;
};

Jit::Jit() = default;
Jit::~Jit() = default;

std::unique_ptr<Jit> Jit::fromBitcode(std::span<const std::byte> bitcode) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  MachineCode code = toMachineCode(
      [&](llvm::LLVMContext& context) -> std::unique_ptr<llvm::Module> {
        auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "bitcode"), context);
        if (module)
          return std::move(*module);
        llvm::consumeError(module.takeError());
        return nullptr;
      },
      Effort::Full);
  if (!code)
    return nullptr;
  std::unique_ptr<Jit> made(new Jit);
  made->impl_.reset(new Impl{std::move(code)});
  return made;
}

void* Jit::address(std::string_view symbol) const { return addressIn(impl_->code, std::string(symbol).c_str()); }

} // namespace warplaw::native
