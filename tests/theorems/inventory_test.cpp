// What the inventory counts: evidence that was made from a function's lifted code, whatever obligations are called.
#include "found.h"
#include "proofs/statements/code_named.h"
#include "proofs/statements/inventory.h"
#include "spec/instruction.h"
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace inventory_test {

constexpr std::string_view kSymbol = "warplaw_shfl_modifiers:";

const Subject kShipped = Subject::shipped();

Theorem statedOf(std::string_view name) { return tests::named(shflTheorems(kShipped), name); }

std::vector<Record> recordsOf(const Theorem& theorem) {
  std::vector<Record> records;
  for (const auto& [name, record] : tests::recordsOf({theorem}))
    records.push_back(record);
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

// --- A theorem names the code that it is about: nothing is PROVED where its evidence is made of other code. ---

/// What it comes to where all theorems are listed, with several jobs: first with an empty cache, then with what that
/// left.
std::vector<Record> heldRecords(const Theorem& theorem) {
  toy::Folder folder;
  const auto cache = Cache::open(folder / "cache", CacheMode::Use);
  EXPECT_TRUE(cache);
  RunOptions options = tests::byZ3(3);
  options.cache = &*cache;
  std::vector<Record> records;
  RunObserver observer;
  observer.onRecord = [&](const Record& record) { records.push_back(record); };
  run({heldAgainstItsCode(theorem, kShipped)}, options, observer);
  const std::size_t once = records.size();
  run({heldAgainstItsCode(theorem, kShipped)}, options, observer);
  EXPECT_EQ(records.size(), 2 * once);
  return records;
}
void expectHeld(const Theorem& theorem) {
  const std::vector<Record> records = heldRecords(theorem);
  EXPECT_GE(records.size(), 8u);
  for (const Record& record : records)
    EXPECT_EQ(record.exitCode(), ExitCode::AsExpected) << record.name << ": " << record.reason;
}
void expectError(const Theorem& theorem, const std::string& reason) {
  const std::vector<Record> records = heldRecords(theorem);
  EXPECT_EQ(records.size(), 2u);
  for (const Record& record : records) {
    EXPECT_EQ(record.verdict, Verdict::Error) << record.name;
    EXPECT_EQ(record.name, theorem.name);
    EXPECT_NE(record.reason.find(reason), std::string::npos) << record.reason;
  }
}

/// Both theorems as one; of the second without evidence of a kind, and without its comparison then.
Theorem together(const Theorem& first, const Theorem& second, std::optional<Part> without = {}) {
  Theorem both = first;
  both.code.insert(both.code.end(), second.code.begin(), second.code.end());
  both.build = [=](Terms& terms) -> Obligations {
    Obligations all = first.build(terms), more = second.build(terms);
    for (Obligation& o : std::get<std::vector<Obligation>>(more))
      if (!without || (o.countsAs() != *without && o.countsAs() != Part::Law))
        std::get<std::vector<Obligation>>(all).push_back(std::move(o));
    return all;
  };
  return both;
}

TEST(CodeNamed, EvidenceIsOfTheCodeThatATheoremNames) {
  const Theorem right = statedOf("shfl/modifiers"), plan = statedOf("shfl/plan");
  expectHeld(right);
  expectHeld(together(right, plan));

  Theorem more = right, other = right;
  more.code.push_back(plan.code.at(0));
  expectError(more, "it names " + plan.code.at(0) + ", and settles of others alone");
  other.code = plan.code;
  expectError(other, "made of " + right.code.at(0) + ", which the theorem does not name");
  Theorem none = right;
  none.build = [](Terms& terms) { return std::vector{implied("shfl/modifiers/law", {}, terms.truth(true))}; };
  expectError(none, "it names " + right.code.at(0) + ", and has no evidence of it");
  // it lifts the code, and settles of it something that is true of any
  for (const Part left : {Part::DefinedUnoptimized, Part::DefinedFinal, Part::Outputs, Part::Twin})
    expectError(together(right, plan, left), fmt::format("of others alone: {}", textOf(left)));
}

/// Nor can a theorem that is compared with the oracle drop a lane, or say something true in its place.
TEST(CodeNamed, WhatWasComparedIsAsked) {
  const Theorem right = statedOf("shfl/modifiers");
  for (const bool isHollow : {false, true}) {
    Theorem less = right;
    less.build = [=](Terms& terms) {
      Obligations made = right.build(terms);
      auto& all = std::get<std::vector<Obligation>>(made);
      const auto one = std::ranges::find(all, Part::Outputs, &Obligation::countsAs);
      if (isHollow)
        *one = implied(one->name, {}, terms.truth(true));
      else
        all.erase(one);
      return made;
    };
    expectError(less, "it compared evidence that is not asked");
  }
}

/// Nor has a theorem a subject of its own: with other code, another encoding, or one assumption more.
TEST(CodeNamed, CodeIsTheOneThatIsUnderProof) {
  for (const Theorem& theorem : shflTheorems(Subject::shipped()))
    if (theorem.name == "shfl/modifiers")
      expectError(theorem, "made of another " + theorem.code.at(0));
}

/// Whoever runs theorems that nobody held against their code sees as much of it as it was given.
TEST(CodeNamed, EvidenceOfOtherCodeIsNoVerdictAnywhere) {
  Theorem other = statedOf("shfl/modifiers");
  other.code = statedOf("shfl/plan").code;
  const std::vector<Record> records = recordsOf(other);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].verdict, Verdict::Error);
  EXPECT_NE(records[0].reason.find("which the theorem does not name"), std::string::npos) << records[0].reason;
  // a mutant's names none; one that is listed must
  other.code.clear();
  expectError(other, "which the theorem does not name");
  EXPECT_EQ(missed(other, recordsOf(other)), 4u) << "evidence of a theorem that names no code counts";
}

/// All that there are are listed so.
TEST(CodeNamed, EveryTheoremIsHeldAgainstItsCode) {
  const Theorem held = heldAgainstItsCode({}, kShipped);
  for (const Theorem& theorem : allTheorems(kShipped))
    EXPECT_EQ(theorem.build.target_type(), held.build.target_type()) << theorem.name;
}

} // namespace inventory_test
} // namespace warplaw::proofs
