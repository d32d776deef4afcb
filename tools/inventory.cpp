// The inventory of a run: see inventory.h.
#include "tools/inventory.h"
#include "proofs/statements/inventory.h"
#include "spec/instruction.h"
#include "tools/output.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

template <class All> std::set<std::string> instructionsOf(const All& all) {
  std::set<std::string> names;
  for (const auto& one : all)
    names.insert(one.instruction);
  return names;
}

std::string listOf(const std::string& golden, const std::string& instruction) {
  return fmt::format("{}/{}.txt", golden, instruction);
}

std::set<std::string> linesOf(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty())
      lines.insert(line);
  return lines;
}

/// Empty where it cannot be read.
std::string contentOf(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void appendSome(std::string& text, const char* what, const std::vector<std::string>& lines) {
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(kShown, lines.size()); ++i)
    text += fmt::format("{} {}\n", what, lines[i]);
  if (lines.size() > kShown)
    text += fmt::format("{} and {} more\n", what, lines.size() - kShown);
}

/// Does a line of the inventory begin with a function of one of these instructions?
bool isAbout(std::string_view line, const std::set<std::string>& instructions) {
  return std::ranges::any_of(spec::allMnemonics(), [&](spec::Mnemonic mnemonic) {
    return instructions.contains(std::string(spec::textOf(mnemonic))) &&
           line.starts_with(fmt::format("warplaw_{}_", spec::folderOf(mnemonic)));
  });
}

} // namespace

InventoryReport takeInventory(const std::vector<proofs::Theorem>& theorems, const std::vector<proofs::Record>& records,
                              const std::string& golden, bool everything) {
  InventoryReport report{proofs::missing(theorems, records), {}, {}};
  const std::set<std::string> asked = instructionsOf(theorems);
  if (!everything)
    std::erase_if(report.missing, [&](const std::string& line) { return !isAbout(line, asked); });
  if (golden.empty())
    return report;
  if (!fs::is_directory(golden)) { // nothing to hold names against is no pass
    report.missing.push_back(fmt::format("the lists of names: there is no folder {}", golden));
    return report;
  }
  for (const std::string& instruction : asked) // what is new everywhere cannot be told from what nobody listed
    if (linesOf(contentOf(listOf(golden, instruction))).empty())
      report.missing.push_back(fmt::format("the list of names: there is none in {}", listOf(golden, instruction)));
  std::set<std::string> listed, found;
  for (const auto& entry : fs::directory_iterator(golden)) {
    if (!everything && !asked.contains(entry.path().stem().string()))
      continue;
    listed.merge(linesOf(contentOf(entry.path())));
  }
  for (const proofs::Record& record : records)
    found.insert(record.name);
  std::ranges::set_difference(listed, found, std::back_inserter(report.removed));
  std::ranges::set_difference(found, listed, std::back_inserter(report.added));
  return report;
}

std::string textOf(const InventoryReport& report) {
  std::string text;
  appendSome(text, "MISSING", report.missing);
  appendSome(text, "REMOVED", report.removed);
  appendSome(text, "new    ", report.added);
  if (!report.added.empty())
    text += "new names are listed by `warplaw verify [INSTRUCTION] --write-golden`\n";
  return text;
}

spec::Result<void> writeGolden(const std::vector<proofs::Record>& records, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const std::string& instruction : instructionsOf(records))
    if (auto written = writeReportFile(listOf(folder, instruction), proofs::namesOf(records, instruction)); !written)
      return written;
  return {};
}

} // namespace warplaw::tools
