// `warplaw check`: an executor that somebody else wrote, against the encodings (docs/check.md).
#include "check/run.h"
#include "fuzz/lane_table.h"
#include "spec/linked.h"
#include "tools/behaves_like.h"
#include "tools/check_page.h"
#include "tools/check_report.h"
#include "tools/command.h"
#include "tools/corpus.h"
#include "tools/hand_over.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/junit.h"
#include "tools/output.h"
#include "tools/places.h"
#include "tools/plugin_file.h"
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
using check::Status;

struct CheckOptions {
  ExecutorSource executor;
  std::string output = "counterexamples", corpus = places().corpus, junit, html;
  check::RunOptions run;
  bool json = false;
};

ExitCode exitCodeOf(const check::Report& report) {
  switch (worstOf(report)) {
  case Status::Mismatch:
  case Status::Crash:
  case Status::Timeout:
    return ExitCode::Counterexample;
  case Status::Vacuous:
  case Status::NotImplemented:
    return ExitCode::Inconclusive;
  case Status::Ok:
    break;
  }
  return report.interrupted ? ExitCode::Inconclusive : ExitCode::AsExpected;
}

check::KnownReadings readingsOf(spec::Mnemonic mnemonic) {
  check::KnownReadings made;
  // by the oracle, which is compiled; theorems state the same terms
  made.right = {"", [](check::Stated& stated) {
                  check::sharedOracle()
                      .of(stated.form.mnemonic())
                      .encode(stated.form, stated.choices, stated.operands, stated.memory, stated.cells,
                              stated.results);
                }};
  if (misreadingsOf)
    made.wrong = misreadingsOf(mnemonic);
  return made;
}

/// What is wrong, before it is known what reading of the rules it is.
void sayMistakes(const check::Report& report) {
  for (const check::FamilyReport& family : report.families)
    for (const check::FormReport& form : family.forms)
      for (const check::Finding& finding : form.findings)
        say("{} {}: {}\n{}", form.form, check::nameOf(finding.status), finding.what, finding.table);
}

int checkPlugin(const CheckOptions& options) {
  const auto& names = check::kFamilyNames;
  if (!options.run.family.empty() && std::ranges::find(names, options.run.family) == names.end())
    return badUsage(fmt::format("there is no family {}", options.run.family),
                    fmt::format("{}", fmt::join(names, ", ")));
  if (auto writable = checkOutputFolder(options.output, "--output"); !writable)
    return badInput("", writable.error());
  if (auto writable = checkReportFile(options.junit, "--junit", options.executor.files); !writable)
    return badInput("", writable.error());
  if (!options.html.empty() && !writeCheckPage)
    throw HandsOver{"a larger program draws pages"};
  if (!options.html.empty())
    if (auto writable = checkOutputFolder(options.html, "--html"); !writable)
      return badInput("", writable.error());
  const std::string name = options.executor.name();
  if (options.executor.files.empty() == options.executor.command.empty())
    return badUsage("what is to be checked?", "FILE.c, FILE.cpp, FILE.bc or FILE.so; or --pipe COMMAND; not both");
  const Interrupt interrupt; // before a compiler runs, which Ctrl-C ends as well
  const auto plugin = PluginFile::open(options.executor, options.run.limits);
  if (!plugin && interrupt.requested())
    return interrupted("nothing is checked yet");
  if (!plugin)
    return badInput(name, plugin.error());
  const bool isReportWhole =
      options.json || !options.junit.empty() || !options.html.empty(); // also of what is not asked
  if (!check::areLinked((*plugin)->executor().table()) || (isReportWhole && !spec::areAllLinked()))
    throw HandsOver{"a larger program has the other families"};
  check::RunOptions run = options.run;
  if (!options.corpus.empty()) {
    const auto cases = readCorpus(options.corpus);
    if (!cases)
      return badInput("", cases.error());
    for (const CorpusCase& file : *cases)
      if (auto c = spec::asSingle(file.program))
        run.corpus.push_back(std::move(*c));
  }
  run.stop = interrupt.flag();
  bool isAskedForMore = false;
  run.readings = [&isAskedForMore](spec::Mnemonic mnemonic) {
    isAskedForMore = !misreadingsOf;
    return readingsOf(mnemonic);
  };
  run.colour = !options.json && fuzz::wantsColour(1);
  const auto report = check::run((*plugin)->executor(), run);
  if (!report)
    return badInput(name, report.error());
  if (isAskedForMore && !report->interrupted) {
    sayMistakes(*report);
    throw HandsOver{"a larger program says which reading of the rules that is", true};
  }
  if (auto printed =
          printReport(*report, {options.executor, options.output, options.json, options.junit, options.html});
      !printed)
    return badInput("", printed.error());
  return codeOf(exitCodeOf(*report));
}

