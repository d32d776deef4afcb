// `warplaw rules`: every rule with the theorems, properties and case files that name it; `--check`: what broke it and
// was refuted.
#include "spec/rules.h"
#include "spec/counted.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/places.h"
#include "tools/rule_coverage.h"
#include "tools/rule_index.h"
#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <fmt/format.h>
#include <memory>
#include <set>

namespace warplaw::tools {
namespace {

struct RulesOptions {
  std::string prefix, corpus = places().corpus;
  bool check = false, json = false;
};

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(kShown, names.size()); ++k)
    text += fmt::format("{}{}", k ? ", " : "", names[k]);
  return names.size() > kShown ? fmt::format("{} and {} more", text, names.size() - kShown) : text;
}

void showRule(const spec::Rule& rule, const Witnesses& witnesses, bool json) {
  if (json)
    return printJsonLine({{"rule", rule.name},
                          {"statement", rule.statement},
                          {"disputed", rule.disputed},
                          {"theorems", jsonTexts(witnesses.theorems)},
                          {"properties", jsonTexts(witnesses.properties)},
                          {"cases", jsonTexts(witnesses.cases)}});
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

/// A rule about semantics is broken by something that was refuted; one about legality is named by a law, theorem or
/// case.
std::string witnessOf(const spec::Rule& rule, const RuleCoverage& coverage, const ByRule& byRule) {
  if (rule.kind == spec::RuleKind::Semantics) {
    const auto broken = coverage.brokenBy.find(rule.name);
    if (broken == coverage.brokenBy.end())
      return {};
    const std::size_t more = broken->second.size() - 1;
    return fmt::format("broken by {}{}", broken->second.front(), more ? fmt::format(" and {} more", more) : "");
  }
  const auto named = byRule.find(rule.name);
  if (named == byRule.end())
    return {};
  const auto& [theorems, properties, cases] = named->second;
  const auto& names = !properties.empty() ? properties : !cases.empty() ? cases : theorems;
  return names.empty() ? "" : fmt::format("what is legal: {}", names.front());
}

int checkRules(const RulesOptions& options, const ByRule& byRule) {
  const Interrupt interrupt;
  auto coverage = ruleCoverage(options.corpus, interrupt);
  if (!coverage)
    return badInput("", coverage.error());
  const bool isWhole = coverage->interrupted.empty();
  std::vector<std::string> faults = std::move(coverage->faults);
  for (const spec::Rule& rule : spec::rules()) {
    const std::string witness = witnessOf(rule, *coverage, byRule);
    fmt::print("{:<10} {}\n", rule.name, !witness.empty() ? witness : isWhole ? "NOTHING" : "not known");
    if (witness.empty() && isWhole)
      faults.push_back(fmt::format("{}: {}", rule.name,
                                   rule.kind == spec::RuleKind::Semantics ? "nothing that breaks it was refuted"
                                                                          : "no law, case or theorem names it"));
  }
  std::set<std::string> unknown;
  for (const auto& [name, witnesses] : byRule)
    if (!spec::findRule(name))
      unknown.insert(name);
  for (const auto& [name, broken] : coverage->brokenBy)
    if (!spec::findRule(name))
      unknown.insert(name);
  for (const std::string& name : unknown)
    faults.push_back(fmt::format("{}: is named, but there is no such rule", name));
  for (const std::string& fault : faults)
    fmt::print("{}\n", fault);
  fmt::print("{}, {}\n", spec::counted(spec::rules().size(), "rule"), spec::counted(faults.size(), "fault"));
  if (!isWhole)
    say("warplaw: {}\n", coverage->interrupted);
  const ExitCode open = isWhole ? ExitCode::AsExpected : ExitCode::Inconclusive;
  return codeOf(faults.empty() ? open : ExitCode::Counterexample);
}

int showRules(const RulesOptions& options) {
  const auto byRule = witnessesByRule(options.corpus);
  if (!byRule)
    return badInput("", byRule.error());
  if (options.check)
    return checkRules(options, *byRule);
  static const Witnesses kNone;
  std::size_t shown = 0;
  for (const spec::Rule& rule : spec::rules()) {
    if (!boost::algorithm::istarts_with(rule.name, options.prefix))
      continue;
    ++shown;
    const auto found = byRule->find(rule.name);
    showRule(rule, found == byRule->end() ? kNone : found->second, options.json);
  }
  if (!shown)
    return badUsage(fmt::format("no rule's name begins with {}", printable(options.prefix)),
                    "`warplaw rules` shows them");
  return codeOf(ExitCode::AsExpected);
}

Action setupRules(Subcommand& command) {
  const auto options = std::make_shared<RulesOptions>();
  command.options({
      {"rule", options->prefix, "only rules whose names begin with this, such as SHFL or ATOMS-10"},
      {"--corpus", options->corpus, "folder of case files", kReadableFolder},
      {"--check", options->check,
       "exit with 1 unless each rule has force: for a rule about semantics, something that breaks it is "
       "refuted; a rule about legality is named"},
      {"--json", options->json, "print a JSON object for each rule"},
  });
  command.footer("Examples:\n  warplaw rules\n  warplaw rules SHFL-4\n  warplaw rules --check\n"
                 "Exit codes: 0 as expected, 1 a rule has no force, 2 bad usage, 3 interrupted.");
  return [options] { return showRules(*options); };
}

} // namespace

const Command kRules{"rules", "show every rule with its theorems, properties and cases", setupRules};

} // namespace warplaw::tools
