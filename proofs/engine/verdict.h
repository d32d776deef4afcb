// What can be said of an obligation, and the process exit codes. There is no bool on this path: only an expected
// verdict passes.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace warplaw::proofs {

enum class Verdict { Proved, Refuted, Checked, Tested, Unknown, BoundExceeded, Vacuous, Unsupported, Error };
std::string_view textOf(Verdict verdict); ///< "PROVED", "REFUTED", "CHECKED", ...
std::optional<Verdict> verdictFromText(std::string_view text);

/// What an obligation settles of a function under proof; the inventory (statements/inventory.h) demands each of every
/// function that ships. It follows from the lifted code that the obligation was made from (engine/theorem.h, Counted).
enum class Part {
  Law,                ///< nothing of one function
  DefinedUnoptimized, ///< no undefined behaviour, bounds and poison, before any optimisation pass
  DefinedFinal,       ///< the same of what ships
  Outputs,            ///< outputs as the encoding says, or the frame
  Twin,               ///< that the statement can be refuted
};
std::string_view textOf(Part part); ///< "law", "defined before optimisation", ...

enum class ExitCode : int { AsExpected = 0, Counterexample = 1, BadInput = 2, Inconclusive = 3 };
/// Only a verdict that was expected, and may be expected (PROVED, REFUTED, CHECKED, TESTED), passes. An unexpected
/// refutation, and a twin or claim that is not refuted but proved, is a Counterexample; anything else is Inconclusive.
ExitCode exitCodeOf(Verdict got, Verdict expected);
/// The exit code of two results together: if one is a counterexample and one inconclusive, Counterexample.
ExitCode combine(ExitCode a, ExitCode b);
/// The weaker of two verdicts, for a summary over a code path: PROVED is the strongest, an (unexpected) REFUTED the
/// weakest.
Verdict weaker(Verdict a, Verdict b);

} // namespace warplaw::proofs
