// Report: what a run shows while it runs (stderr) and when it is over (the table, stdout, or JSON).
#pragma once
#include "proofs/engine/runner.h"
#include <cstdio>
#include <map>
#include <set>

namespace warplaw::proofs {

/// Where people read: a terminal gets one line that changes and colours (not with NO_COLOR), anything else a line an
/// obligation.
struct Screen {
  std::FILE* file = stderr;
  bool terminal = false;
  bool colour = false;
  static Screen of(std::FILE* file);
};

class LiveReport {
public:
  explicit LiveReport(Screen screen) : screen_(screen) {}
  void record(const Record& record);
  void note(const std::string& line);
  void progress(const Progress& progress);
  void end(); ///< leaves no half line behind
private:
  void put(const std::string& text) const;
  void clear();
  Screen screen_;
  Clock::time_point lastShown_{};
  bool dirty_ = false;
};

/// What is kept of one instruction's records.
struct InstructionSummary {
  std::string instruction;
  std::set<std::string> forms;
  std::size_t obligations = 0, proved = 0, checked = 0, refutedAsExpected = 0, other = 0, cached = 0;
  double seconds = 0;                   ///< of solvers and checks, all cores together
  std::map<std::string, Verdict> paths; ///< the weakest verdict of each code path; expected refutations do not count
};

/// Counts that are in no record: how many obligations of a run are missing, how many certificates are, and how many
/// theorems an interrupt left undecided.
struct Shortfall {
  std::size_t missing = 0, uncertified = 0, undecided = 0;
};

class Summary {
public:
  void add(const Record& record);
  ExitCode exitCode() const { return exitCode_; }
  const std::vector<Record>& notAsExpected() const { return notAsExpected_; }
  const std::vector<InstructionSummary>& rows() const { return rows_; } ///< in the order in which they were first seen
  /// What was not as expected, each counterexample once with the obligations that it refutes; then the table, then the
  /// weakest verdict of each path, then one line of conclusion.
  std::string text(bool colour, double seconds, const Shortfall& shortfall = {}) const;
  /// "everything as expected", "2 not as expected, 1 missing"
  std::string conclusion(const Shortfall& shortfall) const;
  std::string json(double seconds) const;

private:
  std::vector<InstructionSummary> rows_;
  std::vector<Record> notAsExpected_;
  std::size_t whole_ = 0; ///< taken whole from an earlier run
  ExitCode exitCode_ = ExitCode::AsExpected;
};

/// The file for something that belongs to an obligation: FOLDER/NAME and the extension, '/' as '.'. The folder is made
/// when needed; if that fails, writing the file fails.
std::string fileOf(const std::string& folder, std::string obligation, std::string_view extension);

} // namespace warplaw::proofs
