// One turn of ATOMS's loop over the listed lanes: what it is given, as variables, and what the oracle says is left
// (ATOMS-5..7, -9, -10); and the witness of such a statement tried on whole runs. Only
// proofs/theorems/atoms_executor.cpp, atoms_winners.cpp and atoms_replay.cpp include this.
#pragma once
#include "proofs/statements/oracle_loops.h"
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {

/// Everything one call of a form's function is given, as variables ("checked.row[0][3]", ..); and, in the middle of its
/// loop, the state before turn k ("turn.row[0][3]"; list[k] as a witness calls it: "order[k]").
struct TurnOfForm : AtomsFunction {
  Pair pair;
  TurnOfForm(Terms& terms, Pair pair);
  /// What such a turn leaves.
  symbolic::LaneTurned after(const symbolic::LaneTurn& turn) const;
  symbolic::LaneTurned after() const { return after(turn); }
  /// Rows before turn 0, for replays: as the checks left them; losers of .SPIN return 0 (ATOMS-10).
  std::array<symbolic::PerLane<Term>, spec::kResultRows> entry() const;
};

/// What functions read, as the oracle asks of them.
template <class Function> std::vector<lift::Table> readBy(const Function& function) {
  return {function.modifiers, tableOf("operands", function.operands), tableOf("choices", function.choices)};
}

/// Builds the outcome that is to be replayed, in Terms of its own.
using OutcomeBuilder = std::function<symbolic::LaneTurned(const TurnOfForm&)>;

/// Tries runs made from a witness over a turn's variables: reproduced if machine code and the outcome, folded over the
/// turns, differ; at `mustDiffer` ("memory", "row[0][5]") if it is not empty.
Replay replayTurn(const Subject& subject, Pair pair, const OutcomeBuilder& builder, const std::string& mustDiffer,
                  const Assignment& witness);

} // namespace warplaw::proofs::atoms
