// Reads a file of results line by line: what is kept of each obligation, a reader says.
#pragma once
#include "proofs/engine/results.h"

namespace warplaw::proofs {

class ResultsReader {
public:
  ResultsReader(std::vector<WrittenRun>& runs, std::vector<std::string>& notes) : runs_(runs), notes_(notes) {}
  virtual ~ResultsReader() = default;
  /// Only the last line may be truncated; any other line that is no record is a rejection with its place. Once.
  spec::Result<void> read(const std::string& path);

protected:
  /// offset: where its line begins. A file that names no run is taken for one run's.
  virtual void keep(Record record, std::uint64_t offset) = 0;
  /// Each definite answer of the record that is kept next.
  virtual void believe(const KeptAnswer& answer) = 0;
  /// How many keys have answers that contradict each other: asked at the end.
  virtual std::size_t contradictory() = 0;
  std::vector<WrittenRun>& runs_; ///< those that have begun; their names a reader may leave out

private:
  spec::Result<void> add(std::string_view line, std::uint64_t offset);
  void noteIgnored(const std::string& path, std::size_t count, const char* why);
  std::vector<std::string>& notes_;
  std::size_t broken_ = 0;
  bool hasRecords_ = false;
};

/// For one more line of a name: did the run at hand write that name already, or did the same program refute it in a run
/// before? That no later run takes back. Null: no run says that it wrote the line.
bool isNoNewRun(const WrittenRun* writer, const WrittenRun* now, ExitCode known, ExitCode next);

} // namespace warplaw::proofs
