// The state after an instruction, by the shipped executor, and where two such states differ.
#pragma once
#include "fuzz/difference.h"
#include "spec/case_file.h"
#include "spec/datapath.h"

namespace warplaw::fuzz {

/// The state after an instruction.
struct Outcome {
  spec::Warp warp;
  spec::SharedMemory memory;
  spec::SurroundingCells cells = {};
};

/// The shipped executor on a path (empty: the fastest supported one).
spec::Result<Outcome> execute(const spec::Case& c, std::string_view path = {});

/// May the instruction change this place of an executing lane? (MACH-5)
std::vector<Difference> compare(const spec::Case& c, const spec::Plan& plan, const Outcome& expected,
                                const Outcome& got);
/// An outcome against a case file's expected values, `any` and frame included.
std::vector<Difference> compareExpected(const spec::Case& c, const Outcome& got);
/// The outcome as expected values: every place that changed; the rest is frame.
spec::Expected expectedOf(const spec::Case& c, const Outcome& outcome);

} // namespace warplaw::fuzz
