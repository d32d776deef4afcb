// `warplaw bench`: how fast the executors are (the benchmark program beside this one), and what one fuzzing run costs.
#include "fuzz/instruction.h"
#include "fuzz/record.h"
#include "tools/child.h"
#include "tools/command.h"
#include "tools/input.h"
#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

struct BenchOptions {
  std::string what = "executors";
  std::uint64_t runs = 1'000'000;
  std::vector<std::string> arguments;
  bool json = false;
};

fs::path buildFolder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
}

spec::Rejection notBuilt(const fs::path& program) {
  return {"bench", fmt::format("{} is not built", program.string()),
          fmt::format("`./warplaw bench` builds it, as does `ninja {}`", program.filename().string())};
}

int benchExecutors(const BenchOptions& options) {
  const fs::path program = buildFolder() / "bench" / "warplaw_bench_executors";
  std::vector<std::string> arguments = options.arguments;
  if (options.json)
    arguments.push_back("--benchmark_format=json");
  std::fflush(stdout);
  const auto status = runProgram(program.string(), arguments, false);
  if (!status)
    return badInput("", notBuilt(program));
  return status->status == 0 ? codeOf(ExitCode::AsExpected) : codeOf(ExitCode::Inconclusive);
}

// ---- what one execution of a fuzz target costs

/// Processor seconds of one libFuzzer process of `runs` runs.
spec::Result<double> secondsOf(const fs::path& program, std::size_t longest, std::uint64_t runs) {
  const auto ended = runProgram(program.string(),
                                {fmt::format("-runs={}", runs), "-seed=1", "-len_control=0",
                                 fmt::format("-max_len={}", longest), "-verbosity=0", "-print_final_stats=0"},
                                true);
  if (!ended)
    return notBuilt(program);
  if (ended->status != 0)
    return spec::Rejection{"bench", fmt::format("{} ended with {}", program.string(), ended->status), ""};
  return ended->seconds;
}

/// Microseconds of one run: two lengths of run, so that starting, and compiling the encoding, fall out; each the best
/// of three.
spec::Result<double> microsecondsOf(const fs::path& program, std::size_t longest, std::uint64_t runs) {
  double least[2] = {1e9, 1e9};
  const std::uint64_t counts[2] = {runs / 10, runs};
  for (int attempt = 0; attempt < 3; ++attempt)
    for (unsigned length = 0; length < 2; ++length) {
      const auto seconds = secondsOf(program, longest, counts[length]);
      if (!seconds)
        return seconds.error();
      least[length] = std::min(least[length], *seconds);
    }
  return (least[1] - least[0]) / static_cast<double>(counts[1] - counts[0]) * 1e6;
}

struct Build {
  const char* name;
  const char* suffix;
  double limit;
  double leastRate;
};
constexpr Build kBuilds[] = {{"plain", "", 0.7, 1.0}, {"ASan+UBSan", "_sanitized", 1.6, 0.4}};

/// Microseconds of a run's parts, in this process and without sanitizers: each part's own, the ones before left out.
std::array<double, 3> partsOf(fuzz::InstructionFuzzer& fuzzer, std::uint64_t runs) {
  constexpr std::size_t kRecords = 4096; // more than a branch predictor learns
  const std::size_t bytes = fuzzer.recordBytes();
  std::vector<std::uint8_t> records(kRecords * bytes);
  fuzz::Dice(1).fill(records);
  std::array<double, 3> parts{};
  for (const auto last : {fuzz::RunPart::Executors, fuzz::RunPart::Oracle, fuzz::RunPart::Record}) {
    double least = 1e9;
    for (int attempt = 0; attempt < 4; ++attempt) { // the first compiles the encoding
      const std::clock_t start = std::clock();
      for (std::uint64_t run = 0; run < runs; ++run)
        fuzzer.runUpTo(std::span(records).subspan(run % kRecords * bytes, bytes), last);
      least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(runs));
    }
    parts[static_cast<unsigned>(last)] = least * 1e6;
  }
  return {parts[0], parts[1] - parts[0], parts[2] - parts[1]};
}

int benchFuzz(const BenchOptions& options) {
  const fs::path folder = buildFolder() / "fuzz" / "targets";
  if (!options.json)
    fmt::print("{:<8} {:<11} {:>12} {:>12} {:>14} {:>10}  {}\n", "target", "build", "a run", "empty", "above empty",
               "million/s", "goal");
  static constexpr std::pair<spec::Mnemonic, std::string_view> kTargets[] = {
#define WARPLAW_INSTRUCTION(Camel, folder, text) {spec::Mnemonic::Camel, #folder},
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  };
  for (const auto& [mnemonic, name] : kTargets) {
    const auto fuzzer = fuzz::makeFuzzer(mnemonic);
    const std::size_t longest = fuzzer->recordBytes();
    const auto [record, oracle, executors] = partsOf(*fuzzer, options.runs / 4);
    if (options.json)
      fmt::print(R"({{"target":"{}","record":{:.3f},"oracle":{:.3f},"executors":{:.3f}}})"
                 "\n",
                 name, record, oracle, executors);
    else
      fmt::print("{:<8} {:<11} record {:.3f} us, oracle {:.3f} us, executors {:.3f} us\n", name, "in process", record,
                 oracle, executors);
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

Action setupBench(Subcommand& command) {
  const auto options = std::make_shared<BenchOptions>();
  command.options({
      {"what", options->what, "executors (the default) or fuzz", oneOf("executors fuzz").showsDefault()},
      {"--runs", options->runs, "fuzz: runs of each measurement (default 1000000)", wholeNumberIn(1000, 1'000'000'000)},
      {"arguments", options->arguments, "for executors: further arguments for Google Benchmark, after --"},
      {"--json", options->json, "JSON"},
  });
  command.footer("Examples:\n"
                 "  warplaw bench\n"
                 "  warplaw bench executors -- --benchmark_filter=SHFL\n"
                 "  warplaw bench fuzz --json\n"
                 "Exit codes: 0 measured, however fast the machine is; 2 bad usage.");
  return [options] { return options->what == "fuzz" ? benchFuzz(*options) : benchExecutors(*options); };
}

} // namespace

const Command kBench{"bench", "measure the speed of executors and fuzz targets", setupBench};

} // namespace warplaw::tools
