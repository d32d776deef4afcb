// What can be said of an obligation, and the process exit codes. There is no bool on this path: only an expected verdict passes.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::proofs {

enum class Verdict { Proved, Refuted, Checked, Tested, Unknown, BoundExceeded, Vacuous, Unsupported, Error };
std::string_view textOf(Verdict verdict); ///< "PROVED", "REFUTED", "CHECKED", ...

enum class ExitCode : int { AsExpected = 0, Counterexample = 1, BadInput = 2, Inconclusive = 3 };
/// Where both a counterexample and something inconclusive occur: Counterexample.
ExitCode combine(ExitCode a, ExitCode b);

} // namespace warplaw::proofs
