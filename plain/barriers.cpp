// Barriers of a CTA, thread by thread (PTX-13, BAR-1 to BAR-4).
#include "plain/cta.h"
#include <algorithm>

namespace warplaw::plain {

void Cta::barrier(Thread& thread, const ptx::Step& step) {
  const Word id = value(thread, step.src[0]), count = value(thread, step.src[1]);
  const bool merelyArrives = ptx::barrierKindOf(step) == ptx::BarrierKind::Arrive;
  if (id >= barriers_.size() || count % 32 != 0 || (merelyArrives && count == 0))
    throw Stopped{End::Undefined, "a barrier that there is not, or a count that is none"};
  Generation& generation = barriers_[id];
  if (!generation.hasBegun)
    generation = {.hasBegun = true,
                  .isReduction = ptx::isBarrierReduction(step),
                  .reduction = step.operation,
                  .count = static_cast<std::uint32_t>(count)};
  const bool isUnlike = generation.isReduction != ptx::isBarrierReduction(step) || generation.count != count ||
                        (generation.isReduction && generation.reduction != step.operation);
  if (isUnlike)
    throw Stopped{End::Undefined, "one generation of barrier " + std::to_string(id) + " is mixed"};
  ++generation.arrived;
  ++generation.ofWarp[thread.warp()];
  generation.isTrue += ptx::isBarrierReduction(step) && (value(thread, step.src[2]) & 1);
  if (merelyArrives) {
    ++thread.counter;
  } else {
    thread.state = State::WaitsAtBarrier;
    thread.barrier = static_cast<std::uint32_t>(id);
  }
  tryBarrier(static_cast<std::uint32_t>(id));
}

/// As many threads as a barrier counts: below sm_70 a warp comes as a whole.
std::uint32_t Cta::countedOf(const Generation& generation) const {
  if (running_.kernel.target >= ptx::kIndependent)
    return generation.arrived;
  std::uint32_t counted = 0;
  for (const auto& [warp, arrived] : generation.ofWarp) {
    const auto live = static_cast<std::uint32_t>(std::ranges::count_if(
        threads_, [&](const Thread& thread) { return thread.warp() == warp && thread.state != State::Exited; }));
    counted += arrived >= live ? 32 : arrived;
  }
  return counted;
}

/// Complete: all threads that have not exited have arrived, or as many as the count says.
void Cta::tryBarrier(std::uint32_t id) {
  Generation& generation = barriers_[id];
  if (!generation.hasBegun)
    return;
  const auto isWaiting = [&](const Thread& thread) {
    return thread.state == State::WaitsAtBarrier && thread.barrier == id;
  };
  const auto needed = generation.count ? generation.count
                                       : static_cast<std::uint32_t>(std::ranges::count_if(
                                             threads_, [](const Thread& t) { return t.state != State::Exited; }));
  if ((generation.count ? countedOf(generation) : generation.arrived) < needed)
    return;
  const Word results[] = {0, 0, generation.isTrue, generation.isTrue == generation.arrived, generation.isTrue != 0};
  generation.hasBegun = false;
  for (Thread& thread : threads_)
    if (isWaiting(thread)) {
      give(thread, stepOf(thread).dst[0], results[stepOf(thread).operation]);
      release(thread);
    }
}

} // namespace warplaw::plain
