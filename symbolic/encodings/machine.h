// Encodings share this picture of operands and results as terms; MACH-1, -2, -3, -5, -7, -8 as an encoding of
// the architectural level.
#pragma once
#include "spec/operand_fields.h"
#include "symbolic/terms/described.h"

namespace warplaw::symbolic {

using OperandTerms = spec::OperandsIn<AsTerms>;
using ResultTerms = spec::ResultsIn<AsTerms>;
using SourceTerms = spec::SourceIn<AsTerms>;
using PlanTerms = spec::PlanIn<AsTerms>;
using WarpTerms = spec::WarpIn<AsTerms>;

/// What one lane fetched: its word of each operand row, 32 bits, and its bit of the source predicate, width 1.
struct LaneWords : std::array<Term, spec::kSourceRows> {
  Term predicate;
};

/// Is every field of the plan in the range that spec/datapath.h names? Width 1. Nothing is said of plans
/// where it does not hold.
Term isLegal(const SourceTerms& source);
Term isLegal(const PlanTerms& plan);

/// The lanes that execute (MACH-1), helpers left out where the plan says so (MACH-7): 32 bits.
Term execLanes(const WarpTerms& warp, const PlanTerms& plan);

/// One operand of all 32 lanes, executing or not (MACH-2); RZ and an absent source read 0 (MACH-3).
PerLane<Term> fetchRow(const WarpTerms& warp, const SourceTerms& source);

/// All that a datapath sees (MACH-1, -2, -3, -7).
OperandTerms fetch(const WarpTerms& warp, const PlanTerms& plan);

/// The warp after a datapath gave `results`: only lanes of exec change, and of them only what was written
/// (MACH-1, -3, -5); RZ and PT drop writes; every lane's error is this instruction's, None outside exec
/// (MACH-8). Where both destinations name one register, row 1 is the later write and stays (no legal
/// instruction does that: a pair is {R, R+1}).
WarpTerms writeBack(const WarpTerms& warp, const PlanTerms& plan, Term exec, const ResultTerms& results);

} // namespace warplaw::symbolic
