// The architectural level: guard, fetch, write-back over a warp's registers (MACH-1, -2, -3, -5, -7, -8), the same for
// every instruction, proved once with the datapath as a contract.
#pragma once
#include "spec/datapath.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// One row of 32 lanes as the plan's source says. RZ and absent sources read 0 (MACH-3).
void warplaw_fetch_row(const spec::Warp* warp, const spec::Source* source, std::uint32_t* row);
/// The lanes that execute: active, guard true, helpers left out where the plan says so (MACH-1, MACH-7).
std::uint32_t warplaw_exec_lanes(const spec::Warp* warp, const spec::Plan* plan);
/// All operands of all lanes (MACH-2).
void warplaw_fetch(const spec::Warp* warp, const spec::Plan* plan, spec::Operands* operands);
/// Writes rows, predicate and errors of the lanes of exec, and nothing else (MACH-1, -3, -5, -8). Errors of other lanes
/// become None.
void warplaw_write_back(spec::Warp* warp, const spec::Plan* plan, std::uint32_t exec, const spec::Results* results);
}

} // namespace warplaw::concrete
