#include "symbolic/lift/bitcode.h"
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/RuntimeLibcalls.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace warplaw::lift {
namespace {

/// The first error.
void note(const llvm::DiagnosticInfo* what, void* into) {
  auto& text = *static_cast<std::string*>(into);
  if (what->getSeverity() != llvm::DS_Error || !text.empty())
    return;
  llvm::raw_string_ostream stream(text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  what->print(printer);
}

} // namespace

std::variant<std::vector<std::byte>, Unsupported> linked(std::span<const NamedBitcode> files) {
  llvm::LLVMContext context;
  std::string complaint;
  context.setDiagnosticHandlerCallBack(note, &complaint);
  std::unique_ptr<llvm::Module> whole;
  for (const NamedBitcode& file : files) {
    const llvm::StringRef bytes(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, file.name), context);
    if (!parsed)
      return Unsupported{"bitcode " + file.name + ": " + llvm::toString(parsed.takeError())};
    if (!whole)
      whole = std::move(*parsed);
    else if (llvm::Linker::linkModules(*whole, std::move(*parsed)))
      return Unsupported{"bitcode " + file.name + " cannot be linked: " + complaint};
  }
  return bitcodeOf(*whole);
}

std::vector<std::byte> bitcodeOf(const llvm::Module& module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  const auto* first = reinterpret_cast<const std::byte*>(buffer.data());
  return {first, first + buffer.size()};
}

std::string definedForTheBackEnd(const Module& module) {
  llvm::RTLIB::RuntimeLibcallsInfo calls(llvm::Triple(module.llvm().getTargetTriple()));
  for (const char* name : calls.getLibcallNames())
    if (name)
      if (const llvm::GlobalValue* symbol = module.llvm().getNamedValue(name); symbol && !symbol->isDeclaration())
        return name; // a local one, too: calls are by name, and the assembler takes what has it
  return {};
}

bool hasAssemblyThatDefines(const Module& module) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(module.llvm().getModuleInlineAsm()).split(lines, '\n');
  for (const llvm::StringRef line : lines)
    if (!line.trim().empty() && !(line.starts_with(".globl _Z") && line.find_first_of(";#/=:") == line.npos))
      return true; // that one, which <iostream> has, defines nothing
  for (const llvm::Function& function : module.llvm())
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const auto* text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
          if (llvm::StringRef(text->getAsmString()).find_first_of(".:=") != llvm::StringRef::npos)
            return true; // a directive, a label or an assignment
  return false;
}

std::map<std::string, unsigned> dropAliasMetadata(Module& module) {
  using llvm::LLVMContext;
  llvm::SmallVector<llvm::StringRef, 64> names;
  module.llvm().getContext().getMDKindNames(names);
  std::map<std::string, unsigned> dropped;
  std::vector<llvm::Instruction*> scopes; ///< llvm.experimental.noalias.scope.decl, which nothing refers to then
  for (llvm::Function& function : module.llvm())
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const unsigned kind :
           {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct})
        if (instruction.hasMetadata(kind)) {
          instruction.setMetadata(kind, nullptr);
          ++dropped["!" + names[kind].str()];
        }
      if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction))
        scopes.push_back(&instruction);
    }
  for (llvm::Instruction* scope : scopes)
    scope->eraseFromParent();
  return dropped;
}

} // namespace warplaw::lift
