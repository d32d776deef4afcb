// A case as a table that is understood in ten seconds: the instruction, the lanes that matter (equal ones in one line),
// what went in, what should come out and what did, with the differing lanes marked.
#pragma once
#include "fuzz/unpromised.h"

namespace warplaw::fuzz {
class Oracle;

struct TableOptions {
  bool colour = false;
  bool allLanes = false; ///< also lanes that do not execute, are not read and do not differ
  bool holding = false;  ///< of those, also lanes whose operands are not all zero
};

/// What goes in, a column each: registers that the plan reads, each once; the source predicate as the datapath sees it,
/// negation applied, unless it is PT. `any`: of the warp's places.
std::vector<LaneColumn> inputColumns(const spec::Plan& plan, const spec::Warp& warp, const MayBeAny& any = {});

/// got: the outcome that is judged; expected: the one with which it is compared; if both are one state, the table just
/// shows the outcome. Values that no rule promises are shown as `any`, and the lines below say why. `any`: for a step
/// of a program; null: the instruction stands by itself.
std::string laneTable(Readers& readers, const spec::Case& c, const Outcome& expected, const Outcome& got,
                      TableOptions options = {}, const AnyInStep* any = nullptr);

/// Executor (the path on which it differs, or the fastest) against encoding; a rejected case as its rejection.
std::string laneTable(Oracle& oracle, const spec::Case& c, TableOptions options = {});

/// Colour on this stream? A terminal, and NO_COLOR not set.
bool wantsColour(int fileDescriptor);

} // namespace warplaw::fuzz
