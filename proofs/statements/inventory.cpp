// The inventory: see inventory.h.
#include "proofs/statements/inventory.h"
#include "concrete/execute.h"
#include "proofs/statements/bitcode.h"
#include "spec/instruction.h"
#include "symbolic/lift/lift.h"
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <set>

namespace warplaw::proofs {
namespace {

const std::vector<Part> kDefined = {Part::DefinedUnoptimized, Part::DefinedFinal};
const std::vector<Part> kAll = {Part::DefinedUnoptimized, Part::DefinedFinal, Part::Outputs, Part::Twin};

bool leavesNothing(const llvm::Function& function) {
  return function.getReturnType()->isVoidTy() &&
         llvm::none_of(llvm::instructions(function), [](const llvm::Instruction& i) { return i.mayWriteToMemory(); });
}

} // namespace

std::map<std::string, std::vector<Part>> demandedParts() {
  std::map<std::string, std::vector<Part>> demanded;
  for (const concrete::Bitcode& bitcode : embeddedBitcode()) {
    if (bitcode.stage != concrete::Stage::Final)
      continue;
    const auto parsed = lift::Module::parse(bitcode.bytes, std::string(bitcode.name));
    const auto* module = std::get_if<lift::Module>(&parsed);
    if (!module) {
      demanded[fmt::format("{} (not readable)", bitcode.name)] = kAll;
      continue;
    }
    for (const llvm::Function& function : module->llvm())
      if (!function.isDeclaration() && !function.hasLocalLinkage())
        demanded[function.getName().str()] = leavesNothing(function) ? kDefined : kAll;
  }
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const concrete::Path& path : concrete::paths(mnemonic))
      if (path.evidence == concrete::Evidence::Proved)
        for (const char* function : {"", "_run"})
          demanded[fmt::format("warplaw_{}_{}{}", spec::folderOf(mnemonic), path.name, function)] = kAll;
  return demanded;
}

std::vector<std::string> missing(const std::vector<Theorem>& theorems, const std::vector<Record>& records) {
  std::map<std::string, std::vector<std::string>> code; // by theorem
  for (const Theorem& theorem : theorems)
    code[theorem.name] = theorem.code;
  std::map<std::string, std::set<std::string>> settled; // by symbol
  for (const Record& record : records)
    if (record.exitCode() == ExitCode::AsExpected)
      for (const std::string& symbol : code[record.theorem])
        settled[symbol].insert(record.part);
  std::vector<std::string> lines;
  for (const auto& [symbol, parts] : demandedParts())
    for (const Part part : parts)
      if (!settled[symbol].contains(std::string(textOf(part))))
        lines.push_back(fmt::format("{}: {}", symbol, textOf(part)));
  return lines;
}

std::string namesOf(const std::vector<Record>& records, const std::string& instruction) {
  std::set<std::string> names;
  for (const Record& record : records)
    if (record.instruction == instruction)
      names.insert(record.name);
  return fmt::format("{}\n", fmt::join(names, "\n"));
}

} // namespace warplaw::proofs
