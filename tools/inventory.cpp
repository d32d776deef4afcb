// The inventory of a run: see inventory.h.
#include "tools/inventory.h"
#include "proofs/statements/inventory.h"
#include "spec/instruction.h"
#include "tools/output.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
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

/// What is said of each obligation, by name: empty where that is its name alone.
using Lines = std::map<std::string, std::string>;

void addLine(Lines& lines, const std::string& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  if (end != 0)
    lines.emplace(line.substr(0, end), line.substr(std::min(end + 1, line.size())));
}

Lines linesOf(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    addLine(lines, line);
  return lines;
}

void compare(const Lines& listed, const Lines& found, InventoryReport& report) {
  const auto orNothing = [](const std::string& said) { return said.empty() ? "nothing" : said.c_str(); };
  for (const auto& [name, said] : listed)
    if (const auto now = found.find(name); now == found.end())
      report.removed.push_back(name);
    else if (now->second != said)
      report.changed.push_back(
          fmt::format("{}: its query was {}, and is {}", name, orNothing(said), orNothing(now->second)));
  for (const auto& [name, said] : found)
    if (!listed.contains(name))
      report.added.push_back(name);
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
  InventoryReport report{proofs::missing(theorems, records), {}, {}, {}};
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
  Lines listed, found;
  for (const auto& entry : fs::directory_iterator(golden)) {
    if (!everything && !asked.contains(entry.path().stem().string()))
      continue;
    listed.merge(linesOf(contentOf(entry.path())));
  }
  for (const proofs::Record& record : records)
    addLine(found, proofs::goldenLine(record));
  compare(listed, found, report);
  return report;
}

std::string textOf(const InventoryReport& report) {
  std::string text;
  appendSome(text, "MISSING", report.missing);
  appendSome(text, "REMOVED", report.removed);
  appendSome(text, "CHANGED", report.changed);
  appendSome(text, "new    ", report.added);
  if (!report.added.empty() || !report.changed.empty())
    text += "what is new, or was changed on purpose, is listed by `warplaw verify [INSTRUCTION] --write-golden`\n";
  return text;
}

spec::Result<void> writeGolden(const std::vector<proofs::Record>& records, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const std::string& instruction : instructionsOf(records))
    if (auto written = writeReportFile(listOf(folder, instruction), proofs::goldenList(records, instruction)); !written)
      return written;
  return {};
}

} // namespace warplaw::tools
