// The results file that a run of `verify` writes, and the one that it goes on with.
#pragma once
#include "proofs/engine/results.h"

namespace warplaw::tools {

class RunFiles {
public:
  /// `results`: a new file; `resume`: one that is there. Either may be empty; with both, all of the new file is
  /// written, and the old one stays as it is.
  static spec::Result<RunFiles> open(const std::string& results, const std::string& resume);

  /// What is known before anything is asked; taken from here once.
  proofs::EarlierResults takeEarlier() { return std::move(earlier_); }
  void begin(const proofs::Provenance& made);
  /// Unless the file that is gone on with holds it.
  void add(proofs::Record record, const proofs::EarlierResults& earlier);
  void end(const proofs::RunEnd& end);
  /// The disk refused something.
  bool failed() const { return failed_; }

private:
  void note(bool written) { failed_ |= !written; }
  std::optional<proofs::ResultsFile> file_;
  proofs::EarlierResults earlier_;
  bool goesOn_ = false, failed_ = false;
};

} // namespace warplaw::tools
