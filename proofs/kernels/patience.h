// Until when work on a kernel goes on: somebody may end it, and its time may be over.
#pragma once
#include "proofs/engine/runner.h"
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <string>

namespace warplaw::proofs::kernels {

struct Patience {
  const std::atomic<bool>* stop = nullptr; ///< set by a signal handler; null: nobody ends it
  double seconds = 0;                      ///< of each piece of work; 0: no limit
};

/// One piece of work, from now on.
class Watch {
public:
  explicit Watch(const Patience& patience) : patience_(patience), start_(std::chrono::steady_clock::now()) {}
  bool isInterrupted() const { return patience_.stop && patience_.stop->load(); }
  /// Why nothing more is done; empty: it goes on.
  std::string over() const {
    if (isInterrupted())
      return std::string(kInterrupted);
    if (patience_.seconds == 0 ||
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() < patience_.seconds)
      return {};
    return fmt::format("time: {:g} s were not enough (--timeout)", patience_.seconds);
  }

private:
  Patience patience_;
  std::chrono::steady_clock::time_point start_;
};

} // namespace warplaw::proofs::kernels
