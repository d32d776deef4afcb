// Published claims that are false: each with the theorem that refutes it, decided anew, and its witness, run anew.
#pragma once
#include "proofs/engine/theorem.h"
#include "tools/interrupt.h"

namespace warplaw::tools {

struct SettledClaim {
  proofs::Claim claim;
  std::string instruction; ///< "SHFL"
  std::string holds;       ///< the rule's statement
  proofs::Verdict verdict = proofs::Verdict::Error;
  std::string comment = {}; ///< the witness' own; empty where there is no case
  std::string table =
      {}; ///< the witness as a lane table; got: what the claim would give, where a misreading believes it
  std::string picture = {}; ///< the same as an element of a page: an SVG picture or, of a program, a list of its steps
};

struct Contradictions {
  std::vector<SettledClaim> claims; ///< in the order of the rules
  std::vector<std::string> faults;  ///< what makes the list wrong or incomplete: a line each
  std::string known = {};           ///< what was not decided now, and when it was (LookedUp)
  std::string interrupted = {};     ///< how many theorems an interrupt left undecided, if it did; no fault
};

/// All claims, or those whose rule begins with `prefix`. What each claim's obligation is was decided by a run of this
/// program, else (or if `prove`) solvers are asked now. Runs each witness by executor, encoding and expected values,
/// and by the misreading, which the expected values must contradict. Every disputed rule must have a claim, and every
/// case below `corpus`/contradictions must be a claim's witness.
spec::Result<Contradictions> contradictions(const std::string& corpus, std::string_view prefix, bool prove,
                                            const Interrupt& interrupt);

} // namespace warplaw::tools
