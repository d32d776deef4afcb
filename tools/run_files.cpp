#include "tools/run_files.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warplaw::tools {
using namespace proofs;

namespace {

/// Why a new file cannot be made, with what would do instead.
spec::Rejection notMade(spec::Rejection why, const std::string& results, bool isResumable) {
  if (!why.accepted.empty())
    return why;
  struct stat there{};
  if (lstat(results.c_str(), &there) != 0)
    why.accepted = "--results with a new file in a folder that can be written";
  else
    why.accepted = isResumable ? "a new file, or --resume to go on with this one" : "a new file";
  return why;
}

} // namespace

spec::Result<RunFiles> RunFiles::open(const std::string& results, const std::string& resume, bool isResumable) {
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
    return files.goesOn_ ? file.error() : notMade(file.error(), results, isResumable);
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
