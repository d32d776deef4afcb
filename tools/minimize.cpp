// `warplaw minimize`: shrinks a failing case to a 1-minimal one of the same failure class (fuzz/minimize/minimize.h).
// The best so far is on disk all the time.
#include "fuzz/check.h"
#include "fuzz/lane_table.h"
#include "fuzz/planted.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
using Clock = std::chrono::steady_clock;

struct Options {
  std::string input, output, plant;
  bool force = false, json = false;
};

/// Keeps the best case on disk: the first one at once, later ones ten times a second, the last one at the end.
class BestOnDisk {
public:
  BestOnDisk(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {}
  spec::Result<void> write(const spec::Case& c) {
    auto done = spec::writeCase(c, path_, overwrite_);
    if (done)
      overwrite_ = true; // from now on the file is ours
    last_ = Clock::now();
    return done;
  }
  void improved(const spec::Case& c) {
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

int finish(const Options& options, const std::string& output, fuzz::Oracle& oracle, const fuzz::MinimizedCase& result) {
  if (options.json) {
    fmt::print(R"({{"case":{},"finished":{},"judged":{},"class":{}}})"
               "\n",
               jsonText(output), result.finished, result.judged,
               jsonText(options.plant.empty()
                            ? fuzz::textOf(fuzz::classOf(fuzz::kindsOf(oracle.differences(result.shrunk))))
                            : std::string_view(options.plant)));
  } else {
    fmt::print("{}", fuzz::laneTable(oracle, result.shrunk, {fuzz::wantsColour(1), false}));
    fmt::print("  case file: {}\n  replay:    warplaw replay {}\n", output, output);
  }
  if (result.finished)
    return codeOf(ExitCode::AsExpected);
  fmt::print(stderr, "warplaw: interrupted: {} is the best so far, not known to be minimal\n", output);
  return codeOf(ExitCode::Inconclusive);
}

int minimizeCase(const Options& options) {
  const auto read = spec::readCase(options.input);
  if (!read)
    return badInput("", read.error());
  const fuzz::PlantedBug* const bug = options.plant.empty() ? nullptr : findBug(options.plant);
  if (!options.plant.empty() && !bug)
    return badInput(fmt::format("usage: no planted bug is called {}", printable(options.plant)));
  fuzz::Oracle oracle;
  fuzz::InstructionFuzzer& fuzzer = oracle.of(read->instruction.mnemonic());
  if (auto legal = oracle.encode(*read); !legal && oracle.differences(*read).empty())
    return badInput(options.input, legal.error());

  std::optional<fuzz::PlantedJudge> planted;
  fuzz::CaseJudge judge = [&](const spec::Case& c) { return fuzz::kindsOf(oracle.differences(c)); };
  if (bug) {
    if (bug->mnemonic != read->instruction.mnemonic())
      return badInput(fmt::format("usage: {} is a bug of {}", bug->name, spec::textOf(bug->mnemonic)));
    planted.emplace(*bug);
    judge = [&, faulty = planted->judge()](const spec::Case& c) -> fuzz::Kinds {
      const auto words = oracle.encode(c) ? fuzzer.operandWords(c) : std::nullopt;
      return words ? faulty(words->words) : 0;
    };
  }
  if (!judge(*read))
    return badInput(fmt::format("{}: {} and the encoding agree on it: there is nothing to minimise",
                                printable(options.input), bug ? bug->name : "the executor"));

  const std::string output = options.output.empty() ? defaultOutput(options.input) : options.output;
  BestOnDisk disk(output, options.force);
  if (auto written = disk.write(*read); !written)
    return badInput("", written.error());
  const Interrupt interrupt;
  fuzz::CaseOptions caseOptions;
  caseOptions.stop = interrupt.flag();
  caseOptions.improved = [&](const spec::Case& c) { disk.improved(c); };
  fuzz::MinimizedCase result = fuzz::minimize(*read, judge, fuzzer, !bug, caseOptions);
  if (const auto expected = oracle.encode(result.shrunk))
    result.shrunk.expected = fuzz::expectedOf(result.shrunk, *expected);
  result.shrunk.comment = read->comment;
  result.shrunk.rules = read->rules;
  if (auto written = disk.write(result.shrunk); !written)
    return badInput("", written.error());
  return finish(options, output, oracle, result);
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("case", options->input, "a case file on which executor and encoding differ")->required();
  command.add_option("--output,-o", options->output, "where to write (default: CASE with .min.json)");
  command.add_flag("--force", options->force, "write over an existing file");
  command.add_option("--plant", options->plant,
                     "judge by an executor with this bug planted into it, to see the minimiser at work");
  command.add_flag("--json", options->json, "the result as a JSON object");
  std::string bugs;
  for (const fuzz::PlantedBug& bug : fuzz::plantedBugs())
    bugs += fmt::format("\n  {:<28} {}", bug.name, bug.what);
  command.footer(
      "Examples:\n"
      "  warplaw minimize counterexamples/mismatch-0123456789abcdef.json\n"
      "  warplaw minimize big.json -o small.json --force\n"
      "  warplaw minimize corpus/seeds/shfl-up-all.json --plant shfl-up-min-lane -o small.json\n"
      "Exit codes: 0 minimal, 2 the case does not fail or is no case, 3 interrupted (the best so far is on disk).\n"
      "Planted bugs:" +
      bugs);
  run = [options] { return minimizeCase(*options); };
}

} // namespace

const Command kMinimize{"minimize", "shrink a failing case", setup};

} // namespace warplaw::tools
