// Runner: theorems in, a record an obligation out, over all cores. A theorem is stated in a worker process, each query
// is answered in a solver process, each check and each replay in a process of its own; the parent only schedules, so
// nothing but a kill ends a run.
#pragma once
#include "proofs/engine/cache.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/results.h"
#include "proofs/engine/solver.h"
#include "proofs/engine/theorem.h"
#include "proofs/engine/witness.h"
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplaw::proofs {

/// A query that its solvers do not decide: UNKNOWN, or they contradict each other, or its certificate contradicts them.
struct Undecided {
  std::string obligation; ///< its name
  std::string said;       ///< one line: who answered what
  std::string text;       ///< SMT-LIB, as they were given it
};
/// Called in the process that asked; gives a text that people are shown after the solvers' answers.
using UndecidedHook = std::function<std::string(const Undecided&)>;

struct RunOptions {
  SolverPolicy policy;
  const Cache* cache = nullptr;              ///< null: none
  double timeout = 60;                       ///< seconds for each answer, check and replay
  double buildTimeout = 120;                 ///< seconds to state one theorem
  std::size_t memoryBytes = 4ull << 30;      ///< for each child, above what the program itself maps; 0: no limit
  unsigned jobs = 1;                         ///< processes at work at a time
  bool fold = true;                          ///< terms fold when built
  const std::string& (*program)() = ownHash; ///< whose evidence a check is: it is asked again of another
  /// Hash of all that states, asks and judges: a theorem whose outcome it found as expected before is not run again.
  /// Empty: each is run.
  std::string loaded;
  bool stopAtRefuted = false;          ///< a theorem's remaining obligations are left out once one is refuted (mutants)
  EarlierResults earlier;              ///< its answers need not be asked for again
  CounterexampleHook onCounterexample; ///< null: the replay's report
  UndecidedHook onUndecided;           ///< null: what the solvers said
  const std::atomic<bool>* stop = nullptr; ///< set by a signal handler: the run ends, and asks nothing more
  double seconds = 0;                      ///< for the whole run, which ends then as if it were stopped; 0: no limit
  Certifier certify; ///< of what is PROVED by an unsatisfiable query; null: nobody asks for certificates
  std::function<std::string(const Theorem&)> bitcodeHash; ///< stands in the theorem's records; may be null
};

struct Progress {
  std::size_t theorems = 0, theoremsDone = 0; ///< done: every obligation recorded
  std::size_t known = 0, done = 0;            ///< obligations of the theorems stated so far
  std::string running;                        ///< name of one theorem being worked on
  double seconds = 0;                         ///< since the start
};

struct RunObserver {
  std::function<void(const Record&)> onRecord;     ///< once an obligation, in the order of completion
  std::function<void(const Theorem&)> onTheorem;   ///< after the last record of its obligations
  std::function<void(const std::string&)> onNote;  ///< one line for people
  std::function<void()> onNotKept;                 ///< once: the cache refused an answer; the run goes on
  std::function<void(const Progress&)> onProgress; ///< at least twice a second
};

/// Why a theorem that a stop left open is UNKNOWN; or RunOptions::seconds.
inline constexpr std::string_view kInterrupted = "interrupted", kNoTimeLeft = "time: that of the whole run is over";
inline bool isInterrupted(const Record& record) {
  return record.verdict == Verdict::Unknown && record.reason == kInterrupted;
}

/// Every obligation of every theorem gets exactly one record, whatever happens to the processes (but for
/// stopAtRefuted). If a run is stopped, each theorem that is not wholly decided gets one more record under its own
/// name: UNKNOWN with the reason above, so that nobody takes it for proved.
void run(const std::vector<Theorem>& theorems, const RunOptions& options, const RunObserver& observer);

} // namespace warplaw::proofs
