// The architectural level's functions as contracts (MACH-1, -2, -3, -5, -7, -8): what every instruction's entry calls.
#pragma once
#include "proofs/statements/contract.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::proofs::machine {
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::SourceTerms;
using symbolic::WarpTerms;

Contract execLanes(); ///< warplaw_exec_lanes(warp, plan) -> "exec"
Contract fetchRow();  ///< warplaw_fetch_row(warp, source, row)
Contract fetch();     ///< warplaw_fetch(warp, plan, operands)
Contract writeBack(); ///< warplaw_write_back(warp, plan, exec, results)

/// Width 1: every legal plan is one of those that the contracts' theorems speak of (their plans' variables are as wide
/// as legal numbers need).
Term narrowIsLegal(Terms& terms);

/// The 32 lanes of fetchRow's object.
symbolic::PerLane<Term> rowIn(const lift::Table& row);
void setRow(lift::Table& row, const symbolic::PerLane<Term>& lanes);

} // namespace warplaw::proofs::machine
