// Worker: states one theorem in a process of its own, asks its parent for answers, judges them, and reports records.
#pragma once
#include "proofs/engine/runner.h"

namespace warplaw::proofs {

/// What passes between worker and parent; ids are the worker's own.
enum class Message : std::uint32_t {
  Built,      ///< to the parent: names of the obligations, one a line
  Solve,      ///< to the parent: 64 digits of hash, digits of the solvers' places in the order in which they are asked,
              ///< a line end, then the query text
  WantToRun,  ///< to the parent: a check or a simulation would like to
  Ran,        ///< to the parent
  Record,     ///< to the parent: a JSON line
  Note,       ///< to the parent: a line for people
  NotKept,    ///< to the parent: the cache refused an answer
  Withdrawn,  ///< to the parent: the name of a guess that does not hold, a line end, why
  Answers,    ///< to the worker: encodeAnswers
  Run,        ///< to the worker: now
  SolveTerms, ///< to the worker: the terms of what it asked
  TermsSolved, ///< to the parent: encodeAnswers of one
};

/// An answer and who gave it.
struct GivenAnswer {
  std::string solver, version;
  RawAnswer raw;
};
std::string encodeAnswers(const std::vector<GivenAnswer>& answers);
std::vector<GivenAnswer> decodeAnswers(const std::string& text);

/// Runs in the worker process until every obligation has its record.
int runWorker(const Theorem& theorem, const RunOptions& options, ParentChannel parent);

/// Does the record have a witness on which machine code ended by a fault of its own (SIGSEGV, SIGBUS, SIGFPE, SIGILL),
/// as a loop past its end does? Its verdict is Error.
bool faultsOnWitness(const Record& record);

inline constexpr std::string_view kWorkerEnded = "the worker ended by ";
/// Is it of a worker that ended before its time, by a fault of this program's?
inline bool lostByItsWorker(const Record& record) {
  return record.verdict == Verdict::Error && record.reason.starts_with(kWorkerEnded);
}

/// What was stated, with nothing in its place.
void askAsStated(Obligation& obligation);

/// The part of a record that is the theorem's.
Record blankRecord(const Theorem& theorem, const RunOptions& options);

} // namespace warplaw::proofs
