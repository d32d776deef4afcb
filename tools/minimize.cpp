// `warplaw minimize`: shrinks a failing case to a 1-minimal one of the same failure class (fuzz/minimize/minimize.h).
// It fails where executor and encoding differ, where both differ from its expected values, or where another judge says
// so. The best so far is on disk all the time.
#include "fuzz/check.h"
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/planted.h"
#include "fuzz/trial.h"
#include "spec/shell_word.h"
#include "tools/command.h"
#include "tools/command_judge.h"
#include "tools/expectation.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/json_line.h"
#include "tools/launch_case.h"
#include "tools/minimize_launch.h"
#include "tools/output.h"
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
using Clock = std::chrono::steady_clock;

struct MinimizeOptions {
  std::string input, output, plant, command;
  bool force = false, json = false;
};

/// Keeps the best case on disk: the first one at once, later ones ten times a second, the last one at the end.
class BestOnDisk {
public:
  BestOnDisk(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {}
  template <class Case> spec::Result<void> write(const Case& c) {
    auto done = spec::writeCase(c, path_, overwrite_);
    if (done)
      overwrite_ = true; // from now on the file is ours
    last_ = Clock::now();
    return done;
  }
  template <class Case> void improved(const Case& c) {
    if (Clock::now() - last_ < std::chrono::milliseconds(100))
      return;
    (void)write(c); // the last write decides
  }

private:
  std::string path_;
  bool overwrite_;
  Clock::time_point last_{};
};

std::string defaultOutput(const std::string& input) {
  std::filesystem::path path(input);
  path.replace_extension(".min.json");
  return path.string();
}

const fuzz::PlantedBug* findBug(std::string_view name) {
  for (const fuzz::PlantedBug& bug : fuzz::plantedBugs())
    if (bug.name == name)
      return &bug;
  return nullptr;
}

/// Who says that a case fails.
struct JudgedBy {
  fuzz::CaseJudge judge;
  bool isExecutor = false;                  ///< against the encoding: then the operand level can judge as well
  std::optional<fuzz::Difference> expected; ///< what the case's expected values say, and what they should
  std::string failure;                      ///< what stays true of the smaller case, in words
  std::unique_ptr<CommandJudge> command;
  std::unique_ptr<fuzz::PlantedJudge> planted;
};

spec::Rejection nothingToMinimise(const std::string& who) {
  return {"case", fmt::format("{}: there is nothing to minimise", who), "a case that fails, or --plant, or --oracle"};
}

spec::Result<JudgedBy> byPlantedBug(const MinimizeOptions& options, fuzz::Oracle& oracle, const spec::Case& c) {
  const fuzz::PlantedBug* const bug = findBug(options.plant);
  if (!bug)
    return spec::Rejection{"usage", fmt::format("no planted bug is called {}", options.plant),
                           "those that `warplaw minimize --help` lists"};
  if (bug->mnemonic != c.instruction.mnemonic())
    return spec::Rejection{"usage", fmt::format("{} is a bug of {}", bug->name, spec::textOf(bug->mnemonic)), ""};
  fuzz::InstructionFuzzer& fuzzer = oracle.of(bug->mnemonic);
  if (!fuzzer.operandWords(c))
    return spec::Rejection{
        "usage", fmt::format("a planted bug cannot be judged with {} bytes of shared memory", c.memory.size()),
        fmt::format("at most {} bytes", fuzz::kTrialMemory)};
  JudgedBy by;
  by.planted = std::make_unique<fuzz::PlantedJudge>(*bug);
  by.judge = [&oracle, &fuzzer, faulty = by.planted->judge()](const spec::Case& one) -> fuzz::Kinds {
    const auto words = oracle.encode(one) ? fuzzer.operandWords(one) : std::nullopt;
    return words ? faulty(words->words) : 0;
  };
  const fuzz::Kinds kinds = by.judge(c);
  if (!kinds)
    return nothingToMinimise(fmt::format("{} and the encoding agree on it", bug->name));
  by.failure = fmt::format("{} gives another {}", bug->name, fuzz::textOf(fuzz::classOf(kinds)));
  return by;
}

spec::Result<JudgedBy> byCommand(const MinimizeOptions& options, fuzz::Oracle& oracle, const spec::Case& c,
                                 Interrupt& interrupt) {
  auto folder = TemporaryFolder::make();
  if (!folder)
    return folder.error();
  JudgedBy by;
  by.command = std::make_unique<CommandJudge>(oracle, options.command, std::move(*folder), interrupt);
  const std::optional<int> code = by.command->ask(c);
  if (interrupt.requested())
    return by; // of nobody's judgement
  if (code == 0)
    return nothingToMinimise("the command ends with 0 on it");
  if (code != 1)
    return spec::Rejection{"usage", fmt::format("the command ends with {} on the case", code.value_or(0)),
                           "0 where all is as expected, 1 where the case fails"};
  by.judge = by.command->judge();
  by.failure = "the command ends with 1; expected is what the rules give";
  return by;
}

spec::Result<JudgedBy> byExecutorOrExpectation(fuzz::Oracle& oracle, const spec::Case& c) {
  JudgedBy by;
  by.judge = [&oracle](const spec::Case& one) { return fuzz::kindsOf(oracle.differences(one)); };
  if (const auto differences = oracle.differences(c); !differences.empty()) {
    by.isExecutor = true;
    by.failure = fmt::format("executor and encoding differ: another {}",
                             fuzz::textOf(fuzz::classOf(fuzz::kindsOf(differences))));
    return by;
  }
  const auto outcome = oracle.encode(c);
  if (!outcome)
    return outcome.error();
  const auto differences = fuzz::compareExpected(c, *outcome);
  if (differences.empty())
    return nothingToMinimise(c.expected ? "executor, encoding and the expected values agree on it"
                                        : "executor and encoding agree on it, and it has no expected values");
  by.expected = leading(differences);
  by.judge = stillDiffers(oracle, c, *by.expected);
  by.failure = fuzz::describe(*by.expected);
  return by;
}

spec::Result<JudgedBy> judgeOf(const MinimizeOptions& options, fuzz::Oracle& oracle, const spec::Case& c,
                               Interrupt& interrupt) {
  if (!options.plant.empty())
    return byPlantedBug(options, oracle, c);
  if (!options.command.empty())
    return byCommand(options, oracle, c, interrupt);
  return byExecutorOrExpectation(oracle, c);
}

/// Expected and got, as `replay` shows them. What a command's subject got only the command knows.
std::string shrunkTable(fuzz::Oracle& oracle, const JudgedBy& by, const spec::Case& c) {
  const fuzz::TableOptions options{fuzz::wantsColour(1), false};
  const auto encoded = oracle.encode(c);
  if (encoded && by.planted)
    if (const auto got = by.planted->outcome(c))
      return fuzz::laneTable(oracle, c, *encoded, *got, options) + "  expected: the encoding; got: the planted bug\n";
  if (!by.expected || !encoded)
    return fuzz::laneTable(oracle, c, options);
  fuzz::Outcome held = *encoded;
  apply(held, *by.expected);
  return fuzz::laneTable(oracle, c, held, *encoded, options) +
         "  expected: the case file; got: executor and encoding\n";
}

int finish(const MinimizeOptions& options, const std::string& output, fuzz::Oracle& oracle, const JudgedBy& by,
           const fuzz::MinimizedCase& result) {
  if (options.json)
    printJsonLine(
        {{"case", output}, {"finished", result.finished}, {"judged", result.judged}, {"failure", by.failure}});
  else
    fmt::print("{}  still so:  {}\n  case file: {}\n  replay:    warplaw replay {}\n",
               shrunkTable(oracle, by, result.shrunk), by.failure, output, spec::shellPath(output));
  if (result.finished)
    return codeOf(ExitCode::AsExpected);
  const bool isRacy = by.command && !by.command->changedItsMind().empty();
  say("warplaw: {}: {} is the best so far, not known to be minimal\n",
      isRacy ? by.command->changedItsMind() : "interrupted", output);
  return codeOf(ExitCode::Inconclusive);
}

int minimizeLaunchCase(const MinimizeOptions& options, const std::string& output) {
  if (!options.plant.empty() || !options.command.empty())
    return badUsage("--plant and --oracle judge a case of one instruction", "a launch's case without them");
  const auto read = readLaunchFile(options.input);
  if (!read)
    return badInput(read.error().where, read.error().rejection);
  Interrupt interrupt;
  BestOnDisk disk(output, options.force);
  const auto result =
      minimizeLaunch(*read, options.input, interrupt.flag(), [&](const spec::LaunchCase& c) { disk.improved(c); });
  if (!result)
    return badInput(result.error().where, result.error().rejection);
  if (auto written = disk.write(result->shrunk); !written)
    return badInput("", written.error());
  if (options.json)
    printJsonLine(boost::json::object{
        {"case", output}, {"finished", result->finished}, {"judged", result->judged}, {"failure", result->failure}});
  else
    fmt::print("{}  still so:  {}\n  case file: {}\n  replay:    warplaw replay {}\n", result->shrunk.module,
               result->failure, output, spec::shellPath(output));
  if (result->finished && !interrupt.requested())
    return codeOf(ExitCode::AsExpected);
  say("warplaw: interrupted: {} is the best so far, not known to be minimal\n", output);
  return codeOf(ExitCode::Inconclusive);
}

int minimizeCase(const MinimizeOptions& options) {
  const std::string output = options.output.empty() ? defaultOutput(options.input) : options.output;
  if (auto writable = checkOutputFile(output, "--output", options.force); !writable)
    return badInput("", writable.error());
  if (isLaunchFile(options.input))
    return minimizeLaunchCase(options, output);
  const auto read = readCaseFile(options.input);
  if (!read)
    return badInput(read.error().where, read.error().rejection);
  fuzz::Oracle oracle;
  if (auto legal = oracle.encode(*read); !legal && oracle.differences(*read).empty())
    return badInput(options.input, legal.error());
  Interrupt interrupt;
  const auto by = judgeOf(options, oracle, *read, interrupt);
  if (!by)
    return badInput(by.error().rule == "usage" || by.error().rule == "file" ? "" : options.input, by.error());
  if (interrupt.requested()) {
    say("warplaw: interrupted: it is not even known whether the case fails\n");
    return codeOf(ExitCode::Inconclusive);
  }

  BestOnDisk disk(output, options.force);
  if (auto written = disk.write(*read); !written)
    return badInput("", written.error());
  fuzz::CaseOptions caseOptions;
  caseOptions.stop = interrupt.flag();
  caseOptions.improved = [&](const spec::Case& c) { disk.improved(c); };
  fuzz::InstructionFuzzer& fuzzer = oracle.of(read->instruction.mnemonic());
  fuzz::MinimizedCase result = fuzz::minimize(*read, by->judge, fuzzer, by->isExecutor, caseOptions);
  if (by->command) // once more: does it still say the same?
    (void)by->command->ask(result.shrunk);
  result.finished = result.finished && !interrupt.requested();
  if (const auto outcome = oracle.encode(result.shrunk))
    result.shrunk.expected =
        by->expected ? expectedBut(result.shrunk, *outcome, *by->expected) : fuzz::expectedOf(result.shrunk, *outcome);
  result.shrunk.comment = read->comment;
  result.shrunk.rules = read->rules;
  if (auto written = disk.write(result.shrunk); !written)
    return badInput("", written.error());
  return finish(options, output, oracle, *by, result);
}

Action setupMinimize(Subcommand& command) {
  const auto options = std::make_shared<MinimizeOptions>();
  command.options({
      {"case", options->input,
       "a case file that fails: executor and encoding differ on it, or its expected values differ from both; or of a "
       "launch, in which something is found",
       kFile.required()},
      {"--output,-o", options->output, "the file to write (default: CASE with .min.json)"},
      {"--force", options->force, "write over an existing file"},
      {"--plant", options->plant, "let an executor judge into which this bug is planted, to see the minimiser at work"},
      {"--oracle", options->command,
       "let a command judge. It is run as `CMD FILE` on case files whose expected values are what the rules "
       "give, and exits with 0 if they hold and with 1 if they do not",
       kText.excludes("--plant")},
      {"--json", options->json, "print the result as a JSON object"},
  });
  std::string bugs;
  for (const fuzz::PlantedBug& bug : fuzz::plantedBugs())
    bugs += fmt::format("\n  {:<28} {}", bug.name, bug.what);
  command.footer("Examples:\n"
                 "  warplaw minimize corpus/regressions/shfl-up-min-lane.json --plant shfl-up-min-lane -o small.json\n"
                 "  warplaw minimize corpus/seeds/shfl-up.json --oracle '! grep -q 0x1f' -o smaller.json --force\n"
                 "  warplaw minimize corpus/ptx/findings/race.json -o race.json\n"
                 "The file's expected values do not fit a smaller case. So the minimiser keeps the place, what is "
                 "expected there, and what the rules give instead.\n"
                 "Exit codes: 0 minimal, 2 the case does not fail or is no case, 3 interrupted, or a command that "
                 "changes its answer (the best case so far is on disk).\n"
                 "Planted bugs:" +
                 bugs);
  return [options] { return minimizeCase(*options); };
}

} // namespace

const Command kMinimize{"minimize", "shrink a failing case", setupMinimize};

} // namespace warplaw::tools
