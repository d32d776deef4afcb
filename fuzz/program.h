// A case of several warps and programs, run step by step: each step is a case of one instruction, which the executor or
// the encoding runs (docs/case_format.md, format 2). A warp that waits at a barrier gets no turn until it is released
// (BAR-2).
#pragma once
#include "fuzz/outcome.h"
#include "spec/program_case.h"
#include <functional>

namespace warplaw::fuzz {

/// The state once every warp has run its program. A warp's errors: the first of each lane.
struct ProgramOutcome {
  std::vector<spec::Warp> warps;
  spec::Surroundings surroundings; ///< inputs as the case has them
};

/// One step of a schedule.
struct Turn {
  unsigned warp = 0;
  std::size_t instruction = 0; ///< of its program, from 0
  std::size_t of = 0;          ///< instructions of that program
};
/// "warp 1, instruction 2 of 3".
std::string describe(const Turn& turn);

/// What becomes of one step; a rejection ends the run.
using RunStep = std::function<spec::Result<Outcome>(const Turn& turn, const spec::Case& step)>;
/// Runs the schedule; the default one as far as warps come: one that waits is passed over. Rejected, with the barrier:
/// a turn of a warp that waits; a deadlock, where every warp waits that has steps left.
spec::Result<ProgramOutcome> run(const spec::ProgramCase& c, const RunStep& runStep);

struct ProgramDifference {
  std::optional<unsigned> warp; ///< whose it is; none: of the surroundings
  Difference difference;
  std::size_t memory = 0; ///< of a word of memory, which one (eachMemory)
};

/// An outcome against a case's expected values, `any` and frame included.
std::vector<ProgramDifference> compareExpected(const spec::ProgramCase& c, const ProgramOutcome& got);
/// The outcome as expected values: every place that changed; the rest is frame.
spec::ProgramExpected expectedOf(const spec::ProgramCase& c, const ProgramOutcome& outcome);

} // namespace warplaw::fuzz
