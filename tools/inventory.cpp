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
#include <ranges>
#include <set>
#include <sstream>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kShown = 20; ///< lines of one kind

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

std::pair<std::string, std::string> parted(const std::string& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  return {line.substr(0, end), line.substr(std::min(end + 1, line.size()))};
}

Lines linesOf(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (auto parts = parted(line); !parts.first.empty())
      lines.insert(std::move(parts));
  return lines;
}

/// No more is kept of what was found than is shown: it may be more than memory holds.
void compare(const Lines& listed, const proofs::Records& records, InventoryReport& report) {
  const auto orNothing = [](const std::string& said) { return said.empty() ? "nothing" : said.c_str(); };
  Lines found; // of what is listed
  for (const proofs::Record& record : records) {
    auto parts = parted(proofs::goldenLine(record));
    if (listed.contains(parts.first)) {
      found.insert(std::move(parts));
    } else if (!parts.first.empty()) {
      ++report.addedCount;
      report.added.insert(std::move(parts.first));
      if (report.added.size() > kShown)
        report.added.erase(std::prev(report.added.end()));
    }
  }
  for (const auto& [name, said] : listed)
    if (const auto now = found.find(name); now == found.end())
      report.removed.push_back(name);
    else if (now->second != said)
      report.changed.push_back(
          fmt::format("{}: its query was {}, and is {}", name, orNothing(said), orNothing(now->second)));
}

/// Empty where it cannot be read.
std::string contentOf(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The first of `count`.
template <class All> void appendSome(std::string& text, const char* what, const All& lines, std::size_t count) {
  for (const std::string& line : lines | std::views::take(kShown))
    text += fmt::format("{} {}\n", what, line);
  if (count > kShown)
    text += fmt::format("{} and {} more\n", what, count - kShown);
}

/// Does a line of the inventory begin with a function of one of these instructions?
bool isAbout(std::string_view line, const std::set<std::string>& instructions) {
  return std::ranges::any_of(spec::allMnemonics(), [&](spec::Mnemonic mnemonic) {
    return instructions.contains(std::string(spec::textOf(mnemonic))) &&
           line.starts_with(fmt::format("warplaw_{}_", spec::folderOf(mnemonic)));
  });
}

} // namespace

InventoryReport takeInventory(const std::vector<proofs::Theorem>& theorems, const proofs::Records& records,
                              const std::string& golden, bool everything) {
  InventoryReport report;
  report.missing = proofs::missing(theorems, records);
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
  Lines listed;
  for (const auto& entry : fs::directory_iterator(golden)) {
    if (!everything && !asked.contains(entry.path().stem().string()))
      continue;
    listed.merge(linesOf(contentOf(entry.path())));
  }
  compare(listed, records, report);
  return report;
}

std::string textOf(const InventoryReport& report) {
  std::string text;
  appendSome(text, "MISSING", report.missing, report.missing.size());
  appendSome(text, "REMOVED", report.removed, report.removed.size());
  appendSome(text, "CHANGED", report.changed, report.changed.size());
  appendSome(text, "new    ", report.added, report.addedCount);
  if (!report.added.empty() || !report.changed.empty())
    text += "what is new, or was changed on purpose, is listed by `warplaw verify [INSTRUCTION] --write-golden`\n";
  return text;
}

spec::Result<void> writeGolden(const proofs::Records& records, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const std::string& instruction : instructionsOf(records))
    if (auto written = writeReportFile(listOf(folder, instruction), proofs::goldenList(records, instruction)); !written)
      return written;
  return {};
}

} // namespace warplaw::tools
