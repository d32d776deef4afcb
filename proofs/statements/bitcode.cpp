#include "proofs/statements/bitcode.h"
#include "linearize/integer_steps.h"
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <map>
#include <vector>

namespace warplaw::proofs {
namespace {

/// Names alone are read, no bodies: of all files in less time than one takes as a whole.
std::vector<std::string> definedIn(const concrete::Bitcode& file) {
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "names"), context);
  std::vector<std::string> names;
  if (!module)
    llvm::consumeError(module.takeError()); // who parses it will say what is wrong
  else
    for (const llvm::Function& function : **module)
      if (!function.isDeclaration())
        names.push_back(function.getName().str());
  return names;
}

using Definitions = std::multimap<std::string, const concrete::Bitcode*, std::less<>>;
const Definitions& definitions() {
  static const Definitions kDefinitions = [] {
    Definitions made;
    for (const concrete::Bitcode& file : embeddedBitcode())
      for (std::string& name : definedIn(file))
        made.emplace(std::move(name), &file);
    return made;
  }();
  return kDefinitions;
}

} // namespace

std::span<const concrete::Bitcode> embeddedBitcode() {
  static const std::vector<concrete::Bitcode> kAll = [] {
    const auto executors = concrete::embeddedBitcode();
    std::vector<concrete::Bitcode> all(executors.begin(), executors.end());
    all.push_back({"integer_steps", concrete::Stage::Unoptimized, linearize::unoptimizedStepBitcode()});
    all.push_back({"integer_steps", concrete::Stage::Final, linearize::finalStepBitcode()});
    return all;
  }();
  return kAll;
}

const concrete::Bitcode* fileThatDefines(std::string_view function, concrete::Stage stage) {
  const concrete::Bitcode* found = nullptr;
  const auto [begin, end] = definitions().equal_range(function);
  for (auto at = begin; at != end; ++at) {
    if (at->second->stage != stage)
      continue;
    if (found)
      return nullptr;
    found = at->second;
  }
  return found;
}

const std::variant<lift::Module, lift::Unsupported>& parsedFile(const concrete::Bitcode& file) {
  // this program forks instead of threading; nothing is freed at the end, when LLVM itself may be gone
  using Parsed = std::map<const std::byte*, std::variant<lift::Module, lift::Unsupported>>;
  static Parsed& all = *new Parsed;
  const auto found = all.find(file.bytes.data());
  if (found != all.end())
    return found->second;
  return all.emplace(file.bytes.data(), lift::Module::parse(file.bytes, std::string(file.name))).first->second;
}

void* shippedFunction(std::string_view symbol) {
#define WARPLAW_INTEGER_STEP(op, type, suffix)                                                                         \
  if (symbol == "warplaw_linearize_" #suffix)                                                                          \
    return reinterpret_cast<void*>(warplaw_linearize_##suffix);
#include "linearize/integer_steps.def"
#undef WARPLAW_INTEGER_STEP
  return concrete::shippedFunction(symbol);
}

} // namespace warplaw::proofs
