// Whole kernels: how long `run` takes for 2^20 threads, how many times faster than the first interpreter that is, both
// in one run and with the same memory afterwards; what one warp instruction costs; how long reading a module takes.
#include "bench/first_machine.h"
#include "ptx/text/read.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <random>
#include <time.h>

namespace warplaw::bench {
namespace {

/// The time of the process, or of the wall's clock.
enum class Time { Processor, Wall };
double now(Time time) {
  timespec at{};
  clock_gettime(time == Time::Processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &at);
  return static_cast<double>(at.tv_sec) + static_cast<double>(at.tv_nsec) * 1e-9;
}

constexpr std::uint32_t kThreads = 1 << 20, kBlock = 256;
constexpr unsigned kTimes = 3; ///< the best counts

/// Seconds of the fastest of some calls.
template <class Do> double fastest(Do once, Time time = Time::Processor) {
  double best = 1e9;
  for (unsigned i = 0; i < kTimes; ++i) {
    const double begin = now(time);
    once();
    best = std::min(best, now(time) - begin);
  }
  return best;
}

ptx::Array arrayOf(const char* name, std::size_t bytes, bool isRandom) {
  ptx::Array array{name, std::vector<std::uint8_t>(bytes), {}, 4, false};
  std::mt19937 random(1);
  if (isRandom)
    std::ranges::generate(array.bytes, [&] { return static_cast<std::uint8_t>(random()); });
  return array;
}

ptx::Launch launchOf(const std::string& entry, std::uint32_t threads, unsigned cores) {
  ptx::Launch launch;
  launch.entry = entry;
  launch.grid = {threads / kBlock, 1, 1};
  launch.block = {kBlock, 1, 1};
  // transpose: four elements a thread, of a matrix that is always whole
  const std::size_t bytes = entry == "transpose" ? std::size_t{kThreads} * 16 : std::size_t{threads} * 4;
  launch.arrays = {arrayOf("in", bytes, true), arrayOf("out", bytes, false)};
  launch.arguments = {{{}, 0}, {{}, 1}};
  launch.mostSteps = std::uint64_t{1} << 40;
  launch.cores = cores;
  return launch;
}

void kernel(const ptx::Module& module, const std::string& entry, std::uint32_t threads) {
  const auto kernel = ptx::decode(module, entry);
  const ptx::Launch one = launchOf(entry, threads, 1), all = launchOf(entry, threads, 0);
  std::vector<std::vector<std::uint8_t>> expected;
  ptx::Outcome outcome, together;
  const double first = fastest([&] { expected = firstRun(*kernel, one); });
  const double alone = fastest([&] { outcome = ptx::run(*kernel, one); });
  const double onAll = fastest([&] { together = ptx::run(*kernel, all); }, Time::Wall);
  const bool isSame = outcome.arrays[1].bytes == expected[1] && together.arrays[1].bytes == expected[1] &&
                      outcome.findings.empty() && together.findings.empty();
  const double count = static_cast<double>(outcome.counters.warpInstructions);
  fmt::print("{:<12} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {}\n", entry, first * 1e9 / count,
             alone * 1e9 / count, first / alone, onAll * 1e9 / count, first / onAll, count * 1e-6,
             isSame ? "" : "WRONG");
}

/// A loop of 64 of one instruction, with data that differs in each lane.
std::string loopOf(const std::string& instruction) {
  std::string text = ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
                     ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;\n"
                     "mov.u32 %r0, %tid.x; mul.lo.u32 %r1, %r0, 2654435761; xor.b32 %r2, %r1, 0x55555555;\n"
                     "mov.u32 %r3, %r2; mov.u32 %r7, 0; cvt.u64.u32 %rd1, %r1; mul.lo.u64 %rd2, %rd1, "
                     "0x9e3779b97f4a7c15; mad.lo.u64 %rd3, %rd1, %rd1, 1;\n"
                     "setp.lt.u32 %p1, %r1, %r2;\nL:\n";
  for (unsigned i = 0; i < 64; ++i)
    text += instruction + ";\n";
  return text + "add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 1000; @%p2 bra L; ret;\n}\n";
}

void instruction(const std::string& text) {
  const auto module = ptx::read(loopOf(text));
  const auto kernel = ptx::decode(*module, "");
  ptx::Launch launch;
  launch.arguments = {{std::vector<std::uint8_t>(8), -1}};
  ptx::Outcome outcome;
  const double seconds = fastest([&] { outcome = ptx::run(*kernel, launch); });
  fmt::print("{:<32} {:>6.1f} ns\n", text, seconds * 1e9 / static_cast<double>(outcome.counters.warpInstructions));
}

void reading() {
  std::string text = ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
                     ".reg .b32 %r<2001>; .reg .b64 %rd<3>; .reg .pred %p<3>;\nld.param.u64 %rd1, [p];\n";
  constexpr unsigned kGroups = 4000;
  for (unsigned i = 0; i < kGroups; ++i)
    text += fmt::format("L{0}:\nadd.s32 %r{1}, %r{2}, {0};\nld.global.u32 %r{2}, [%rd1+{3}];\nmad.lo.s32 %r{1}, %r{1}, "
                        "%r{2}, 7;\nsetp.lt.u32 %p1, %r{1}, %r{2};\n@%p1 bra L{4};\n",
                        i, i % 1999, (i + 7) % 1999, i % 1024 * 4, std::min(i + 2, kGroups - 1));
  text += "ret;\n}\n";
  const double read = fastest([&] { static_cast<void>(ptx::read(text).value()); });
  const auto module = ptx::read(text);
  const double decode = fastest([&] { static_cast<void>(ptx::decode(*module, "").value()); });
  fmt::print("a module of {} instructions: {:.1f} ms to read, {:.1f} ms to decode\n", 5 * kGroups, read * 1e3,
             decode * 1e3);
}

int main(int count, char** arguments) {
  if (count < 2 || count > 4) {
    fmt::print(stderr, "warplaw_bench_kernels bench/kernels.ptx [BLOCKS [ENTRY]]\n");
    return 2;
  }
  std::ifstream file(arguments[1]);
  const auto module = ptx::read(std::string(std::istreambuf_iterator<char>(file), {}));
  const std::uint32_t threads = count >= 3 ? static_cast<std::uint32_t>(std::stoul(arguments[2])) * kBlock : kThreads;
  fmt::print("{} threads, ns a warp instruction; x: times faster than the first interpreter\n", threads);
  fmt::print("{:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "", "first", "one core", "x", "all cores", "x", "million");
  for (const char* const entry : {"reduction", "scan", "histogram", "bitonic", "transpose"})
    if (count < 4 || std::string_view(arguments[3]) == entry)
      kernel(*module, entry, threads);
  if (count == 4)
    return 0;
  for (const char* const text : {"add.u32 %r1, %r1, %r2",          "mul.lo.u32 %r1, %r1, %r2",
                                 "mul.wide.u32 %rd1, %r1, %r2",    "add.u64 %rd1, %rd1, %rd2",
                                 "shl.b32 %r1, %r2, %r3",          "setp.lt.s32 %p1, %r1, %r2",
                                 "selp.u32 %r1, %r2, %r3, %p1",    "min.s32 %r1, %r1, %r2",
                                 "mad.lo.s32 %r1, %r1, %r2, %r3",  "lop3.b32 %r1, %r1, %r2, %r3, 0x96",
                                 "bfe.u32 %r1, %r2, 3, 7",         "popc.b32 %r1, %r2",
                                 "prmt.b32 %r1, %r2, %r3, 0x5140", "mul.lo.u64 %rd1, %rd1, %rd2",
                                 "div.u32 %r1, %r2, %r3",          "div.s32 %r1, %r2, %r3",
                                 "rem.u32 %r1, %r2, %r3",          "rem.s32 %r1, %r2, %r3",
                                 "div.u64 %rd1, %rd2, %rd3",       "rem.s64 %rd1, %rd2, %rd3",
                                 "mul.hi.u64 %rd1, %rd1, %rd2",    "add.cc.u64 %rd1, %rd2, %rd3",
                                 "cvt.s16.s32 %r1, %r2",           "cvt.sat.s16.s32 %r1, %r2",
                                 "add.rn.f32 %r1, %r1, %r2"})
    instruction(text);
  reading();
  return 0;
}

} // namespace
} // namespace warplaw::bench

int main(int count, char** arguments) { return warplaw::bench::main(count, arguments); }
