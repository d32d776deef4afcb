#include "tools/verify_mutants.h"
#include "proofs/engine/report.h"
#include "proofs/engine/results.h"
#include "proofs/mutants/mutants.h"
#include "proofs/mutants/mutants_theorems.h"
#include "proofs/mutants/paired.h"
#include "proofs/theorems/theorems.h"
#include "spec/counted.h"
#include "tools/input.h"
#include "tools/output.h"
#include "tools/places.h"
#include "tools/third_statement.h"
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::tools {

using namespace proofs;

namespace {

constexpr const char* kOfCode = "code";
constexpr const char* kOfTheorems = "theorems";
constexpr const char* kPaired = "paired";

/// Theorems whose code is not that of an earlier run, or which were not as expected there.
std::function<bool(const Theorem&)> otherCodeThan(const EarlierResults& earlier) {
  std::map<std::string, std::string> code; // by theorem; nothing where something was not as expected
  std::set<std::string> unlike;            // where something was not as expected, or where the code is not one
  for (const auto& [name, record] : earlier.records) {
    std::string& known = code[record.theorem];
    if (known.empty())
      known = record.bitcode; // none where it speaks of rules alone
    if (record.exitCode() != ExitCode::AsExpected || (!record.bitcode.empty() && record.bitcode != known))
      unlike.insert(record.theorem);
  }
  for (const std::string& theorem : unlike)
    code.erase(theorem);
  return [code, shipped = Subject::shipped()](const Theorem& theorem) {
    const auto known = code.find(theorem.name);
    return known == code.end() || known->second != bitcodeHashOf(shipped, theorem);
  };
}

} // namespace

void MutantsMode::addOptions(Subcommand& command) {
  perFunction_ = MutantOptions{}.perSymbol;
  command.options({
      {"--mutants", name_,
       "test the tests: change executors and encodings, and demand that each change is refuted or proved harmless. "
       "--mutants=theorems: weaken theorems and delete evidence, and demand that this is noticed. --mutants=paired: "
       "misread rules in executor and encoding alike, and demand that the third statement refutes it",
       oneOf("code theorems paired")
           .orAlone(kOfCode)
           .excludes("--results --resume --junit --markdown --since --no-fold --shard --certify")},
      {"--mutants-per-function", perFunction_,
       "how many changes of each function of an executor at least, if it has so many; a long function gets more",
       wholeNumberIn(0, 1'000'000).showsDefault().needs("--mutants")},
      {"--mutants-sample", sample_,
       "only so many mutants of executors, and as many of encodings; the same ones every time. With "
       "--mutants=theorems: so many assumptions, functions whose evidence is deleted, and theorems whose "
       "laws are made hollow",
       wholeNumberIn(0, 1'000'000).needs("--mutants")},
      {"--mutants-since", since_,
       "only mutants of theorems whose bitcode is not the one in this results file, and those of --mutants-sample",
       kReadableFile.needs("--mutants")},
  });
}

bool MutantsMode::isPaired() const { return name_ == kPaired; }

int MutantsMode::run(const TheoremFilter& filter, const std::vector<Theorem>& theorems, RunOptions run) const {
  return name_ == kOfTheorems ? runOfTheorems(filter, theorems, std::move(run)) : runOfCode(filter, std::move(run));
}

/// Weakened theorems and deleted evidence: each must be noticed.
int MutantsMode::runOfTheorems(const TheoremFilter& filter, const std::vector<Theorem>& theorems,
                               RunOptions run) const {
  const auto start = Clock::now();
  LiveReport live(Screen::of(stderr));
  RunObserver observer;
  observer.onNote = [&](const std::string& line) {
    if (!run.stop->load()) // what was not asked to its end is not unnoticed
      live.note(line);
  };
  observer.onProgress = [&](const Progress& progress) { live.progress(progress); };
  TheoremMutantOptions which{allTheorems, {}, {}, sample_};
  if (!filter.all())
    for (const Theorem& theorem : theorems) {
      which.symbols.insert(theorem.code.begin(), theorem.code.end());
      if (theorem.code.empty())
        which.laws.insert(theorem.name);
    }
  const auto mutants = runTheoremMutants(which, run, observer);
  live.end();
  if (run.stop->load())
    return interrupted("weakened theorems are judged when all is known");
  fmt::print("{}{} theorem mutants, {:.1f} s\n", theoremMutantTable(mutants), mutants.size(), secondsSince(start));
  return static_cast<int>(exitCodeOf(mutants, filter.all() && !sample_));
}

// A test of the tests: what stands in the table are mutants, not theorems.
int MutantsMode::runOfCode(const TheoremFilter& filter, RunOptions run) const {
  const auto start = Clock::now();
  LiveReport live(Screen::of(stderr));
  RunObserver observer;
  observer.onNote = [&](const std::string& line) { live.note(line); };
  observer.onProgress = [&](const Progress& progress) { live.progress(progress); };
  if (!Screen::of(stderr).terminal)
    observer.onRecord = [](const Record& r) {
      say("{:<14} {} ({}, {:.2f} s) {}\n", textOf(r.verdict), r.name, r.theorem, r.seconds,
          r.reason.substr(0, r.reason.find('\n')));
    };
  run.onCounterexample = {};
  run.onUndecided = {};
  run.bitcodeHash = {};
  MutantOptions which;
  which.theorems = [filter](const Subject& subject) { return chosen(allTheorems(subject), filter); };
  which.whole = filter.all();
  which.perSymbol = perFunction_;
  which.timeout = run.timeout;
  which.sample = sample_;
  if (!since_.empty()) {
    const auto earlier = readResults(since_);
    if (!earlier)
      return badInput(earlier.error());
    which.touched = otherCodeThan(*earlier);
    which.sample = sample_.value_or(0);
  }
  const MutantReport report = runMutants(which, run, observer);
  live.end();
  fmt::print("{}{}, {:.1f} s\n", mutantTable(report), spec::counted(report.results.size(), "mutant"),
             secondsSince(start));
  if (report.interrupted)
    say("warplaw: interrupted: {} more mutants are not decided\n", report.interrupted);
  return static_cast<int>(exitCodeOf(report));
}

/// Rules misread by executor and encoding alike, held against what knows neither.
int MutantsMode::runPaired(const std::vector<Theorem>& theorems, const Interrupt& interrupt) const {
  const auto start = Clock::now();
  auto third = ThirdStatement::over(places().corpus);
  if (!third)
    return badInput(third.error());
  std::set<std::string> instructions;
  for (const Theorem& theorem : theorems)
    instructions.insert(theorem.instruction);
  PairedOptions options;
  options.instructions.assign(instructions.begin(), instructions.end());
  options.stop = interrupt.flag();
  const auto results = proofs::runPaired(allReadings(), **third, options,
                                         [](const PairedResult& result) { fmt::print("{}\n", textOf(result)); });
  fmt::print("{}{:.1f} s\n", pairedTable(results), secondsSince(start));
  const ExitCode code = exitCodeOf(results);
  if (interrupt.requested() && code != ExitCode::Counterexample)
    return interrupted("nothing is known about what is not listed");
  return codeOf(code);
}

} // namespace warplaw::tools
