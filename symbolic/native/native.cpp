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
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

Function compile(std::span<const Slot> inputs, std::span<const Slot> outputs, Effort effort) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("terms", *context);
  emitFunction(*module, inputs, outputs);
  auto impl = std::make_shared<Function::Impl>();
  impl->jit = toMachineCode(std::move(module), std::move(context), effort);
  assert(impl->jit && "LLVM did not take our own module");
  auto address = llvm::cantFail(impl->jit->lookup(kEntryName));
  return Function(std::move(impl), address.toPtr<Function::Entry*>());
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
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

Jit::Jit() = default;
Jit::~Jit() = default;

std::unique_ptr<Jit> Jit::fromBitcode(std::span<const std::byte> bitcode) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "bitcode"), *context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return nullptr;
  }
  auto jit = toMachineCode(std::move(*module), std::move(context), Effort::Full);
  if (!jit)
    return nullptr;
  std::unique_ptr<Jit> made(new Jit);
  made->impl_.reset(new Impl{std::move(jit)});
  return made;
}

void* Jit::address(std::string_view symbol) const {
  auto found = impl_->jit->lookup(llvm::StringRef(symbol.data(), symbol.size()));
  if (found)
    return found->toPtr<void*>();
  llvm::consumeError(found.takeError());
  return nullptr;
}

} // namespace warplaw::native
