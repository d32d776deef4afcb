// Witness: a solver's model judged outside the solver. It must make the query false in the plain interpreter, at the
// output that was asked for, and must reproduce in machine code, before anybody hears of a refutation.
#pragma once
#include "proofs/engine/theorem.h"
#include <stdexcept>
#include <string>
#include <string_view>

namespace warplaw::proofs {

/// The uninterpreted functions of a model: smtLib() names their applications after their place in the query, so the
/// query is needed to read them back. What the model does not speak about is 0.
symbolic::Functions functionsOf(const Query& query, const Assignment& model);

/// Called for an unexpected counterexample, in the process that replayed it; gives what people are shown.
using CounterexampleHook = std::function<std::string(const Obligation&, const Assignment&, const Replay&)>;

/// A replay throws this if its witness shows no error, but only the limit of the statement (a loop takes more turns
/// than were looked at). The verdict is UNKNOWN, with this reason.
struct Inconclusive : std::runtime_error {
  using runtime_error::runtime_error;
};

struct Judgement {
  Verdict verdict = Verdict::Error;
  std::string reason;
  std::string counterexample; ///< what the hook gave
  bool showsNothing = false;  ///< it breaks the goal, and the code does what it should all the same
};

/// REFUTED if the model holds the assumptions and breaks the goal, the right output differs, and the replay reproduces;
/// otherwise ERROR with the reason, or UNKNOWN where only what is any value (Obligation::Asking::anyOf) breaks it, or
/// the replay throws Inconclusive. A guess is REFUTED by a replay alone. `modelText`: the answer to get-value.
Judgement judgeRefutation(const Obligation& obligation, std::string_view modelText, const CounterexampleHook& hook);

/// Can the assumptions hold? Empty if the model shows that they can, otherwise why it does not show it.
std::string judgeSatisfied(const Query& query, std::string_view modelText);

} // namespace warplaw::proofs
