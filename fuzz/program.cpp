// Programs step by step: see program.h.
#include "fuzz/program.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

/// The first error of each lane stays (MACH-8).
void addErrors(spec::Warp& reported, const spec::Warp& step) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (!reported.errors[lane])
      reported.errors[lane] = step.errors[lane];
}

/// A warp's registers, predicates and errors as a case of their own, without memory.
spec::Case warpAlone(const spec::ProgramCase& c, std::size_t w) {
  spec::Case alone;
  alone.warp = c.warps[w].warp;
  if (c.expected) {
    alone.expected = c.expected->warps[w];
    alone.expected->frame = c.expected->frame;
  }
  return alone;
}

/// Shared memory as a case of its own.
spec::Case memoryAlone(const spec::ProgramCase& c) {
  spec::Case alone;
  alone.shared = c.surroundings.shared;
  if (c.expected)
    alone.expected = spec::Expected{{}, {}, c.expected->memories[0], {}, c.expected->frame};
  return alone;
}

} // namespace

std::string describe(const Turn& turn) {
  return fmt::format("warp {}, instruction {} of {}", turn.warp, turn.instruction + 1, turn.of);
}

spec::Result<ProgramOutcome> run(const spec::ProgramCase& c, const RunStep& runStep) {
  ProgramOutcome now{{}, c.surroundings};
  std::vector<spec::Warp> reported(c.warps.size()); // errors alone
  for (const spec::WarpCase& warp : c.warps)
    now.warps.push_back(warp.warp);
  std::vector<std::size_t> next(c.warps.size());
  for (const unsigned w : c.schedule) {
    const std::vector<spec::Step>& program = c.warps[w].program;
    const Turn turn{w, next[w]++, program.size()};
    const spec::Step& step = program.at(turn.instruction);
    const spec::Case one{{}, {}, step.instruction, c.shader, now.warps[w], now.surroundings.shared, step.choices, {}};
    auto outcome = runStep(turn, one);
    if (!outcome)
      return outcome.error();
    now.warps[w] = outcome->warp;
    now.surroundings.shared = std::move(outcome->shared);
    addErrors(reported[w], now.warps[w]);
  }
  for (std::size_t w = 0; w < now.warps.size(); ++w)
    std::copy(std::begin(reported[w].errors), std::end(reported[w].errors), std::begin(now.warps[w].errors));
  return now;
}

std::vector<ProgramDifference> compareExpected(const spec::ProgramCase& c, const ProgramOutcome& got) {
  std::vector<ProgramDifference> all;
  for (std::size_t w = 0; w < c.warps.size(); ++w)
    for (const Difference& d : compareExpected(warpAlone(c, w), Outcome{got.warps[w], {}}))
      all.push_back({static_cast<unsigned>(w), d});
  for (const Difference& d : compareExpected(memoryAlone(c), Outcome{{}, got.surroundings.shared}))
    all.push_back({{}, d});
  return all;
}

spec::ProgramExpected expectedOf(const spec::ProgramCase& c, const ProgramOutcome& outcome) {
  spec::ProgramExpected expected;
  for (std::size_t w = 0; w < c.warps.size(); ++w)
    expected.warps.push_back(expectedOf(warpAlone(c, w), Outcome{outcome.warps[w], {}}));
  expected.memories[0] = expectedOf(memoryAlone(c), Outcome{{}, outcome.surroundings.shared}).memory;
  return expected;
}

} // namespace warplaw::fuzz
