// Random kernels (fuzz/kernels) on this machine's GPU and on the machine of warps: where that one finds nothing, both
// leave the same memory. The driver's assembler optimises; what ends otherwise is assembled again without that. What
// differs only where it is optimised is told and judged no further (docs/hardware.md knows two kinds).
// A kernel that ends in an error of the GPU takes its process's other kernels with it: so kernels are run by processes
// of a few, and by one each where one of a few ends so.
//   compare_kernels COUNT [SEED]
// Exit code 0: without optimising all end alike; 1: some do not, or could not be compared; 77: there is no GPU.
#include "fuzz/kernels/generate.h"
#include "gpu/launch.h"
#include "ptx/machine/run.h"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <new>
#include <sstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {
using namespace warplaw;

struct Compared {
  bool isJudged = false, isOfOptimising = false;
  std::string difference; ///< empty: none
};

/// Only where nothing is found there is one outcome.
bool isOne(const ptx::Outcome& outcome) {
  return outcome.finished && std::ranges::all_of(outcome.findings, [](const ptx::Finding& finding) {
           return finding.kind == ptx::FindingKind::NotJudged;
         });
}

/// Both machines on a module; nothing where the machine of warps has no one outcome, or the module is none.
class Beside {
public:
  Beside(const gpu::Gpu& gpu, ptx::Launch launch) : gpu_(gpu), launch_(std::move(launch)) {}
  bool knows(const std::string& text) {
    const auto module = ptx::read(text);
    if (!module)
      return false;
    const auto kernel = ptx::decode(*module, "");
    if (!kernel)
      return false;
    launch_.entry = kernel->name;
    outcome_ = ptx::run(*kernel, launch_);
    return isOne(outcome_);
  }
  /// From what the text that is known leaves; empty: there is none.
  std::string difference(const std::string& text, unsigned optimised) {
    return gpu::difference(outcome_.arrays, gpu::run(gpu_, text, launch_, optimised));
  }

private:
  const gpu::Gpu& gpu_;
  ptx::Launch launch_;
  ptx::Outcome outcome_;
};

/// As few lines as possible on which the outcomes differ in the same way.
std::string smaller(Beside& beside, const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  const auto joined = [](const std::vector<std::string>& some) { return fmt::format("{}\n", fmt::join(some, "\n")); };
  const auto stays = [&](const std::string& some) {
    try {
      return beside.knows(some) && !beside.difference(some, gpu::kFullyOptimised).empty() &&
             beside.difference(some, gpu::kNotOptimised).empty();
    } catch (const gpu::Error&) {
      return false;
    }
  };
  if (!stays(text))
    return text;
  for (std::size_t size = 32; size > 0;) {
    bool isSmaller = false;
    for (std::size_t at = 0; at + size <= lines.size();) {
      std::vector<std::string> fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(at + size));
      if (stays(joined(fewer))) {
        lines = std::move(fewer);
        isSmaller = true;
      } else {
        at += size;
      }
    }
    size = isSmaller && size == 1 ? 1 : size / 2;
  }
  return joined(lines);
}

/// A kernel, by both machines; what the GPU makes of it optimised, where it is known, need not be asked again.
Compared compare(const gpu::Gpu& gpu, std::uint64_t seed, const std::string& optimised = "") {
  const fuzz::GeneratedKernel made = fuzz::generateKernel(fuzz::kernelRecord(seed));
  Beside beside(gpu, made.launch);
  if (!beside.knows(made.text))
    return {};
  const std::string difference = optimised.empty() ? beside.difference(made.text, gpu::kFullyOptimised) : optimised;
  if (difference.empty())
    return {true, false, ""};
  const std::string plain = beside.difference(made.text, gpu::kNotOptimised);
  return {true, plain.empty(),
          fmt::format("kernel {}: {}; not optimised: {}\nblock {}, grid {}\n{}", seed, difference,
                      plain.empty() ? "as by the rules" : plain, made.launch.block[0], made.launch.grid[0],
                      plain.empty() && optimised.empty() ? smaller(beside, made.text) : made.text)};
}

/// What all processes count together.
struct Counts {
  std::atomic<std::uint64_t> next = 0, compared = 0, differ = 0, ofOptimising = 0, failed = 0;
};

constexpr int kNoGpu = 77;
constexpr int kGpuError = 3;            ///< of a kernel, it may be
constexpr int kFailed = 4;              ///< of this program: an exception, or a signal
constexpr std::uint64_t kTogether = 60; ///< kernels of one process

/// What a process of its own returns.
template <class Work> int inProcess(const Work& work) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int result = kGpuError;
    try {
      result = work();
    } catch (const gpu::Error& error) {
      fmt::print(stderr, "{}\n", error.what());
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      result = kFailed;
    }
    std::fflush(stdout);
    _exit(result);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : kFailed;
}

/// Kernels from `seed` on, in a process of their own: all are counted, or none.
int compareSome(Counts& counts, std::uint64_t seed, std::uint64_t count, const std::string& optimised = "") {
  return inProcess([&] {
    const gpu::Gpu gpu;
    std::uint64_t compared = 0, differ = 0, ofOptimising = 0;
    std::string told;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Compared one = compare(gpu, seed + i, optimised);
      compared += one.isJudged;
      differ += !one.difference.empty() && !one.isOfOptimising;
      ofOptimising += one.isOfOptimising;
      told += one.difference.empty() ? "" : one.difference + "\n";
    }
    counts.compared += compared;
    counts.differ += differ;
    counts.ofOptimising += ofOptimising;
    fmt::print("{}", told);
    return 0;
  });
}

int compareAll(std::uint64_t count, std::uint64_t seed) {
  void* const shared = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    throw gpu::Error("no memory is shared");
  Counts& counts = *new (shared) Counts;
  const auto work = [&] {
    for (std::uint64_t i = counts.next.fetch_add(kTogether); i < count; i = counts.next.fetch_add(kTogether)) {
      const std::uint64_t some = std::min(kTogether, count - i);
      if (compareSome(counts, seed + i, some) == 0)
        continue;
      for (std::uint64_t each = seed + i; each < seed + i + some; ++each) {
        int code = compareSome(counts, each, 1);
        if (code == kGpuError)
          code = compareSome(counts, each, 1, "an error of the GPU");
        if (code == kGpuError) {
          fmt::print("kernel {}: an error of the GPU; not optimised: one, too\n", each);
          ++counts.compared;
          ++counts.differ;
        } else if (code != 0) {
          fmt::print("kernel {}: not compared: a fault of this program\n", each);
          ++counts.failed;
        }
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  threads.clear();
  fmt::print("{} of {} kernels have one outcome; {} of them end otherwise on the GPU, {} only where the assembler "
             "optimises\n",
             counts.compared.load(), count, counts.differ.load(), counts.ofOptimising.load());
  if (counts.failed != 0)
    fmt::print("{} were not compared\n", counts.failed.load());
  return counts.differ == 0 && counts.failed == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: compare_kernels COUNT [SEED]\n");
    return 2;
  }
  try {
    const int gpu = inProcess([] {
      try {
        const gpu::Gpu gpu;
        fmt::print("{}, sm_{}, driver {}\n", gpu.name(), gpu.target(), gpu.driver());
        return 0;
      } catch (const gpu::Error& error) {
        fmt::print("{}: skipped\n", error.what());
        return kNoGpu;
      }
    });
    return gpu != 0 ? gpu : compareAll(std::stoull(argv[1]), argc > 2 ? std::stoull(argv[2]) : 1);
  } catch (const gpu::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
