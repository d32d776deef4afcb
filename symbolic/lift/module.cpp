// Bitcode to a module, checked by LLVM's own verifier.
#include "symbolic/lift/lift.h"
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace warplaw::lift {

struct Module::Impl {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

Module::Module() : impl_(std::make_unique<Impl>()) {}
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;
Module::~Module() = default;

std::variant<Module, Unsupported> Module::parse(std::span<const std::byte> bitcode, const std::string& name) {
  Module result;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  llvm::Expected<std::unique_ptr<llvm::Module>> parsed =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, name), result.impl_->context);
  if (!parsed)
    return Unsupported{"bitcode " + name + ": " + llvm::toString(parsed.takeError())};
  result.impl_->module = std::move(*parsed);
  std::string complaint;
  llvm::raw_string_ostream stream(complaint);
  if (llvm::verifyModule(*result.impl_->module, &stream))
    return Unsupported{"bitcode " + name + " is broken: " + stream.str()};
  const llvm::DataLayout& layout = result.impl_->module->getDataLayout();
  if (!layout.isLittleEndian() || layout.getPointerSizeInBits(0) != 64 || layout.getIndexSizeInBits(0) != 64)
    return Unsupported{"bitcode " + name + " is not for a little-endian machine with 64-bit pointers"};
  return result;
}

llvm::Module& Module::llvm() const { return *impl_->module; }

bool Module::has(std::string_view function) const {
  const llvm::Function* found = impl_->module->getFunction(llvm::StringRef(function.data(), function.size()));
  return found && !found->isDeclaration();
}

} // namespace warplaw::lift
