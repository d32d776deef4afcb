#include "plain/scheduler.h"
#include <algorithm>

namespace warplaw::plain {

std::uint32_t RandomScheduler::next(const std::vector<std::uint32_t>& ready, const std::vector<std::uint64_t>& stamps) {
  const auto newer = [&](std::uint32_t a, std::uint32_t b) {
    return stamps[a] != stamps[b] ? stamps[a] < stamps[b] : a < b;
  };
  switch (bias_) {
  case Bias::Longest:
    if (std::ranges::binary_search(ready, last_))
      return last_;
    break;
  case Bias::RoundRobin: {
    const auto after = std::ranges::upper_bound(ready, last_);
    return last_ = after == ready.end() ? ready.front() : *after;
  }
  case Bias::Newest:
    return *std::ranges::max_element(ready, newer);
  case Bias::Any:
    break;
  }
  return last_ = ready[choice(static_cast<std::uint32_t>(ready.size()))];
}

std::uint32_t EverySchedule::next(const std::vector<std::uint32_t>& ready,
                                  const std::vector<std::uint64_t>& /*stamps*/) {
  return ready[choice(static_cast<std::uint32_t>(ready.size()))];
}

std::uint32_t EverySchedule::choice(std::uint32_t limit) {
  if (at_ == decisions_.size())
    decisions_.push_back({0, limit});
  return decisions_[at_++].taken;
}

bool EverySchedule::advance() {
  at_ = 0;
  while (!decisions_.empty() && decisions_.back().taken + 1 == decisions_.back().limit)
    decisions_.pop_back();
  if (decisions_.empty())
    return false;
  ++decisions_.back().taken;
  return true;
}

} // namespace warplaw::plain
