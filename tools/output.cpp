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

/// A file is made in it and taken away again: what access() allows may still be a file system that nobody can write.
spec::Result<void> tryToWriteInto(const std::string& folder, const std::string& path) {
  std::string probe = folder + "/.warplaw.XXXXXX";
  const int descriptor = mkstemp(probe.data());
  if (descriptor < 0)
    return cannotWrite(path, std::strerror(errno), "a folder that can be written");
  close(descriptor);
  unlink(probe.c_str());
  return {};
}

/// Asked of whoever sits there; nobody there: no.
bool agreesToWriteOver(const std::string& path) {
  if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
    return false;
  say("{} exists: write over it? [y/N] ", path);
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

} // namespace

spec::Result<void> checkOutputFile(const std::string& path, bool force) {
  struct stat there{};
  if (lstat(path.c_str(), &there) == 0) {
    if (!S_ISREG(there.st_mode))
      return cannotWrite(path, "it exists and is no regular file", "a new name, or a regular file with --force");
    if (!force && !agreesToWriteOver(path))
      return cannotWrite(path, "it exists", "a new name, or --force to write over it");
  }
  return tryToWriteInto(folderOf(path), path);
}

spec::Result<void> checkOutputFolder(const std::string& path) {
  std::string nearestThere = path.empty() ? "." : path;
  struct stat there{};
  while (stat(nearestThere.c_str(), &there) != 0) {
    struct stat link{};
    if (errno != ENOENT || lstat(nearestThere.c_str(), &link) == 0 || nearestThere == folderOf(nearestThere))
      return cannotWrite(path, std::strerror(errno), "a folder, or the name of a new one");
    nearestThere = folderOf(nearestThere);
  }
  if (!S_ISDIR(there.st_mode))
    return cannotWrite(path, fmt::format("{} is no folder", nearestThere), "a folder, or the name of a new one");
  return tryToWriteInto(nearestThere, path);
}

spec::Result<void> checkReportFile(const std::string& path) {
  return path.empty() ? spec::Result<void>() : checkOutputFile(path, true);
}

spec::Result<void> writeReportFile(const std::string& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.part", path, getpid()); // two runs may write the same file
  std::FILE* const file = std::fopen(temporary.c_str(), "wb");
  bool whole = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  whole = (!file || std::fclose(file) == 0) && whole && std::rename(temporary.c_str(), path.c_str()) == 0;
  if (whole)
    return {};
  const int error = errno;
  std::remove(temporary.c_str());
  return cannotWrite(path, std::strerror(error), "a file that can be written");
}

} // namespace warplaw::tools
