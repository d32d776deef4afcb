// Who is next: by chance with a bias, or by a list of decisions that is worked through (all schedules).
#pragma once
#include "plain/machine.h"
#include <random>

namespace warplaw::plain {

class Scheduler {
public:
  virtual ~Scheduler() = default;
  /// One of the threads that can run; `stamps`: when each was set free last.
  virtual std::uint32_t next(const std::vector<std::uint32_t>& ready, const std::vector<std::uint64_t>& stamps) = 0;
  /// Any number below `limit`: a choice that the rules leave to the implementation.
  virtual std::uint32_t choice(std::uint32_t limit) = 0;
  /// Must a thread go on where no other can see what it does?
  virtual bool skipsUnseen() const { return false; }
};

class RandomScheduler : public Scheduler {
public:
  explicit RandomScheduler(Schedule schedule) : bias_(schedule.bias), engine_(schedule.seed) {}
  std::uint32_t next(const std::vector<std::uint32_t>& ready, const std::vector<std::uint64_t>& stamps) override;
  std::uint32_t choice(std::uint32_t limit) override { return static_cast<std::uint32_t>(engine_() % limit); }

private:
  Bias bias_;
  std::mt19937_64 engine_;
  std::uint32_t last_ = 0;
};

/// Takes the decisions of a list, then the first of each; `advance` makes the list of the next run.
class EverySchedule : public Scheduler {
public:
  std::uint32_t next(const std::vector<std::uint32_t>& ready, const std::vector<std::uint64_t>& stamps) override;
  std::uint32_t choice(std::uint32_t limit) override;
  bool skipsUnseen() const override { return true; }
  bool advance(); ///< false: there is none

private:
  struct Decision {
    std::uint32_t taken, limit;
  };
  std::vector<Decision> decisions_;
  std::size_t at_ = 0;
};

} // namespace warplaw::plain
