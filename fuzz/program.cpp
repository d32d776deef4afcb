// Programs step by step: see program.h.
#include "fuzz/program.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

/// A warp's registers, predicates and errors as a case of their own, without surroundings.
spec::Case warpAlone(const spec::ProgramCase& c, std::size_t w) {
  spec::Case alone;
  alone.warp = c.warps[w].warp;
  if (c.expected) {
    alone.expected = c.expected->warps[w];
    alone.expected->frame = c.expected->frame;
  }
  return alone;
}

/// One of the memories as a case of its own; with the first of them go the cells.
spec::Case memoryAlone(const spec::ProgramCase& c, std::size_t memory) {
  spec::Case alone;
  alone.memory = spec::memoryIn(c.surroundings, memory);
  if (c.expected)
    alone.expected = spec::Expected{{}, {}, c.expected->memories[memory], {}, c.expected->frame, {}};
  if (memory != 0)
    return alone;
  alone.cells = c.surroundings.cells;
  if (c.expected)
    alone.expected->cells = c.expected->cells;
  return alone;
}
Outcome memoryOf(const ProgramOutcome& outcome, std::size_t memory) {
  return {{},
          spec::memoryIn(outcome.surroundings, memory),
          memory == 0 ? outcome.surroundings.cells : spec::SurroundingCells{}};
}

/// Warps that take turns.
class Running {
public:
  explicit Running(const spec::ProgramCase& c)
      : c_(c), now_{{}, c.surroundings}, next_(c.warps.size()), errors_(c.warps.size()) {
    for (const spec::WarpCase& warp : c.warps)
      now_.warps.push_back(warp.warp);
  }

  spec::Result<ProgramOutcome> run(const RunStep& runStep) {
    const bool inTurn = c_.schedule == spec::defaultSchedule(c_.warps);
    unsigned warp = 0;
    for (std::size_t turn = 0; turn < c_.schedule.size(); ++turn) {
      warp = inTurn ? comesNext(warp) : c_.schedule[turn];
      if (auto waits = waiting(warp); waits)
        return *std::move(waits);
      if (auto done = step(turn, warp, runStep); !done)
        return done.error();
    }
    for (std::size_t w = 0; w < now_.warps.size(); ++w)
      std::ranges::copy(errors_[w], now_.warps[w].errors);
    return now_;
  }

private:
  const spec::Barriers& barriers() const { return now_.surroundings.cells.barriers; }
  std::uint32_t numberOf(unsigned warp) const { return c_.surroundings.cells.inputs.warp + warp; }
  bool hasEnded(unsigned warp) const { return next_[warp] == c_.warps[warp].program.size(); }

  std::optional<unsigned> barrierOf(unsigned warp) const {
    for (unsigned b = 0; b < spec::kBarriers; ++b)
      if (barriers().waiting[b] >> numberOf(warp) & 1)
        return b;
    return std::nullopt;
  }

  /// The warp itself as long as it can go on; otherwise the one after it that can; a waiting one where none can.
  unsigned comesNext(unsigned warp) const {
    const auto count = static_cast<unsigned>(c_.warps.size());
    unsigned waits = warp;
    for (unsigned k = 0; k < count; ++k, warp = (warp + 1) % count) {
      if (hasEnded(warp))
        continue;
      if (!barrierOf(warp))
        return warp;
      waits = warp;
    }
    return waits;
  }

  /// Why the warp gets no turn.
  std::optional<spec::Rejection> waiting(unsigned warp) const {
    const auto barrier = barrierOf(warp);
    if (!barrier)
      return std::nullopt;
    std::string all;
    bool isDeadlock = true;
    for (unsigned w = 0; w < c_.warps.size(); ++w)
      if (const auto b = barrierOf(w))
        all += fmt::format("{}warp {} at barrier {} ({} of {} threads)", all.empty() ? "" : ", ", w, *b,
                           barriers().arrived[*b], barriers().expected[*b]);
      else
        isDeadlock &= hasEnded(w);
    if (isDeadlock)
      return spec::Rejection{"BAR-2", fmt::format("deadlock: whoever has instructions left waits: {}", all),
                             "arrivals that complete a barrier"};
    return spec::Rejection{"BAR-2",
                           fmt::format("the schedule gives warp {} a turn, which waits at barrier {}: {} of {} "
                                       "threads have arrived",
                                       warp, *barrier, barriers().arrived[*barrier], barriers().expected[*barrier]),
                           "a warp that does not wait"};
  }

