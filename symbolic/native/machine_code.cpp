// LLVM modules to machine code of this host: the O2 pipeline, of large ones O1's, then ORC's LLJIT.
#include "symbolic/native/machine_code.h"
#include "symbolic/native/emit.h"
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <mutex>

namespace warplaw::native {
namespace {

constexpr unsigned kLarge = 6000; ///< instructions, before any is optimised away
constexpr unsigned kBlock = 200;  ///< instructions of a block that the code generator looks at as a whole

void initializeTarget() {
  static std::once_flag once; // LLVM's registry of targets is global, and not ours
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine, llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(level).run(module, modules);
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

template <class T> bool failed(llvm::Expected<T>& result) {
  if (result)
    return false;
  llvm::consumeError(result.takeError());
  return true;
}

} // namespace

std::unique_ptr<llvm::orc::LLJIT> toMachineCode(std::unique_ptr<llvm::Module> given,
                                                std::unique_ptr<llvm::LLVMContext> context, Effort effort) {
  using namespace llvm::orc;
  initializeTarget();
  ThreadSafeModule owner(std::move(given), std::move(context)); // however this ends, the module goes before the context
  llvm::Module* const module = owner.getModuleUnlocked();
  if (llvm::verifyModule(*module))
    return nullptr;
  auto target = JITTargetMachineBuilder::detectHost();
  if (failed(target))
    return nullptr;
  const bool isLarge = module->getInstructionCount() > kLarge;
  // Some of O2's passes take time that grows with the square of a block, and the code generator's do: redux.sync's
  // encoding lane by lane, 24,000 instructions, took more than a minute. O1 and smaller blocks take seconds. What else
  // is large (a shipped module) gets the plain code generator, and code that is at most twice as slow.
  llvm::Function* const terms = module->getFunction(kEntryName);
  const bool isPlain = effort == Effort::Quick || (isLarge && !terms);
  target->setCodeGenOptLevel(isPlain ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default);
  // LLVM looks for work of AVX-512's mask registers in time that grows with the square of a function: the encoding of
  // 32 lanes that are all compared takes half a minute. A function that says itself what it needs (a shipped one) keeps
  // it.
  if (isLarge)
    target->addFeatures({"-avx512f"});
  auto machine = target->createTargetMachine();
  if (failed(machine))
    return nullptr;
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple().str());
  if (effort == Effort::Full)
    optimise(*module, **machine, isLarge ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O2);
  if (isLarge && terms)
    cutIntoBlocks(*terms);
  auto jit = LLJITBuilder().setJITTargetMachineBuilder(*target).create();
  if (failed(jit))
    return nullptr;
  auto symbols = DynamicLibrarySearchGenerator::GetForCurrentProcess((*jit)->getDataLayout().getGlobalPrefix());
  if (failed(symbols))
    return nullptr;
  (*jit)->getMainJITDylib().addGenerator(std::move(*symbols)); // memcpy and its like
  if (llvm::Error error = (*jit)->addIRModule(std::move(owner))) {
    llvm::consumeError(std::move(error));
    return nullptr;
  }
  return std::move(*jit);
}

} // namespace warplaw::native
