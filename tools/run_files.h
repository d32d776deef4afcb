// The results file that a run of `verify` writes, and the one that it goes on with.
#pragma once
#include "proofs/engine/results.h"

namespace warplaw::tools {

class RunFiles {
public:
  /// `results`: a new file; `resume`: one that is there. Either may be empty; with both, all of the new file is
  /// written, and the old one stays as it is. isResumable: may a message offer --resume?
  static spec::Result<RunFiles> open(const std::string& results, const std::string& resume, bool isResumable);

  /// What is known before anything is asked; taken from here once.
  proofs::EarlierResults takeEarlier() { return std::move(earlier_); }
  /// Rejected where the disk takes not even that; a file that was made for it is gone then.
  spec::Result<void> begin(const proofs::Provenance& made);
  /// Unless the file that is gone on with holds it.
  void add(proofs::Record record, const proofs::EarlierResults& earlier);
  void end(const proofs::RunEnd& end);
  /// Rejected where the disk refused something: the file ends with the last line that it took whole.
  spec::Result<void> written() const { return written_; }

private:
  void note(bool written);
  std::string path_;
  std::optional<proofs::ResultsFile> file_;
  proofs::EarlierResults earlier_;
  spec::Result<void> written_;
  bool goesOn_ = false;
};

} // namespace warplaw::tools
