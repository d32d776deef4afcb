// What the inventory counts: evidence that was made from a function's lifted code, whatever obligations are called.
#include "proofs/engine/runner.h"
#include "proofs/statements/inventory.h"
#include "proofs/theorems/theorems.h"
#include "spec/instruction.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

namespace warplaw::proofs {
namespace {

constexpr std::string_view kSymbol = "warplaw_shfl_modifiers:";

Theorem statedOf(std::string_view name) {
  for (const Theorem& theorem : shflTheorems(Subject::shipped()))
    if (theorem.name == name)
      return theorem;
  ADD_FAILURE() << name;
  return {};
}

std::vector<Record> recordsOf(const Theorem& theorem) {
  RunOptions options;
  options.policy = solverPolicy("z3").value();
  std::vector<Record> records;
  RunObserver observer;
  observer.onRecord = [&](const Record& record) { records.push_back(record); };
  run({theorem}, options, observer);
  return records;
}

/// What the inventory misses of the modifiers' function.
std::size_t missed(const Theorem& theorem, const std::vector<Record>& records) {
  const std::vector<std::string> lines = missing({theorem}, records);
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with(kSymbol); }));
}

TEST(Inventory, TrueUnderTheRightNameIsNoEvidence) {
  const Theorem right = statedOf("shfl/modifiers");
  const std::vector<Record> evidence = recordsOf(right);
  ASSERT_FALSE(evidence.empty());
  EXPECT_EQ(missed(right, evidence), 0u);
  EXPECT_EQ(missed(right, {}), 4u);

  // the same names and code, all true, or a check that says what is expected
  Theorem named = right;
  named.build = [&](Terms& terms) -> Obligations {
    std::vector<Obligation> made;
    for (const Record& record : evidence) {
      Obligation o;
      o.name = record.name;
      if (record.expected == Verdict::Proved)
        o.query.goal = terms.truth(true);
      else
        o = byEvidence(record.name, record.expected,
                       [verdict = record.expected] { return Obligation::Evidence{verdict, "", "said so"}; });
      o.isOfRulesAlone = true; // else it is no theorem: what is PROVED there is evidence, or a law
      made.push_back(std::move(o));
    }
    return made;
  };
  const std::vector<Record> claimed = recordsOf(named);
  ASSERT_EQ(claimed.size(), evidence.size());
  for (const Record& record : claimed)
    EXPECT_EQ(record.exitCode(), ExitCode::AsExpected) << record.name;
  EXPECT_EQ(missed(named, claimed), 4u) << "the names alone satisfy the inventory";
}

/// Evidence stands for its own query alone: another goal or one assumption more, and it settles nothing.
TEST(Inventory, ChangedEvidenceIsNoEvidence) {
  const Theorem right = statedOf("shfl/modifiers");
  for (const bool goal : {true, false}) {
    Theorem changed = right;
    changed.build = [&right, goal](Terms& terms) {
      Obligations made = right.build(terms);
      for (Obligation& o : std::get<std::vector<Obligation>>(made)) {
        if (o.expected != Verdict::Proved || !o.query.goal)
          continue;
        const Term x = terms.variable(32, "x"), holds = ~(x * x).eq(symbolic::Bits(3)); // of any x, but not by folding
        o.isOfRulesAlone = true;                                                        // as above
        if (goal)
          o.query.goal = o.query.goal & holds;
        else
          o.query.assumptions.push_back(holds);
      }
      return made;
    };
    const std::vector<Record> records = recordsOf(changed);
    for (const Record& record : records)
      EXPECT_EQ(record.exitCode(), ExitCode::AsExpected) << record.name;
    EXPECT_EQ(missed(changed, records), 3u) << "all but the twin";
  }
}

/// The entries of any two paths exchanged, and every path of every row with the entry of another one.
TEST(Inventory, APathThatCallsAnotherFunctionIsNoticed) {
  const std::vector<concrete::PathEntry> paths = concrete::pathEntries();
  EXPECT_EQ(strayPaths(paths), std::vector<std::string>{});
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::vector<concrete::PathEntry> wrong = paths;
    wrong[i].function = paths[(i + 1) % paths.size()].function;
    const std::vector<std::string> lines = strayPaths(wrong);
    ASSERT_EQ(lines.size(), paths[i].evidence == concrete::Evidence::Proved ? 1u : 0u) << paths[i].path;
    if (!lines.empty()) {
      EXPECT_TRUE(
          lines[0].starts_with(fmt::format("warplaw_{}_{}_run:", spec::folderOf(paths[i].mnemonic), paths[i].path)))
          << lines[0];
    }
  }
}

/// What a theorem says that it is about is what it lifts: of every theorem that has evidence of code, which takes
/// a minute.
TEST(NightlyInventory, TheoremsLiftTheCodeThatTheyName) {
  std::set<std::string> lifted;
  Subject::Overrides overrides;
  overrides.lifted = [&](std::string_view symbol, const lift::Input&) { lifted.insert(std::string(symbol)); };
  std::size_t about = 0;
  for (const Theorem& theorem : allTheorems(Subject::with(std::move(overrides)))) {
    lifted.clear();
    Terms terms;
    const Obligations made = theorem.build(terms);
    const auto* all = std::get_if<std::vector<Obligation>>(&made);
    const auto isEvidence = [](const Obligation& o) { return o.countsAs() != Part::Law; };
    if (!all || std::ranges::none_of(*all, isEvidence)) // laws name the code that replays their witnesses
      continue;
    ++about;
    EXPECT_EQ(lifted, std::set<std::string>(theorem.code.begin(), theorem.code.end())) << theorem.name;
  }
  EXPECT_GT(about, 100u);
}

} // namespace
} // namespace warplaw::proofs
