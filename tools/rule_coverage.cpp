// What gives rules their force: see rule_coverage.h.
#include "tools/rule_coverage.h"
#include "proofs/theorems/theorems.h"
#include "spec/rules.h"
#include "tools/theorem_run.h"
#include "tools/third_statement.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
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

spec::Result<void> addMisreadings(RuleCoverage& coverage, const std::string& corpus, const Interrupt& interrupt) {
  auto third = ThirdStatement::over(corpus);
  if (!third)
    return third.error();
  PairedOptions options;
  options.examplesOfEncoding = 0; // `verify --mutants=paired` looks at those
  options.stop = interrupt.flag();
  for (const PairedResult& result : runPaired(allReadings(), **third, options, {})) {
    if (!result.asExpected())
      coverage.faults.push_back(textOf(result));
    else if (!result.name.empty())
      for (const std::string& rule : result.breaks)
        coverage.brokenBy[rule].push_back(
            fmt::format("{} {} (refuted by {})", result.instruction, result.name, fmt::join(result.refutedBy, ", ")));
  }
  return {};
}

/// The theorems of the rows; and for each rule that nothing has broken, the first that names it alone.
std::vector<Theorem> wanted(const RuleCoverage& coverage) {
  std::set<std::string, std::less<>> open;
  for (const spec::Rule& rule : spec::rules())
    if (rule.kind == spec::RuleKind::Semantics && !coverage.brokenBy.contains(rule.name))
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

spec::Result<void> addTheorems(RuleCoverage& coverage, const Interrupt& interrupt) {
  std::set<std::string_view> found;
  const std::vector<Theorem> theorems = wanted(coverage);
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
  RuleCoverage coverage;
  if (auto done = addMisreadings(coverage, corpus, interrupt); !done)
    return done.error();
  if (auto done = addTheorems(coverage, interrupt); !done)
    return done.error();
  return coverage;
}

} // namespace warplaw::tools
