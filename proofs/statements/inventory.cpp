// The inventory: see inventory.h.
#include "proofs/statements/inventory.h"
#include "concrete/execute.h"
#include "proofs/statements/bitcode.h"
#include "spec/instruction.h"
#include "symbolic/lift/lift.h"
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
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

void addCallees(const llvm::Function& function, std::set<const llvm::Function*>& met, std::set<std::string>& called) {
  if (!met.insert(&function).second)
    return;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction()) {
        if (callee->hasLocalLinkage())
          addCallees(*callee, met, called);
        else
          called.insert(callee->getName().str());
      }
}

/// External definitions of the final bitcode: what must be settled of each, and the external functions that it calls,
/// itself or by way of functions that no other file sees.
struct Shipped {
  std::map<std::string, std::vector<Part>> demanded;
  std::map<std::string, std::set<std::string>> callees;
};

Shipped read() {
  Shipped code;
  for (const concrete::Bitcode& bitcode : embeddedBitcode()) {
    if (bitcode.stage != concrete::Stage::Final)
      continue;
    const auto* module = std::get_if<lift::Module>(&parsedFile(bitcode));
    if (!module) {
      code.demanded[fmt::format("{} (not readable)", bitcode.name)] = kAll;
      continue;
    }
    for (const llvm::Function& function : module->llvm())
      if (!function.isDeclaration() && !function.hasLocalLinkage()) {
        const std::string symbol = function.getName().str();
        code.demanded[symbol] = leavesNothing(function) ? kDefined : kAll;
        std::set<const llvm::Function*> met;
        addCallees(function, met, code.callees[symbol]);
      }
  }
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const concrete::Path& path : concrete::paths(mnemonic))
      if (path.evidence == concrete::Evidence::Proved)
        for (const char* function : {"", "_run"})
          code.demanded[fmt::format("warplaw_{}_{}{}", spec::folderOf(mnemonic), path.name, function)] = kAll;
  return code;
}

/// Read once: what is embedded does not change.
const Shipped& shipped() {
  static const Shipped kShipped = read();
  return kShipped;
}

} // namespace

const std::map<std::string, std::vector<Part>>& demandedParts() { return shipped().demanded; }

std::vector<std::string> callersOf(const std::string& symbol) {
  std::vector<std::string> callers;
  for (const auto& [caller, callees] : shipped().callees)
    if (callees.contains(symbol))
      callers.push_back(caller);
  return callers;
}

std::vector<std::string> strayPaths(const std::vector<concrete::PathEntry>& entries) {
  std::vector<std::string> lines;
  for (const concrete::PathEntry& entry : entries) {
    const std::string symbol = fmt::format("warplaw_{}_{}_run", spec::folderOf(entry.mnemonic), entry.path);
    const void* const proved = concrete::shippedFunction(symbol);
    if (entry.evidence == concrete::Evidence::Proved && (!proved || entry.function != proved))
      lines.push_back(
          fmt::format("{}: path {} of {} calls another function", symbol, entry.path, spec::textOf(entry.mnemonic)));
  }
  return lines;
}

std::string missingLine(const std::string& symbol, Part part) { return fmt::format("{}: {}", symbol, textOf(part)); }

std::vector<std::string> missing(const std::vector<Theorem>& theorems, const Records& records) {
  std::map<std::string, std::vector<std::string>> code; // by theorem
  for (const Theorem& theorem : theorems)
    code[theorem.name] = theorem.code;
  std::map<std::string, std::set<std::string>> settled; // by symbol
  std::set<std::pair<std::string, std::string>> seen;   // of many records, what a few say
  for (const Record& record : records)
    if (record.exitCode() == ExitCode::AsExpected && seen.emplace(record.theorem, record.part).second)
      for (const std::string& symbol : code[record.theorem])
        settled[symbol].insert(record.part);
  std::vector<std::string> lines = strayPaths(concrete::pathEntries());
  for (const auto& [symbol, parts] : demandedParts())
    for (const Part part : parts)
      if (!settled[symbol].contains(std::string(textOf(part))))
        lines.push_back(missingLine(symbol, part));
  return lines;
}

std::string goldenLine(const Record& record) {
  const auto brief = [](const std::string& hash) { return std::string_view(hash).substr(0, kBriefHash); };
  if (!record.bitcode.empty() || record.query.empty())
    return record.name;
  if (record.solver == "check")
    return record.name + " check"; // known by the program that ran it
  return record.unfolded.empty() ? fmt::format("{} {}", record.name, brief(record.query))
                                 : fmt::format("{} folded {}", record.name, brief(record.unfolded));
}

std::string goldenList(const Records& records, const std::string& instruction) {
  std::set<std::string> lines;
  for (const Record& record : records)
    if (record.instruction == instruction)
      lines.insert(goldenLine(record));
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

} // namespace warplaw::proofs