  spec::Result<void> step(std::size_t at, unsigned warp, const RunStep& runStep) {
    const std::vector<spec::ProgramStep>& program = c_.warps[warp].program;
    const Turn turn{warp, next_[warp]++, program.size()};
    const spec::ProgramStep& step = program.at(turn.instruction);
    const std::size_t memory = spec::rowOf(step.instruction.mnemonic()).memory;
    spec::Case one{{},
                   {},
                   step.instruction,
                   c_.shader,
                   now_.warps[warp],
                   spec::memoryIn(now_.surroundings, memory),
                   step.choices,
                   {},
                   now_.surroundings.cells};
    one.cells.inputs.warp = numberOf(warp);
    if (!c_.clocks.empty()) {
      one.cells.inputs.clockLow = static_cast<std::uint32_t>(c_.clocks.at(at));
      one.cells.inputs.clockHigh = static_cast<std::uint32_t>(c_.clocks.at(at) >> 32);
    }
    auto outcome = runStep(turn, one);
    if (!outcome)
      return outcome.error();
    now_.warps[warp] = outcome->warp;
    spec::memoryIn(now_.surroundings, memory) = std::move(outcome->memory);
    now_.surroundings.cells = outcome->cells;
    now_.surroundings.cells.inputs = c_.surroundings.cells.inputs;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) // the first error of each lane stays (MACH-8)
      if (!errors_[warp][lane])
        errors_[warp][lane] = outcome->warp.errors[lane];
    return {};
  }

  const spec::ProgramCase& c_;
  ProgramOutcome now_;
  std::vector<std::size_t> next_;                              ///< instruction of each warp
  std::vector<std::array<std::uint8_t, spec::kLanes>> errors_; ///< of each warp
};

} // namespace

std::string describe(const Turn& turn) {
  return fmt::format("warp {}, instruction {} of {}", turn.warp, turn.instruction + 1, turn.of);
}

spec::Result<ProgramOutcome> run(const spec::ProgramCase& c, const RunStep& runStep) { return Running(c).run(runStep); }

std::vector<ProgramDifference> compareExpected(const spec::ProgramCase& c, const ProgramOutcome& got) {
  std::vector<ProgramDifference> all;
  for (std::size_t w = 0; w < c.warps.size(); ++w)
    for (const Difference& d : compareExpected(warpAlone(c, w), Outcome{got.warps[w], {}}))
      all.push_back({static_cast<unsigned>(w), d});
  for (std::size_t memory = 0; memory < spec::kMemories; ++memory)
    for (const Difference& d : compareExpected(memoryAlone(c, memory), memoryOf(got, memory)))
      all.push_back({{}, d, memory});
  return all;
}

spec::ProgramExpected expectedOf(const spec::ProgramCase& c, const ProgramOutcome& outcome) {
  spec::ProgramExpected expected;
  for (std::size_t w = 0; w < c.warps.size(); ++w)
    expected.warps.push_back(expectedOf(warpAlone(c, w), Outcome{outcome.warps[w], {}}));
  for (std::size_t memory = 0; memory < spec::kMemories; ++memory) {
    spec::Expected around = expectedOf(memoryAlone(c, memory), memoryOf(outcome, memory));
    expected.memories[memory] = std::move(around.memory);
    if (memory == 0)
      expected.cells = std::move(around.cells);
  }
  return expected;
}

} // namespace warplaw::fuzz
