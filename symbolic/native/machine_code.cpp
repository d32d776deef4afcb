// LLVM modules to machine code of this host: the O2 pipeline, of large ones O1's, then ORC's LLJIT, by
// LLVM's interface for C: the headers of the same classes in C++ take nine tenths of the time to compile this file.
#include "symbolic/native/machine_code.h"
#include "symbolic/native/emit.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/IR/Instructions.h>
#include <mutex>

namespace warplaw::native {
namespace {

constexpr unsigned kLarge = 6000; ///< instructions, before any is optimised away
constexpr unsigned kBlock = 200;  ///< instructions of a block that the code generator looks at as a whole

void initializeTarget() {
  static std::once_flag once; // LLVM's registry of targets is global, and not ours
  std::call_once(once, [] {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
  });
}

bool failed(LLVMErrorRef error) {
  if (error)
    LLVMConsumeError(error);
  return error;
}

using Text = std::unique_ptr<char, decltype([](char* text) { LLVMDisposeMessage(text); })>;
using Machine =
    std::unique_ptr<LLVMOpaqueTargetMachine, decltype([](LLVMTargetMachineRef it) { LLVMDisposeTargetMachine(it); })>;
using Layout = std::unique_ptr<LLVMOpaqueTargetData, decltype([](LLVMTargetDataRef it) { LLVMDisposeTargetData(it); })>;

/// This host, for code as the JIT lays it out. `more` says which features to take or leave beside the host's.
Machine machineOf(LLVMCodeGenOptLevel level, const char* more) {
  const Text triple(LLVMGetDefaultTargetTriple()), name(LLVMGetHostCPUName()), has(LLVMGetHostCPUFeatures());
  LLVMTargetRef target = nullptr;
  if (char* error = nullptr; LLVMGetTargetFromTriple(triple.get(), &target, &error)) {
    LLVMDisposeMessage(error);
    return nullptr;
  }
  return Machine(LLVMCreateTargetMachine(target, triple.get(), name.get(), (std::string(has.get()) + more).c_str(),
                                         level, LLVMRelocPIC, LLVMCodeModelSmall));
}

bool optimise(llvm::Module& module, const Machine& machine, const char* pipeline) {
  const std::unique_ptr<LLVMOpaquePassBuilderOptions,
                        decltype([](LLVMPassBuilderOptionsRef it) { LLVMDisposePassBuilderOptions(it); })>
      options(LLVMCreatePassBuilderOptions());
  return !failed(LLVMRunPasses(llvm::wrap(&module), pipeline, machine.get(), options.get()));
}

/// Makes blocks of the one straight line that terms are, after all that looks further. Each but the last ends with a
/// branch that is never taken, since blocks which merely follow each other would be put together again.
void cutIntoBlocks(llvm::Function& function) {
  llvm::LLVMContext& context = function.getContext();
  llvm::BasicBlock* block = &function.getEntryBlock();
  llvm::Argument* const inputs = function.getArg(0); // never null
  auto* const isNull = new llvm::ICmpInst(block->begin(), llvm::ICmpInst::ICMP_EQ, inputs,
                                          llvm::Constant::getNullValue(inputs->getType()));
  llvm::BasicBlock* const leave = llvm::BasicBlock::Create(context, "never", &function);
  llvm::ReturnInst::Create(context, leave);
  while (block->size() > kBlock + 1) {
    llvm::BasicBlock* const rest = block->splitBasicBlock(std::next(block->begin(), kBlock));
    block->getTerminator()->eraseFromParent();
    llvm::BranchInst::Create(leave, rest, isNull, block);
    block = rest;
  }
}

} // namespace

void DisposeMachineCode::operator()(LLVMOrcLLJITRef code) const { failed(LLVMOrcDisposeLLJIT(code)); }

MachineCode toMachineCode(const MakeModule& make, Effort effort) {
  initializeTarget();
  const std::unique_ptr<LLVMOrcOpaqueThreadSafeContext,
                        decltype([](LLVMOrcThreadSafeContextRef it) { LLVMOrcDisposeThreadSafeContext(it); })>
      context(LLVMOrcCreateNewThreadSafeContext()); // goes last, however this ends
  std::unique_ptr<llvm::Module> module = make(*llvm::unwrap(LLVMOrcThreadSafeContextGetContext(context.get())));
  if (!module || LLVMVerifyModule(llvm::wrap(module.get()), LLVMReturnStatusAction, nullptr))
    return nullptr;
  const bool isLarge = module->getInstructionCount() > kLarge;
  // Some of O2's passes take time that grows with the square of a block, and the code generator's do: redux.sync's
  // encoding lane by lane, 24,000 instructions, took more than a minute. O1 and smaller blocks take seconds. What else
  // is large (a shipped module) gets the plain code generator, and code that is at most twice as slow.
  llvm::Function* const terms = module->getFunction(kEntryName);
  const bool isPlain = effort == Effort::Quick || (isLarge && !terms);
  // LLVM looks for work of AVX-512's mask registers in time that grows with the square of a function: the encoding of
  // 32 lanes that are all compared takes half a minute. A function that says itself what it needs (a shipped one) keeps
  // it.
  Machine machine = machineOf(isPlain ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault, isLarge ? ",-avx512f" : "");
  if (!machine)
    return nullptr;
  const Layout layout(LLVMCreateTargetDataLayout(machine.get()));
  LLVMSetModuleDataLayout(llvm::wrap(module.get()), layout.get());
  const Text triple(LLVMGetTargetMachineTriple(machine.get()));
  LLVMSetTarget(llvm::wrap(module.get()), triple.get());
  if (effort == Effort::Full && !optimise(*module, machine, isLarge ? "default<O1>" : "default<O2>"))
    return nullptr;
  if (isLarge && terms)
    cutIntoBlocks(*terms);
  LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine.release()));
  LLVMOrcLLJITRef made = nullptr;
  if (failed(LLVMOrcCreateLLJIT(&made, builder)))
    return nullptr;
  MachineCode code(made);
  LLVMOrcDefinitionGeneratorRef symbols = nullptr; // memcpy and its like
  if (failed(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&symbols, LLVMOrcLLJITGetGlobalPrefix(code.get()),
                                                                  nullptr, nullptr)))
    return nullptr;
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(code.get());
  LLVMOrcJITDylibAddGenerator(library, symbols);
  LLVMOrcThreadSafeModuleRef owner = LLVMOrcCreateNewThreadSafeModule(llvm::wrap(module.release()), context.get());
  if (failed(LLVMOrcLLJITAddLLVMIRModule(code.get(), library, owner)))
    return nullptr;
  return code;
}

void* addressIn(const MachineCode& code, const char* symbol) {
  LLVMOrcExecutorAddress address = 0;
  return failed(LLVMOrcLLJITLookup(code.get(), &address, symbol)) ? nullptr : reinterpret_cast<void*>(address);
}

} // namespace warplaw::native
