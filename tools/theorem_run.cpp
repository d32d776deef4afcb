#include "tools/theorem_run.h"
#include "proofs/engine/worker.h"
#include "tools/say.h"
#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace warplaw::tools {
using namespace proofs;

spec::Result<std::size_t> runTheorems(const std::vector<Theorem>& theorems, const Interrupt& interrupt,
                                      std::function<void(const Record&)> onRecord) {
  auto policy = solverPolicy("any");
  if (!policy && interrupt.requested()) { // Ctrl-C ended what asks solvers for their versions
    for (const Theorem& theorem : theorems) {
      Record record = blankRecord(theorem, {});
      record.verdict = Verdict::Unknown;
      record.reason = kInterrupted;
      onRecord(record);
    }
    return theorems.size();
  }
  if (!policy)
    return policy.error();
  auto cache = Cache::open(Cache::defaultDirectory(), CacheMode::Use);
  if (!cache) { // whoever looks something up has asked for no cache
    say("warplaw: without a cache: {}\n", cache.error().message);
    cache = Cache::open({}, CacheMode::Off);
  }
  RunOptions options;
  options.policy = std::move(*policy);
  options.cache = &*cache;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  options.stop = interrupt.flag();
  std::size_t undecided = 0;
  RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    undecided += isInterrupted(record);
    onRecord(record);
  };
  run(theorems, options, observer);
  return undecided;
}

std::string interruptedText(std::size_t undecided, std::size_t theorems) {
  return fmt::format("interrupted: {} of {} theorems are not decided", undecided, theorems);
}

} // namespace warplaw::tools
