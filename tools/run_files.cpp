#include "tools/run_files.h"

namespace warplaw::tools {
using namespace proofs;

spec::Result<RunFiles> RunFiles::open(const std::string& results, const std::string& resume) {
  RunFiles files;
  if (!resume.empty()) {
    auto earlier = readResults(resume);
    if (!earlier)
      return earlier.error();
    files.earlier_ = std::move(*earlier);
  }
  if (results.empty() && resume.empty())
    return files;
  files.goesOn_ = results.empty() || results == resume;
  auto file = files.goesOn_ ? ResultsFile::continueAt(resume) : ResultsFile::create(results);
  if (!file)
    return file.error();
  files.file_ = std::move(*file);
  return files;
}

void RunFiles::begin(const Provenance& made) {
  if (file_)
    note(file_->begin(made));
}

void RunFiles::add(Record record, const EarlierResults& earlier) {
  if (!file_ || (goesOn_ && earlier.holds(record)))
    return;
  record.resumed = false;
  note(file_->append(record));
}

void RunFiles::end(const RunEnd& end) {
  if (file_)
    note(file_->end(end));
}

} // namespace warplaw::tools
