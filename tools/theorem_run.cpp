#include "tools/theorem_run.h"
#include "proofs/engine/runner.h"
#include <algorithm>
#include <thread>

namespace warplaw::tools {
using namespace proofs;

spec::Result<void> runTheorems(const std::vector<Theorem>& theorems, std::function<void(const Record&)> onRecord) {
  auto policy = solverPolicy("any");
  if (!policy)
    return policy.error();
  auto cache = Cache::open(Cache::defaultDirectory(), CacheMode::Use);
  if (!cache)
    return cache.error();
  RunOptions options;
  options.policy = std::move(*policy);
  options.cache = &*cache;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  RunObserver observer;
  observer.onRecord = std::move(onRecord);
  run(theorems, options, observer);
  return {};
}

} // namespace warplaw::tools
