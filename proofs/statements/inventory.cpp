// The inventory: see inventory.h.
#include "proofs/statements/inventory.h"
#include "concrete/execute.h"
#include "proofs/statements/bitcode.h"
#include "spec/instruction.h"
#include "symbolic/lift/lift.h"
#include <fmt/format.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>

namespace warplaw::proofs {

std::vector<std::string> shippedSymbols() {
  std::set<std::string> symbols;
  for (const concrete::Bitcode& bitcode : embeddedBitcode()) {
    if (bitcode.stage != concrete::Stage::Final)
      continue;
    const auto parsed = lift::Module::parse(bitcode.bytes, std::string(bitcode.name));
    const auto* module = std::get_if<lift::Module>(&parsed);
    if (!module) {
      symbols.insert(fmt::format("{} (not readable)", bitcode.name));
      continue;
    }
    for (const llvm::Function& function : module->llvm())
      if (!function.isDeclaration() && !function.hasLocalLinkage())
        symbols.insert(function.getName().str());
  }
  return {symbols.begin(), symbols.end()};
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
  std::set<std::string> demanded;
  for (const std::string& symbol : shippedSymbols())
    demanded.insert(symbol);
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const concrete::Path& path : concrete::paths(mnemonic))
      if (path.evidence == concrete::Evidence::Proved)
        for (const char* function : {"", "_run"})
          demanded.insert(fmt::format("warplaw_{}_{}{}", spec::folderOf(mnemonic), path.name, function));
  std::vector<std::string> lines;
  for (const std::string& symbol : demanded)
    for (const Part part : {Part::DefinedUnoptimized, Part::DefinedFinal, Part::Outputs, Part::Twin})
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
