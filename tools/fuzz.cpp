// `warplaw fuzz`: random records through executors and encodings in this process; a mismatch is minimised, shown and
// written as a case.
#include "fuzz/check.h"
#include "fuzz/lane_table.h"
#include "spec/counted.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/json_line.h"
#include "tools/output.h"
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

namespace warplaw::tools {
namespace {
using Clock = std::chrono::steady_clock;

struct FuzzOptions {
  std::string instruction, output = "counterexamples";
  std::uint64_t runs = 0, seed = 1;
  double seconds = 10;
  bool json = false;
};

constexpr std::uint64_t kBetweenLooks = 4096; ///< runs between two looks at the clock
/// One whole case on the architectural level, and one outcome given to the checker of histories, for so many
/// operand-level runs.
constexpr std::uint64_t kMachineEvery = 256, kOutcomeEvery = 16;

class Loop {
public:
  Loop(const FuzzOptions& options, std::vector<spec::Mnemonic> mnemonics)
      : options_(options), mnemonics_(std::move(mnemonics)), dice_(options.seed) {}

  int run() {
    const Interrupt interrupt;
    const Clock::time_point start = Clock::now();
    const bool terminal = isatty(2);
    for (; !over(start) && !interrupt.requested(); ++runs_) {
      const spec::Mnemonic mnemonic = mnemonics_[runs_ % mnemonics_.size()];
      record_.resize(oracle_.of(mnemonic).recordBytes());
      dice_.fill(record_);
      auto failure = fuzz::checkRecord(oracle_, mnemonic, record_);
      const std::uint64_t round = runs_ / mnemonics_.size();
      if (!failure && round % kMachineEvery == 0)
        failure = fuzz::checkMachine(oracle_, mnemonic, record_);
      if (!failure && mnemonic == spec::Mnemonic::Atoms && round % kOutcomeEvery == 0)
        failure = fuzz::checkOutcome(oracle_, outcomes_, record_);
      if (failure)
        return stop(*failure, secondsSince(start), interrupt);
      if (terminal && runs_ % (64 * kBetweenLooks) == 0)
        progress(start);
    }
    if (terminal)
      say("\r\033[K");
    return finish(secondsSince(start), interrupt.requested());
  }

private:
  static double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  bool over(Clock::time_point start) const {
    if (options_.runs)
      return runs_ >= options_.runs;
    return runs_ % kBetweenLooks == 0 && secondsSince(start) >= options_.seconds;
  }

  void progress(Clock::time_point start) const {
    const double seconds = secondsSince(start);
    say("\r\033[K{:.1f} million runs, {:.2f} million a second", 1e-6 * static_cast<double>(runs_),
        seconds > 0 ? 1e-6 * static_cast<double>(runs_) / seconds : 0);
  }

  /// `seconds`: until it was found.
  int stop(fuzz::Failure& failure, double seconds, const Interrupt& interrupt) {
    const Clock::time_point found = Clock::now();
    fuzz::shrink(oracle_, failure, interrupt.flag());
    const double minimizing = secondsSince(found);
    if (options_.json) {
      const auto path = failure.counterexample ? fuzz::writeCounterexample(failure, options_.output)
                                               : spec::Result<std::string>(boost::system::in_place_value, "");
      printJsonLine({{"runs", runs_ + 1},
                     {"mismatches", 1},
                     {"seed", options_.seed},
                     {"interrupted", interrupt.requested()},
                     {"seconds", seconds},
                     {"minimizing", minimizing},
                     {"what", failure.what},
                     {"case", path ? boost::json::value(*path) : nullptr}},
                    6);
      if (!path)
        badInput("", path.error());
    } else {
      fmt::print("{}", fuzz::report(oracle_, failure, options_.output, fuzz::wantsColour(1)));
      fmt::print("  seed {}, run {}\n", options_.seed, runs_);
    }
    return codeOf(ExitCode::Counterexample);
  }

  /// Less than what was asked for is no pass.
  int finish(double seconds, bool interrupted) const {
    const double rate = seconds > 0 ? static_cast<double>(runs_) / seconds : 0;
    if (options_.json)
      printJsonLine({{"runs", runs_},
                     {"mismatches", 0},
                     {"seed", options_.seed},
                     {"interrupted", interrupted},
                     {"seconds", seconds}});
    else
      fmt::print("{}, no mismatch{}, {:.2f} million a second, seed {}\n", spec::counted(runs_, "run"),
                 interrupted ? " so far: interrupted" : "", 1e-6 * rate, options_.seed);
    return codeOf(interrupted ? ExitCode::Inconclusive : ExitCode::AsExpected);
  }

  const FuzzOptions& options_;
  std::vector<spec::Mnemonic> mnemonics_;
  fuzz::Oracle oracle_;
  fuzz::OutcomeChecker outcomes_;
  fuzz::Dice dice_;
  std::vector<std::uint8_t> record_;
  std::uint64_t runs_ = 0;
};

int fuzzAll(const FuzzOptions& options) {
  std::vector<spec::Mnemonic> mnemonics = spec::allMnemonics();
  if (!options.instruction.empty()) {
    const auto only = mnemonicOf(options.instruction);
    if (!only)
      return badInput("", only.error());
    mnemonics = {*only};
  }
  if (auto writable = checkOutputFolder(options.output, "--output"); !writable)
    return badInput("", writable.error());
  return Loop(options, std::move(mnemonics)).run();
}

Action setupFuzz(Subcommand& command) {
  const auto options = std::make_shared<FuzzOptions>();
  command.options({
      {"--instruction", options->instruction, "only this instruction"},
      {"--runs", options->runs, "how many records to run (default: as many as --seconds allows)",
       wholeNumberIn(1, UINT64_MAX)},
      {"--seconds", options->seconds, "how long to run (default 10)",
       numberIn(0.001, 1e9).showsDefault().excludes("--runs")},
      {"--seed", options->seed, "the same seed makes the same records (default 1)", wholeNumberIn(0, UINT64_MAX)},
      {"--output,-o", options->output, "folder for case files of mismatches (default: counterexamples)"},
      {"--json", options->json, "print the result as a JSON object"},
  });
  command.footer("Examples:\n"
                 "  warplaw fuzz --seconds 60\n"
                 "  warplaw fuzz --instruction ATOMS --runs 1000000 --seed 7\n"
                 "Exit codes: 0 no mismatch, 1 a mismatch, 2 bad usage, 3 interrupted before the end.\n"
                 "For runs that are guided by coverage, with sanitizers, build fuzz_all_sanitized and run it.");
  return [options] { return fuzzAll(*options); };
}

} // namespace

const Command kFuzz{"fuzz", "test executors against encodings on random records", setupFuzz};

} // namespace warplaw::tools
