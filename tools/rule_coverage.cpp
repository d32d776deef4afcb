// What gives rules their force: see rule_coverage.h.
#include "tools/rule_coverage.h"
#include "proofs/theorems/theorems.h"
#include "spec/rules.h"
#include "tools/theorem_run.h"
#include "tools/third_statement.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>

namespace warplaw::tools {
namespace {
using namespace proofs;

struct Row {
  std::string_view obligation, rule;
};
constexpr Row kRows[] = {
#define BREAKS(obligation, rule) {obligation, rule},
#include "proofs/theorems/broken_rules.def"
#undef BREAKS
};

/// Those that some misreading breaks, if it is refuted; if it is not, that is a fault.
std::set<std::string, std::less<>> misread(const std::vector<Readings>& all) {
  std::set<std::string, std::less<>> rules;
  for (const Readings& readings : all)
    for (const Misreading& wrong : readings.wrong)
      rules.insert(wrong.breaks.begin(), wrong.breaks.end());
  return rules;
}

void addMisreadings(RuleCoverage& coverage, const std::vector<Readings>& all, ThirdStatement& third,
                    const Interrupt& interrupt) {
  PairedOptions options;
  options.stop = interrupt.flag();
  const std::vector<PairedResult> results = runPaired(all, third, options, {});
  for (const PairedResult& result : results) {
    if (!result.asExpected())
      coverage.faults.push_back(textOf(result));
    else if (!result.name.empty())
      for (const std::string& rule : result.breaks)
        coverage.brokenBy[rule].push_back(
            fmt::format("{} {} (refuted by {})", result.instruction, result.name, fmt::join(result.refutedBy, ", ")));
  }
  if (interrupt.requested())
    coverage.interrupted = "interrupted: not all misreadings were tried";
  else if (exitCodeOf(results) == ExitCode::Inconclusive)
    coverage.faults.emplace_back("too few rules of some instruction are misread");
}

/// The theorems of the rows; and for each rule that no misreading breaks, the first that names it alone.
std::vector<Theorem> wanted(const std::set<std::string, std::less<>>& broken) {
  std::set<std::string, std::less<>> open;
  for (const spec::Rule& rule : spec::rules())
    if (rule.kind == spec::RuleKind::Semantics && !broken.contains(rule.name))
      open.emplace(rule.name);
  for (const Row& row : kRows)
    open.erase(std::string(row.rule));
  std::vector<Theorem> theorems = allTheorems(Subject::shipped());
  std::erase_if(theorems, [&](const Theorem& theorem) {
    const auto isOfIt = [&](const Row& row) {
      return row.obligation == theorem.name || row.obligation.starts_with(theorem.name + "/");
    };
    if (std::ranges::any_of(kRows, isOfIt))
      return false;
    return theorem.rules.size() != 1 || open.erase(theorem.rules[0]) == 0;
  });
  return theorems;
}

void addRecord(RuleCoverage& coverage, std::set<std::string_view>& found, const Record& record) {
  if (record.expected != Verdict::Refuted || record.exitCode() != ExitCode::AsExpected)
    return;
  const auto broken = [&](const std::string& rule) {
    coverage.brokenBy[rule].push_back(fmt::format("{} (refuted)", record.name));
  };
  for (const Row& row : kRows)
    if (row.obligation == record.name) {
      found.insert(row.obligation);
      if (std::ranges::find(record.rules, row.rule) == record.rules.end())
        coverage.faults.push_back(fmt::format("{} does not name {}", record.theorem, row.rule));
      else
        broken(std::string(row.rule));
    }
  if (record.rules.size() == 1)
    broken(record.rules[0]);
}

spec::Result<void> addTheorems(RuleCoverage& coverage, const std::vector<Theorem>& theorems,
                               const Interrupt& interrupt) {
  std::set<std::string_view> found;
  const auto ran = runTheorems(theorems, interrupt, [&](const Record& record) { addRecord(coverage, found, record); });
  if (!ran)
    return ran.error();
  if (*ran) {
    coverage.interrupted = interruptedText(*ran, theorems.size());
    return {};
  }
  for (const Row& row : kRows)
    if (!found.contains(row.obligation))
      coverage.faults.push_back(fmt::format("{} was not refuted, or is not there", row.obligation));
  return {};
}

} // namespace

spec::Result<RuleCoverage> ruleCoverage(const std::string& corpus, const Interrupt& interrupt) {
  auto third = ThirdStatement::over(corpus);
  if (!third)
    return third.error();
  const std::vector<Readings> all = allReadings();
  RuleCoverage byTheorems, coverage;
  if (auto done = addTheorems(byTheorems, wanted(misread(all)), interrupt); !done)
    return done.error();
  if (!byTheorems.interrupted.empty())
    return byTheorems;
  addMisreadings(coverage, all, **third, interrupt);
  for (auto& [rule, broken] : byTheorems.brokenBy)
    std::ranges::move(broken, std::back_inserter(coverage.brokenBy[rule]));
  std::ranges::move(byTheorems.faults, std::back_inserter(coverage.faults));
  return coverage;
}

} // namespace warplaw::tools
