// A machine that runs every thread of a launch by itself, one step at a time, under any schedule that PTX-10 to PTX-18
// admit. It is written from the rules alone, beside the machine of warps in ptx/machine, and shares with it the decoded
// kernel and nothing else.
#pragma once
#include "ptx/machine/kernel.h"
#include "ptx/machine/launch.h"

namespace warplaw::plain {

/// Which of the threads that can run takes the next step.
enum class Bias : std::uint8_t {
  Any,        ///< each time any of them
  Longest,    ///< one as long as it can, then any other
  RoundRobin, ///< in turn
  Newest,     ///< the one that was set free last
};
inline constexpr unsigned kBiases = 4;

struct Schedule {
  Bias bias = Bias::Any;
  std::uint64_t seed = 0;
  std::uint8_t unwritten = 0; ///< each byte of registers and memory that nobody wrote
};

/// How a run ends.
enum class End : std::uint8_t {
  Finished,
  Deadlock,
  Bound,       ///< Launch::mostSteps, counted by threads
  OutOfBounds, ///< or misaligned, or constant (PTX-14)
  Trap,
  Undefined, ///< a lane outside its membermask (PTX-12), a generation of a barrier that is mixed (BAR-4)
};

struct Outcome {
  std::vector<ptx::Array> arrays; ///< after
  End end = End::Finished;
  std::string what;       ///< of an end that is no finish: one sentence
  bool undefined = false; ///< something that nobody promises decided something (PTX-16)
  std::uint64_t steps = 0;
};

/// A launch that fits its kernel.
Outcome run(const ptx::Kernel& kernel, const ptx::Launch& launch, Schedule schedule);

/// All schedules, threads changing only where one sees another (memory, .sync, barriers): what they end in, each once.
/// Nothing: there are more than `mostRuns`.
std::optional<std::vector<Outcome>> runEverySchedule(const ptx::Kernel& kernel, const ptx::Launch& launch,
                                                     std::uint64_t mostRuns);

} // namespace warplaw::plain
