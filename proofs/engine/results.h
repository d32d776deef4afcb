// Results: one JSON object a line and an obligation, written so that a kill at any moment loses no finished result; and
// read back to resume a run, which takes nothing from them but what solvers said. A line before and one after them say
// which run made them, and that it came to its end.
#pragma once
#include "proofs/engine/cache.h"
#include "proofs/engine/certificate.h"
#include "proofs/engine/provenance.h"
#include "proofs/engine/verdict.h"
#include "spec/rejection.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplaw::proofs {

/// A definite answer as a solver gave it, under answerKey().
struct KeptAnswer {
  std::string key;
  RawAnswer raw;
};

/// What is known of one obligation. Its name is stable across runs.
struct Record {
  std::string name, theorem, instruction, form, path;
  std::vector<std::string> rules;
  Verdict verdict = Verdict::Error, expected = Verdict::Proved;
  std::string part;    ///< textOf(Part)
  std::string solver;  ///< "z3", "cvc5", "z3+cvc5"; "simulation"; "folding"; "check"; empty where nothing answered
  std::string version; ///< of the solver
  double seconds = 0;  ///< of processors: the solver's, the check's or the failed building's; 0 where from the cache
  double limit = 0;    ///< the time limit it ran under, seconds
  std::string query;   ///< SHA-256 of the query text; of the program for checks
  /// SHA-256 of the query text as it is before folding: of a theorem about no code, where folding made the goal true.
  std::string unfolded;
  std::string bitcode;                ///< SHA-256 over the bitcode of the code under proof; empty where there is none
  std::string reason;                 ///< why it is what it is: the bound, what did not replay, which limit
  std::string counterexample;         ///< for people; only where a refutation was not expected
  bool cached = false, folded = true; ///< from the cache; built with folding (not --no-fold)
  bool whole = false;              ///< cached, and nothing was judged: taken from an earlier run of this very program
  bool resumed = false;            ///< what solvers said comes from an earlier run's results
  std::vector<KeptAnswer> answers; ///< every definite answer that it rests on
  std::optional<Certificate> certificate; ///< where one was asked for, and what it would be of is, or was, PROVED
  ExitCode exitCode() const { return exitCodeOf(verdict, expected); }
  /// Which of two records of one obligation is the graver, which must not be lost.
  bool isGraverThan(const Record& other) const { return combine(other.exitCode(), exitCode()) != other.exitCode(); }
};

std::string toJson(const Record& record); ///< one line, without its end
spec::Result<Record> recordFromJson(std::string_view line);

/// What a run writes last.
struct RunEnd {
  std::size_t obligations = 0; ///< that it decided, those that its file held already among them
  double seconds = 0;          ///< from its start to its end
};

/// The lines that begin a run and end it, without their end of line.
std::string lineOf(const Provenance& made);
std::string lineOf(const RunEnd& end);

/// Appends whole lines; each is in the system's hands when its call returns: a kill of the process does not lose it.
/// One process at a time writes a file: another one is rejected.
class ResultsFile {
public:
  /// Makes a new file; an existing one is rejected, never written over.
  static spec::Result<ResultsFile> create(const std::string& path);
  /// Goes on with an existing file; a truncated last line is cut off.
  static spec::Result<ResultsFile> continueAt(const std::string& path);
  ResultsFile(ResultsFile&& other) noexcept;
  ResultsFile& operator=(ResultsFile&& other) noexcept;
  ~ResultsFile();
  /// False with errno set where the disk refused; what it took of the line is cut off, and nothing more is written.
  bool begin(const Provenance& made);
  bool append(const Record& record);
  bool end(const RunEnd& end);

private:
  bool appendLine(std::string line);
  static spec::Result<ResultsFile> locked(int descriptor, const std::string& path);
  explicit ResultsFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
  int refused_ = 0; ///< errno of the first line that was not taken
};

/// One of the runs that wrote into a file: the first, or one that went on with it.
struct WrittenRun {
  Provenance made;
  std::set<std::string, std::less<>> names; ///< of its obligations
  std::set<std::string> doubled;            ///< names of which it wrote two lines
  std::optional<RunEnd> end;                ///< nothing: it was ended before
};

/// The results of an earlier run. Its verdicts are for people: a resumed run believes the answers alone, each only for
/// the very question that it answers, and judges them again.
struct EarlierResults {
  /// By obligation name. Between two runs the later one's line counts; between two lines of one run the graver counts.
  /// A later run of a program does not take back what the same program refuted: all its runs count as one.
  std::map<std::string, Record, std::less<>> records;
  std::map<std::string, RawAnswer, std::less<>> answers; ///< by answerKey(); nothing where two lines contradict
  std::vector<WrittenRun> runs;                          ///< none where a file does not say
  std::vector<std::string> notes;                        ///< "last line truncated, ignored"; one line each, for people
  /// The run whose line of that name counts; null: no run says that it wrote one.
  const WrittenRun* runOf(std::string_view name) const;
  /// Does the file have what is known of this obligation now, and what that rests on? Then nothing need be written.
  bool holds(const Record& record) const;
};
/// Only the last line may be truncated; any other line that is no record is a rejection with its place.
spec::Result<EarlierResults> readResults(const std::string& path);

} // namespace warplaw::proofs
