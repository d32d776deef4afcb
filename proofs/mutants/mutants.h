// A test of the tests: the theorems, stated about code or encodings with one thing wrong, must be refuted, or the wrong
// thing proved to make no difference.
#pragma once
#include "proofs/engine/runner.h"
#include "proofs/statements/subject.h"

namespace warplaw::proofs {

enum class MutantKind { Executor, Encoding };

/// What became of one mutant.
enum class Fate {
  Refuted,    ///< an output that it changes differs, by a witness that replays
  Equivalent, ///< every obligation holds all the same: proved to change nothing
  Undefined, ///< nothing but its definedness is refuted: what its machine code does means nothing, so it does not count
  Unstatable, ///< the lifter has no meaning for it; it does not count
  Survived,   ///< anything else: unknown, time-out, a witness that does not replay
};
std::string_view textOf(Fate fate);

struct MutantResult {
  MutantKind kind = MutantKind::Executor;
  std::string name, text;
  Fate fate = Fate::Survived;
  std::string reason;
  double seconds = 0;
};

/// What there is to prove about a subject: the shipped one, or one with something wrong.
using TheoremList = std::function<std::vector<Theorem>(const Subject&)>;

struct MutantOptions {
  TheoremList theorems;       ///< which the mutants are held against
  std::size_t perSymbol = 6;  ///< executors: at least so many of each function, more of a long one
  std::size_t perTheorem = 3; ///< encodings: of each theorem about code
  double timeout = 20;        ///< seconds for each answer; a time-out is no refutation
  std::string theorem = "*";  ///< only theorems whose name fits this pattern
};

/// Runs all of them; `run.stopAtRefuted` is set by itself. The observer sees records of mutants, most of them
/// refutations.
std::vector<MutantResult> runMutants(const MutantOptions& options, RunOptions run, const RunObserver& observer);

/// The table, and every mutant that was not refuted.
std::string mutantTable(const std::vector<MutantResult>& results);
/// As expected if none survived and enough counted: 80 executors, 40 encodings (`enough` false: any number).
ExitCode exitCodeOf(const std::vector<MutantResult>& results, bool enough);

} // namespace warplaw::proofs
