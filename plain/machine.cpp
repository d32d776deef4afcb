#include "plain/machine.h"
#include "plain/cta.h"
#include <algorithm>

namespace warplaw::plain {
namespace {

/// CTAs do not see each other but through global memory: they run one after another, in any order (PTX-10).
std::vector<ptx::Dimensions> order(const ptx::Dimensions& grid, Scheduler& scheduler) {
  std::vector<ptx::Dimensions> ctas;
  for (std::uint32_t z = 0; z < grid[2]; ++z)
    for (std::uint32_t y = 0; y < grid[1]; ++y)
      for (std::uint32_t x = 0; x < grid[0]; ++x)
        ctas.push_back({x, y, z});
  for (std::size_t i = ctas.size(); i > 1; --i)
    std::swap(ctas[i - 1], ctas[scheduler.choice(static_cast<std::uint32_t>(i))]);
  return ctas;
}

Outcome runBy(const ptx::Kernel& kernel, const ptx::Launch& launch, Scheduler& scheduler, std::uint64_t leaders,
              std::uint8_t unwritten) {
  Running running{.kernel = kernel,
                  .launch = launch,
                  .memory = GlobalMemory(kernel, launch, unwritten),
                  .scheduler = scheduler,
                  .leaders = leaders,
                  .unwritten = unwritten};
  Outcome outcome;
  try {
    for (const ptx::Dimensions& number : order(launch.grid, scheduler))
      Cta(running, number).run();
  } catch (const Stopped& stopped) {
    outcome.end = stopped.end;
    outcome.what = stopped.what;
  }
  outcome.arrays = running.memory.arrays(launch);
  outcome.undefined = running.undefined;
  outcome.steps = running.steps;
  return outcome;
}

bool isSame(const Outcome& a, const Outcome& b) {
  return a.end == b.end && std::ranges::equal(a.arrays, b.arrays, {}, &ptx::Array::bytes, &ptx::Array::bytes);
}

} // namespace

Outcome run(const ptx::Kernel& kernel, const ptx::Launch& launch, Schedule schedule) {
  RandomScheduler scheduler(schedule);
  return runBy(kernel, launch, scheduler, schedule.seed, schedule.unwritten);
}

std::optional<std::vector<Outcome>> runEverySchedule(const ptx::Kernel& kernel, const ptx::Launch& launch,
                                                     std::uint64_t mostRuns) {
  EverySchedule scheduler;
  std::vector<Outcome> outcomes;
  do {
    if (mostRuns-- == 0)
      return std::nullopt;
    Outcome outcome = runBy(kernel, launch, scheduler, 0, 0);
    if (std::ranges::none_of(outcomes, [&](const Outcome& other) { return isSame(other, outcome); }))
      outcomes.push_back(std::move(outcome));
  } while (scheduler.advance());
  return outcomes;
}

} // namespace warplaw::plain