Action setupCheck(Subcommand& command) {
  const auto options = std::make_shared<CheckOptions>();
  command.options({
      {"executor", options->executor.files,
       "a shared object that exports warplaw_executor_open (include/warplaw/executor.h), or "
       "one or several of FILE.c, FILE.cpp and FILE.bc, which are compiled and linked",
       kFile},
      {"--pipe", options->executor.command,
       "check a shell command instead. It gets cases on its input and answers on its output "
       "(include/warplaw/serve.h, clients)"},
  });
  addSourceOptions(command, options->executor);
  command.options({
      {"--cases", options->run.cases, "how many cases of each family to run (default: as many as --seconds allows)",
       wholeNumberIn(1, UINT64_MAX)},
      {"--seconds", options->run.seconds, "how long to run, all families together (default 5)",
       numberIn(0.001, 1e9).excludes("--cases")},
      {"--seed", options->run.seed, "the same seed makes the same cases (default 1)", wholeNumberIn(0, UINT64_MAX)},
      {"--timeout", options->run.limits.seconds, "seconds that a batch of cases may take (default 1)",
       numberIn(0.01, 1e6)},
      {"--family", options->run.family, fmt::format("only this family: {}", fmt::join(check::kFamilyNames, ", "))},
      {"--corpus", options->corpus,
       "folder of case files. Those in the executor's domain are run first; '' means no folder", kReadableFolder},
      {"--output,-o", options->output, "folder for case files of mismatches (default: counterexamples)"},
      {"--json", options->json, "print the result as a JSON object"},
      {"--junit", options->junit, "also write a JUnit report to this file, with a case for each form"},
      {"--html", options->html,
       "also write a page, index.html, into this folder, with a picture of each case that is wrong; an "
       "older page is written over"},
  });
  command.footer("Examples:\n"
                 "  warplaw check examples/shfl.c\n"
                 "  warplaw check examples/shfl.c --seconds 0.5 --json\n"
                 "  warplaw check examples/shfl_lane.c -D 'DISTANCES=\"below-width\"' --cases 5000\n"
                 "  warplaw check examples/wrong/up_min_lane.c --cases 100000 # exit 1\n"
                 "  warplaw check --pipe 'python3 examples/shfl.py' --cases 5000\n"
                 "  warplaw check examples/vote.c --cases 5000 --junit vote.xml\n"
                 "  warplaw check examples/ptx/operations.c\n"
                 "  warplaw check examples/ptx/five_mistakes.c --family ptx # exit 1\n"
                 "  warplaw check examples/wrong/wrap_32.c --cases 20000 --html page # exit 1\n"
                 "Exit codes: 0 right, 1 a mismatch, crash or hang, 2 no executor or no domain, 3 a form got no test "
                 "that could fail (VACUOUS), or interrupted.");
  return [options] { return checkPlugin(*options); };
}

} // namespace

const Command kCheck{"check", "test an executor that you wrote against the encodings", setupCheck};

} // namespace warplaw::tools
