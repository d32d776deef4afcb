// `warplaw prove`: what the domain of an executor claims, proved of its bitcode (docs/check.md).
#include "fuzz/check.h"
#include "fuzz/lane_table.h"
#include "proofs/engine/report.h"
#include "tools/command.h"
#include "tools/executor_proof.h"
#include "tools/input.h"
#include "tools/numbers.h"
#include "tools/output.h"
#include "tools/query_file.h"
#include "tools/run_result.h"
#include "tools/sarif.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <thread>

namespace warplaw::tools {
namespace {
using proofs::Record;
using proofs::Verdict;

struct Options {
  ExecutorSource executor;
  std::string family, output = "counterexamples", cache = "use", sarif;
  double timeout = 60;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool json = false;
};

/// What is known of one form.
struct Outcome {
  std::string form;
  Verdict verdict = Verdict::Proved;
  std::size_t obligations = 0;
  double seconds = 0; ///< of processors
  std::string remark; ///< why it is not proved
  std::string counterexample;
};

void add(Outcome& outcome, const Record& record) {
  ++outcome.obligations;
  outcome.seconds += record.seconds;
  const Verdict weaker = proofs::weaker(outcome.verdict, record.verdict);
  if (weaker == outcome.verdict)
    return;
  outcome.verdict = weaker;
  outcome.counterexample = record.counterexample;
  const std::string part = record.name == record.theorem ? "" : record.name.substr(record.theorem.size() + 1);
  outcome.remark = fmt::format("{}{}{}", part, part.empty() || record.reason.empty() ? "" : ": ",
                               record.reason.substr(0, record.reason.find('\n')));
}

/// The case file of a witness, and what is shown of it.
proofs::CounterexampleHook written(const ExecutorSource& executor, const std::string& folder) {
  return [=](const proofs::Obligation&, const proofs::Assignment&, const proofs::Replay& replay) {
    if (!replay.counterexample)
      return replay.report;
    const auto path = fuzz::writeCounterexample({"", *replay.counterexample}, folder);
    if (!path)
      return fmt::format("{}\n  the case could not be written: {}\n", replay.report, path.error().message);
    return fmt::format("{}  case file: {}\n  replay:    warplaw replay {} {}\n", replay.report, *path,
                       executor.replayOptions(), *path);
  };
}

/// What is known when everything is decided.
struct Decided {
  std::map<std::string, Outcome> outcomes; ///< by form
  std::vector<Finding> findings;
  proofs::Provenance made;
};

spec::Result<void> decide(const Options& options, const std::vector<proofs::Theorem>& theorems, Decided& decided) {
  auto policy = proofs::solverPolicy("any");
  if (!policy)
    return policy.error();
  std::optional<proofs::Cache> cache;
  if (options.cache != "off") {
    auto opened = proofs::Cache::open(proofs::Cache::defaultDirectory(), proofs::CacheMode::Use);
    if (!opened)
      return opened.error();
    cache = std::move(*opened);
  }
  decided.made = madeByThisProgram();
  decided.made.solvers = solversText("any", *policy);
  decided.made.options = "fold";
  decided.made.limits = fmt::format("{} s an answer", options.timeout);
  proofs::RunOptions run;
  run.policy = std::move(*policy);
  run.cache = cache ? &*cache : nullptr;
  run.timeout = options.timeout;
  run.buildTimeout = std::max(run.buildTimeout, options.timeout);
  run.jobs = options.jobs;
  run.stopAtRefuted = true; // one lane in which it is wrong is enough
  run.onCounterexample = written(options.executor, options.output);
  run.onUndecided = queryWriter(options.output);
  proofs::LiveReport live(proofs::Screen::of(stderr));
  proofs::RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    add(decided.outcomes[record.form], record);
    if (record.exitCode() != ExitCode::AsExpected)
      decided.findings.push_back(findingOf(record));
  };
  if (proofs::Screen::of(stderr).terminal)
    observer.onProgress = [&](const proofs::Progress& progress) { live.progress(progress); };
  proofs::run(theorems, run, observer);
  live.end();
  return {};
}

std::string_view nameOf(const Outcome& outcome) {
  return outcome.obligations ? proofs::textOf(outcome.verdict) : "NOT-PROVED";
}

proofs::ExitCode exitCodeOf(const std::vector<Outcome>& outcomes) {
  proofs::ExitCode code = outcomes.empty() ? ExitCode::Inconclusive : ExitCode::AsExpected;
  for (const Outcome& outcome : outcomes)
    code = proofs::combine(code, outcome.obligations ? proofs::exitCodeOf(outcome.verdict, Verdict::Proved)
                                                     : ExitCode::Inconclusive);
  return code;
}

/// "!noalias (12 instructions), !tbaa (3)"; empty: nothing was dropped.
std::string droppedText(const BitcodeFile& bitcode) {
  std::string text;
  for (const auto& [kind, instructions] : bitcode.dropped())
    text +=
        fmt::format("{}{} ({}{})", text.empty() ? "" : ", ", kind, instructions, text.empty() ? " instructions" : "");
  return text;
}

void print(const ExecutorProof& proof, const std::string& executor, const std::vector<Outcome>& outcomes,
           const proofs::Provenance& made) {
  fmt::print("{}{}{}: {}, bitcode {}\n", printable(proof.table().name), proof.table().version.empty() ? "" : " ",
             printable(proof.table().version), executor, proof.bitcode().hash().substr(0, 12));
  if (const std::string dropped = droppedText(proof.bitcode()); !dropped.empty())
    fmt::print(
        "  without {}: what it says of accesses that never overlap was dropped and not checked, so proved is the "
        "code without it\n",
        dropped);
  for (const Outcome& outcome : outcomes) {
    std::string more =
        outcome.obligations ? fmt::format("{} obligations, {:.1f} s", outcome.obligations, outcome.seconds) : "";
    if (!outcome.remark.empty())
      more += (more.empty() ? "" : "; ") + outcome.remark;
    fmt::print("{:<15} {:<11} {}\n", outcome.form, nameOf(outcome), more);
  }
  fmt::print("{}\n", textOf(made));
  for (const Outcome& outcome : outcomes)
    if (!outcome.counterexample.empty())
      fmt::print("\n{} {}: {}", outcome.form, nameOf(outcome), outcome.counterexample);
}

void printJson(const ExecutorProof& proof, const std::vector<Outcome>& outcomes, const proofs::Provenance& made) {
  std::string forms;
  for (const Outcome& outcome : outcomes)
    forms += fmt::format(R"({}{{"form":{},"verdict":"{}","obligations":{},"seconds":{:.3f},"remark":{}}})",
                         forms.empty() ? "" : ",", jsonText(outcome.form), nameOf(outcome), outcome.obligations,
                         outcome.seconds, jsonText(outcome.remark));
  std::string dropped;
  for (const auto& [kind, instructions] : proof.bitcode().dropped())
    dropped += fmt::format("{}{}:{}", dropped.empty() ? "" : ",", jsonText(kind), instructions);
  fmt::print(R"({{"executor":{},"version":{},"bitcode":{},"dropped":{{{}}},"forms":[{}],"run":{}}})"
             "\n",
             jsonText(proof.table().name), jsonText(proof.table().version), jsonText(proof.bitcode().hash()), dropped,
             forms, jsonOf(made));
}

/// What has no line is counted, since nobody would see that it is not there.
spec::Result<void> writeSarif(const std::string& path, const Decided& decided) {
  if (path.empty())
    return {};
  const auto without = std::ranges::count(decided.findings, "", &Finding::file);
  if (without)
    say("warplaw: {} of {} findings have no place in a file and are not in {}\n", without, decided.findings.size(),
        path);
  return writeReportFile(path, sarifOf(decided.findings, decided.made));
}

int prove(const Options& options) {
  const auto& names = check::kFamilyNames;
  if (!options.family.empty() && std::ranges::find(names, options.family) == names.end())
    return badUsage(fmt::format("there is no family {}", options.family), fmt::format("{}", fmt::join(names, ", ")));
  if (auto writable = checkOutputFolder(options.output); !writable)
    return badInput("", writable.error());
  if (auto writable = checkReportFile(options.sarif, options.executor.files); !writable)
    return badInput("", writable.error());
  const auto proof = ExecutorProof::open(options.executor, {});
  if (!proof)
    return badInput(options.executor.name(), proof.error());
  const std::vector<FormProof> forms = (*proof)->forms(options.family);
  std::vector<proofs::Theorem> theorems;
  Decided decided;
  for (const FormProof& form : forms)
    if (form.theorem)
      theorems.push_back(*form.theorem);
  if (auto done = decide(options, theorems, decided); !done)
    return badInput("", done.error());
  std::vector<Outcome> outcomes;
  for (const FormProof& form : forms) {
    outcomes.push_back(decided.outcomes[form.form]);
    outcomes.back().form = form.form;
    if (!form.theorem)
      outcomes.back().remark = form.unstated;
  }
  if (options.json)
    printJson(**proof, outcomes, decided.made);
  else
    print(**proof, options.executor.name(), outcomes, decided.made);
  if (auto done = writeSarif(options.sarif, decided); !done)
    return badInput("", done.error());
  return codeOf(exitCodeOf(outcomes));
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command
      .add_option(
          "executor", options->executor.files,
          "FILE.c or FILE.cpp, which is compiled, or FILE.bc with the bitcode of one (include/warplaw/executor.h, "
          "lane.h); one, or several that are linked")
      ->required();
  addSourceOptions(command, options->executor);
  command.add_option("--family", options->family,
                     fmt::format("only this one: {}", fmt::join(check::kFamilyNames, ", ")));
  command.add_option("--timeout", options->timeout, "seconds for each answer of a solver (default 60)")
      ->check(numberIn(0.01, 1e6));
  command.add_option("--jobs,-j", options->jobs, "processes at work at a time (default: one a core)")
      ->check(wholeNumberIn(1, 1024));
  command.add_option("--cache", options->cache, "of earlier answers: use (default), off")
      ->check(CLI::IsMember({"use", "off"}));
  command.add_option(
      "--output,-o", options->output,
      "folder for case files of counterexamples and queries that solvers leave undecided (default: counterexamples)");
  command.add_option("--sarif", options->sarif,
                     "a SARIF report in this file: what has a place in the source (undefined behaviour, what cannot be "
                     "lifted)");
  command.add_flag("--json", options->json, "the result as a JSON object");
  command.footer("Examples:\n"
                 "  warplaw prove examples/shfl_lane.c\n"
                 "  warplaw prove examples/vote.c --family vote --json\n"
                 "  warplaw prove examples/wrong/lane_any_distance.c --sarif found.sarif # exit 1\n"
                 "Exit codes: 0 proved, 1 refuted, 2 no executor or no domain, 3 unknown, or what cannot be lifted.");
  run = [options] { return prove(*options); };
}

} // namespace

const Command kProve{"prove", "an executor that you wrote, proved for its domain", setup};

} // namespace warplaw::tools
