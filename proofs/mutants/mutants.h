// A test of the tests: the theorems, stated about code or encodings with one thing wrong, must be refuted, or the wrong
// thing proved to make no difference and listed as such.
#pragma once
#include "proofs/engine/runner.h"
#include "proofs/mutants/equivalent.h"
#include "proofs/statements/subject.h"

namespace warplaw::proofs {

enum class MutantKind { Executor, Encoding };

/// What became of one mutant.
enum class Fate {
  Refuted,    ///< an output that it changes differs, by a witness that replays
  Equivalent, ///< every obligation holds all the same: proved to change nothing, and on the list of those
  Undefined, ///< its definedness is refuted, no output by replay: what its machine code does means nothing; it does not
             ///< count
  Unstatable, ///< the lifter has no meaning for it; it does not count
  Survived,   ///< anything else: unknown, time-out, a witness that does not replay, proved equivalent but not listed
};
std::string_view textOf(Fate fate);

struct MutantResult {
  MutantKind kind = MutantKind::Executor;
  std::string name;
  std::string where; ///< function, or theorem for an encoding
  std::string text;  ///< what is wrong
  Fate fate = Fate::Survived;
  std::string reason;
  std::string lost; ///< how a worker ended that should have judged it: a fault of this program's; empty: none did
  double seconds = 0;
};

/// What there is to prove about a subject: the shipped one, or one with something wrong.
using TheoremList = std::function<std::vector<Theorem>(const Subject&)>;

struct MutantOptions {
  TheoremList theorems;       ///< which the mutants are held against
  bool whole = false;         ///< these are all that there are: 80 executors and 40 encodings must count
  std::size_t perSymbol = 6;  ///< executors: at least so many of each function, more of a long one
  std::size_t perTheorem = 3; ///< encodings: of each theorem about code
  double timeout = 60;        ///< seconds for each answer; a time-out is no refutation
  std::vector<EquivalentMutant> equivalent = equivalentMutants();
  std::optional<std::size_t> sample;           ///< only so many of each kind, evenly spread; unset: all
  std::function<bool(const Theorem&)> touched; ///< beside the sample, all mutants of what such theorems speak about
};

struct MutantReport {
  std::vector<MutantResult> results;
  std::vector<std::string> stale; ///< entries of the list that are not true any more
  std::size_t interrupted = 0;    ///< mutants that a stop left undecided; they are not among the results
  std::size_t leastExecutors = 0, leastEncodings = 0, leastEither = 0; ///< as many must have counted
};

/// Runs all of them; `run.stopAtRefuted` is set by itself. The observer sees records of mutants, most of them
/// refutations.
MutantReport runMutants(const MutantOptions& options, RunOptions run, const RunObserver& observer);

/// The table, every mutant that was not refuted, and what is wrong with the list of equivalent ones.
std::string mutantTable(const MutantReport& report);
/// As expected if none survived or was lost, enough counted and the list is true.
ExitCode exitCodeOf(const MutantReport& report);

} // namespace warplaw::proofs
