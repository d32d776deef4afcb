// `warplaw bench`: how fast the executors are (the benchmark program beside this one), and what one fuzzing run costs.
#include "fuzz/instruction.h"
#include "tools/command.h"
#include "tools/input.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string what;
  std::uint64_t runs = 1'000'000;
  std::vector<std::string> arguments;
  bool json = false;
};

fs::path buildFolder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
}

/// The exit status, or nothing if it could not be started. quiet: its output goes nowhere.
std::optional<int> runProgram(const fs::path& program, std::vector<std::string> arguments, bool quiet) {
  std::string name = program.string();
  std::vector<char*> argv = {name.data()};
  for (std::string& argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (quiet)
    for (const int stream : {1, 2})
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, name.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int benchExecutors(const Options& options) {
  const fs::path program = buildFolder() / "bench" / "warplaw_bench_executors";
  std::vector<std::string> arguments = options.arguments;
  if (options.json)
    arguments.push_back("--benchmark_format=json");
  std::fflush(stdout);
  const auto status = runProgram(program, arguments, false);
  if (!status)
    return badInput(fmt::format("{} is not built: build the target warplaw_bench_executors", program.string()));
  return *status == 0 ? codeOf(ExitCode::AsExpected) : codeOf(ExitCode::Inconclusive);
}

// ---- what one execution of a fuzz target costs

/// Seconds of one libFuzzer process of `runs` runs.
spec::Result<double> secondsOf(const fs::path& program, std::size_t longest, std::uint64_t runs) {
  const auto start = Clock::now();
  const auto status = runProgram(program,
                                 {fmt::format("-runs={}", runs), "-seed=1", "-len_control=0",
                                  fmt::format("-max_len={}", longest), "-verbosity=0", "-print_final_stats=0"},
                                 true);
  if (!status)
    return spec::Rejection{"bench", fmt::format("{} is not built", program.string()),
                           "ninja fuzz_empty fuzz_empty_sanitized ..."};
  if (*status != 0)
    return spec::Rejection{"bench", fmt::format("{} ended with {}", program.string(), *status), ""};
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Microseconds of one run: two lengths of run, so that starting, and compiling the encoding, fall out; the best of
/// three.
spec::Result<double> microsecondsOf(const fs::path& program, std::size_t longest, std::uint64_t runs) {
  double best = 1e9;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto few = secondsOf(program, longest, runs / 10), many = secondsOf(program, longest, runs);
    if (!few)
      return few.error();
    if (!many)
      return many.error();
    best = std::min(best, (*many - *few) / (static_cast<double>(runs) - static_cast<double>(runs / 10)) * 1e6);
  }
  return best;
}

struct Build {
  const char* name;
  const char* suffix;
  double limit;
  double leastRate;
};
constexpr Build kBuilds[] = {{"plain", "", 0.7, 1.0}, {"ASan+UBSan", "_sanitized", 1.6, 0.4}};

int benchFuzz(const Options& options) {
  const fs::path folder = buildFolder() / "fuzz" / "targets";
  if (!options.json)
    fmt::print("{:<8} {:<11} {:>12} {:>12} {:>14} {:>10}  {}\n", "target", "build", "a run", "empty", "above empty",
               "million/s", "goal");
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const std::size_t longest = fuzz::makeFuzzer(mnemonic)->recordBytes();
    std::string name(spec::textOf(mnemonic));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const Build& build : kBuilds) {
      const auto empty = microsecondsOf(folder / fmt::format("fuzz_empty{}", build.suffix), longest, options.runs);
      const auto full = microsecondsOf(folder / fmt::format("fuzz_{}{}", name, build.suffix), longest, options.runs);
      if (!empty)
        return badInput("", empty.error());
      if (!full)
        return badInput("", full.error());
      const double above = *full - *empty, rate = 1 / *full;
      const bool met = above <= build.limit && rate >= build.leastRate;
      if (options.json)
        fmt::print(
            R"({{"target":"{}","build":"{}","microseconds":{:.3f},"empty":{:.3f},"above":{:.3f},"millionPerSecond":{:.3f},"goalMicroseconds":{},"met":{}}})"
            "\n",
            name, build.name, *full, *empty, above, rate, build.limit, met);
      else
        fmt::print(
            "{:<8} {:<11} {:>9.3f} us {:>9.3f} us {:>11.3f} us {:>10.2f}  {} (at most {} us, at least {} million/s)\n",
            name, build.name, *full, *empty, above, rate, met ? "met" : "missed", build.limit, build.leastRate);
      std::fflush(stdout);
    }
  }
  return codeOf(ExitCode::AsExpected);
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("what", options->what, "executors (the default) or fuzz")
      ->check(CLI::IsMember({"executors", "fuzz"}))
      ->default_val("executors");
  command.add_option("--runs", options->runs, "fuzz: runs of each measurement (default 1000000)")
      ->check(CLI::Range(1000u, 1000000000u));
  command.add_option("arguments", options->arguments, "executors: further arguments for Google Benchmark, after --");
  command.add_flag("--json", options->json, "JSON");
  command.footer("Examples:\n"
                 "  warplaw bench\n"
                 "  warplaw bench executors -- --benchmark_filter=Shfl\n"
                 "  warplaw bench fuzz --json\n"
                 "Measurements, not judgements: the exit code is 0 however fast the machine is.");
  run = [options] { return options->what == "fuzz" ? benchFuzz(*options) : benchExecutors(*options); };
}

} // namespace

const Command kBench{"bench", "speed of executors and fuzz targets", setup};

} // namespace warplaw::tools
