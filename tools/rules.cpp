// `warplaw rules`: every rule with the theorems, properties and case files that name it.
#include "spec/rules.h"
#include "fuzz/properties.h"
#include "proofs/theorems/theorems.h"
#include "tools/command.h"
#include "tools/input.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

struct Options {
  std::string prefix, corpus = WARPLAW_CORPUS;
  bool check = false, json = false;
};

struct Witnesses {
  std::vector<std::string> theorems, properties, cases;
  bool none() const { return theorems.empty() && properties.empty() && cases.empty(); }
};
using ByRule = std::map<std::string, Witnesses, std::less<>>;

/// Case files below the folder; a folder that is not there, or a file that is no case, is a rejection.
spec::Result<void> addCases(ByRule& byRule, const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json")
      files.push_back(at->path());
  if (error)
    return spec::Rejection{"file", fmt::format("{} cannot be read: {}", folder, error.message()), "--corpus FOLDER"};
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const auto c = spec::readCase(file);
    if (!c)
      return c.error();
    for (const std::string& rule : c->rules)
      byRule[rule].cases.push_back(fs::relative(file, folder));
  }
  return {};
}

spec::Result<ByRule> collect(const Options& options) {
  ByRule byRule;
  for (const proofs::Theorem& theorem : proofs::allTheorems(proofs::Subject::shipped()))
    for (const std::string& rule : theorem.rules)
      byRule[rule].theorems.push_back(theorem.name);
  for (const fuzz::Property& property : fuzz::properties())
    for (const std::string_view rule : property.rules)
      byRule[std::string(rule)].properties.push_back(std::string(property.name));
  if (auto done = addCases(byRule, options.corpus); !done)
    return done.error();
  return byRule;
}

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(kShown, names.size()); ++k)
    text += fmt::format("{}{}", k ? ", " : "", names[k]);
  return names.size() > kShown ? fmt::format("{} and {} more", text, names.size() - kShown) : text;
}

std::string jsonList(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : ",") + jsonText(name);
  return "[" + text + "]";
}

void show(const spec::Rule& rule, const Witnesses& witnesses, bool json) {
  if (json) {
    fmt::print(R"({{"rule":{},"statement":{},"disputed":{},"theorems":{},"properties":{},"cases":{}}})"
               "\n",
               jsonText(rule.name), jsonText(rule.statement), rule.disputed, jsonList(witnesses.theorems),
               jsonList(witnesses.properties), jsonList(witnesses.cases));
    return;
  }
  fmt::print("{:<10} {}{}\n", rule.name, rule.statement, rule.disputed ? " [a published claim about it is false]" : "");
  if (!witnesses.theorems.empty())
    fmt::print("           theorems:   {}\n", list(witnesses.theorems));
  if (!witnesses.properties.empty())
    fmt::print("           properties: {}\n", list(witnesses.properties));
  if (!witnesses.cases.empty())
    fmt::print("           cases:      {}\n", list(witnesses.cases));
  if (witnesses.none())
    fmt::print("           nothing names this rule\n");
}

int showRules(const Options& options) {
  const auto byRule = collect(options);
  if (!byRule)
    return badInput("", byRule.error());
  static const Witnesses kNone;
  std::vector<std::string> bare;
  std::size_t shown = 0;
  for (const spec::Rule& rule : spec::rules()) {
    if (!rule.name.starts_with(options.prefix))
      continue;
    ++shown;
    const auto found = byRule->find(rule.name);
    const Witnesses& witnesses = found == byRule->end() ? kNone : found->second;
    if (witnesses.none())
      bare.emplace_back(rule.name);
    if (!options.check)
      show(rule, witnesses, options.json);
  }
  if (!shown)
    return badUsage(fmt::format("no rule's name begins with {}", printable(options.prefix)),
                    "`warplaw rules` shows them");
  if (!options.check)
    return codeOf(ExitCode::AsExpected);
  std::vector<std::string> unknown;
  for (const auto& [name, witnesses] : *byRule)
    if (!spec::findRule(name))
      unknown.push_back(name);
  for (const std::string& name : bare)
    fmt::print("{}: no theorem, property or case names it\n", name);
  for (const std::string& name : unknown)
    fmt::print("{}: is named, but there is no such rule\n", name);
  fmt::print("{} rules, {} without anything, {} unknown names\n", shown, bare.size(), unknown.size());
  return codeOf(bare.empty() && unknown.empty() ? ExitCode::AsExpected : ExitCode::Counterexample);
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("rule", options->prefix, "only rules whose name begins so: SHFL, ATOMS-10");
  command.add_option("--corpus", options->corpus, "folder of case files");
  command.add_flag("--check", options->check, "exit 1 if a rule has nothing, or a name that is no rule is used");
  command.add_flag("--json", options->json, "one JSON object a rule");
  command.footer("Examples:\n  warplaw rules\n  warplaw rules SHFL-4\n  warplaw rules --check");
  run = [options] { return showRules(*options); };
}

} // namespace

const Command kRules{"rules", "every rule with its theorems, properties and cases", setup};

} // namespace warplaw::tools
