// A program's warps before and after it, as tables: what it reads and what it writes.
#pragma once
#include "fuzz/lane_table.h"
#include "fuzz/program.h"

namespace warplaw::fuzz {

/// Of one warp: a column for each register and predicate that some instruction reads, as it was before the program, and
/// one for each that some instruction writes, as it is afterwards. Equal lanes share a line. `any`: of the warp
/// afterwards. `marked`: lanes to point at.
std::string programTable(Oracle& oracle, const spec::ProgramCase& c, unsigned warp, const ProgramOutcome& outcome,
                         const MayBeAny& any, TableOptions options = {}, std::uint32_t marked = 0);

} // namespace warplaw::fuzz
