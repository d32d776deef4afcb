#include "tools/run_files.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

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
  files.path_ = files.goesOn_ ? resume : results;
  auto file = files.goesOn_ ? ResultsFile::continueAt(resume) : ResultsFile::create(results);
  if (!file)
    return file.error();
  files.file_ = std::move(*file);
  return files;
}

void RunFiles::note(bool written) {
  if (!written && written_)
    written_ =
        spec::Rejection{"results", fmt::format("{}: cannot be written to its end: {}", path_, std::strerror(errno)),
                        "a disk with room for it; what it holds is whole, for --resume", 0};
}

spec::Result<void> RunFiles::begin(const Provenance& made) {
  if (file_)
    note(file_->begin(made));
  if (!written_ && !goesOn_)
    unlink(path_.c_str());
  return written_;
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
