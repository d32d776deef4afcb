#include "tools/output.h"
#include "tools/say.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

spec::Rejection cannotWrite(const std::string& path, std::string_view why, std::string_view accepted) {
  return {"file", fmt::format("cannot write {}: {}", path, why), std::string(accepted)};
}

/// The folder of a path: "." where it names none.
std::string folderOf(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

constexpr std::size_t kProbeBytes = 1 << 12; ///< an empty file fits a full disk

/// A file is made in it and taken away again: what access() allows may still be a file system that nobody can write.
spec::Result<void> tryToWriteInto(const std::string& folder, const std::string& path, std::string_view accepted) {
  std::string probe = folder + "/.warplaw.XXXXXX";
  const int descriptor = mkstemp(probe.data());
  if (descriptor < 0)
    return cannotWrite(path, std::strerror(errno), accepted);
  int error = 0;
  for (std::size_t left = kProbeBytes; left != 0 && error == 0;)
    if (const ssize_t written = write(descriptor, std::string(left, ' ').data(), left); written >= 0)
      left -= static_cast<std::size_t>(written); // what did not fit is said of the next write
    else if (errno != EINTR)
      error = errno;
  close(descriptor);
  unlink(probe.c_str());
  return error == 0 ? spec::Result<void>() : cannotWrite(path, std::strerror(error), "a disk with room for it");
}

/// Asked of whoever sits there; nobody there: no.
bool agreesToWriteOver(const std::string& path) {
  if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
    return false;
  say("{} exists: write over it? [y/N] ", path);
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

/// mayWriteOver: over a regular file; what else there may be is said in `accepted`.
spec::Result<void> checkFile(const std::string& path, std::string_view option, bool mayWriteOver,
                             std::string_view accepted) {
  struct stat there{};
  if (lstat(path.c_str(), &there) == 0) {
    if (!S_ISREG(there.st_mode))
      return cannotWrite(path, "it exists and is no regular file", accepted);
    if (!mayWriteOver && !agreesToWriteOver(path))
      return cannotWrite(path, "it exists", "a new name, or --force to write over it");
  }
  return tryToWriteInto(folderOf(path), path, fmt::format("{} with a file in a folder that can be written", option));
}

} // namespace

spec::Result<void> checkOutputFile(const std::string& path, std::string_view option, bool force) {
  return checkFile(path, option, force, "a new name, or a regular file with --force");
}

spec::Result<void> checkOutputFolder(const std::string& path, std::string_view option) {
  const std::string folder = fmt::format("{} with a folder, or the name of a new one", option),
                    writable = fmt::format("{} with a folder that can be written", option);
  std::string nearestThere = path.empty() ? "." : path;
  struct stat there{};
  while (stat(nearestThere.c_str(), &there) != 0) {
    struct stat link{};
    if (errno != ENOENT || lstat(nearestThere.c_str(), &link) == 0 || nearestThere == folderOf(nearestThere))
      return cannotWrite(path, std::strerror(errno), folder);
    nearestThere = folderOf(nearestThere);
  }
  if (!S_ISDIR(there.st_mode))
    return cannotWrite(path, fmt::format("{} is no folder", nearestThere), folder);
  return tryToWriteInto(nearestThere, path, writable);
}

namespace {

/// Would one be written over the other?
bool isSameFile(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code none;
  return !a.empty() && !b.empty() && fs::weakly_canonical(a, none) == fs::weakly_canonical(b, none);
}

} // namespace

spec::Result<void> checkReportFile(const std::string& path, std::string_view option,
                                   const std::vector<std::string>& others) {
  for (const std::string& other : others)
    if (isSameFile(path, other))
      return spec::Rejection{"usage", fmt::format("{} would be written over", other), "a file of its own for a report"};
  return path.empty() ? spec::Result<void>() : checkFile(path, option, true, "a new name, or a regular file");
}

spec::Result<void> writeReportFile(const std::string& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  return file.finish();
}

std::string partOf(const std::string& path) { return fmt::format("{}.{}.part", path, getpid()); }

WholeFile::WholeFile(std::string path) : path_(std::move(path)), file_(std::fopen(partOf(path_).c_str(), "wb")) {
  if (!file_)
    error_ = errno;
}

WholeFile::~WholeFile() {
  if (!file_)
    return;
  std::fclose(file_);
  std::remove(partOf(path_).c_str());
}

void WholeFile::write(std::string_view text) {
  if (!error_ && std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    error_ = errno;
}

spec::Result<void> WholeFile::finish() {
  const std::string part = partOf(path_);
  if (std::FILE* const file = std::exchange(file_, nullptr); file && std::fclose(file) != 0 && !error_)
    error_ = errno;
  if (!error_ && std::rename(part.c_str(), path_.c_str()) != 0)
    error_ = errno;
  if (!error_)
    return {};
  std::remove(part.c_str());
  return cannotWrite(path_, std::strerror(error_), "a file that can be written");
}

} // namespace warplaw::tools
