// Case files on disk: read whole or not at all, written whole or not at all.
#include "spec/byte_order_mark.h"
#include "spec/got.h"
#include "spec/launch_case.h"
#include "spec/program_case.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace warplaw::spec {
namespace {

Rejection fileRejection(std::string_view doing, const std::string& path, int error) {
  return {"file", fmt::format("cannot {} {}: {}", doing, path, std::strerror(error)), "", 0};
}

/// Writes everything to an open descriptor and closes it; 0 or errno.
int writeAndClose(int descriptor, std::string_view text) {
  int error = fchmod(descriptor, 0644) ? errno : 0; // mkstemp makes it private
  while (!error && !text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      error = errno;
  }
  if (!error && fsync(descriptor))
    error = errno;
  if (close(descriptor) && !error)
    error = errno;
  return error;
}

/// A device, a FIFO or a link, which is never replaced.
bool isNoRegularFile(const std::string& path) {
  struct stat there{};
  return lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode);
}

/// Gives a finished temporary file its name; without `overwrite` in one step that fails where the name is taken.
int putInPlace(const std::string& temporary, const std::string& path, bool overwrite) {
  if (isNoRegularFile(path))
    return EEXIST;
  if (overwrite)
    return std::rename(temporary.c_str(), path.c_str()) ? errno : 0;
  if (link(temporary.c_str(), path.c_str()))
    return errno;
  unlink(temporary.c_str());
  return 0;
}

/// The file's text as `parse` reads it; a rejection names the file.
template <class Parse>
std::invoke_result_t<Parse, std::string_view> readFile(const std::string& path, const Parse& parse) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file)
    return fileRejection("read", path, errno);
  std::string text;
  char block[1 << 16];
  while (text.size() <= kMaxCaseBytes) {
    const std::size_t got = std::fread(block, 1, sizeof block, file.get());
    text.append(block, got);
    if (got < sizeof block)
      break;
  }
  if (std::ferror(file.get()))
    return fileRejection("read", path, errno);
  auto result = parse(withoutByteOrderMark(std::move(text)));
  if (result)
    return result;
  Rejection rejection = result.error();
  rejection.message = fmt::format("{}: {}", path, rejection.message);
  return rejection;
}

Result<void> writeFile(const std::string& text, const std::string& path, bool overwrite) {
  if (text.size() > kMaxCaseBytes)
    return Rejection{"file", fmt::format("cannot write {}: the case has {} bytes as text", path, text.size()),
                     fmt::format("at most {}", kMaxCaseBytes), 0};
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return fileRejection("write", path, errno);
  int error = writeAndClose(descriptor, text);
  if (!error)
    error = putInPlace(temporary, path, overwrite);
  if (!error)
    return {};
  unlink(temporary.c_str());
  return fileRejection("write", path, error);
}

} // namespace

Result<Case> readCase(const std::string& path) { return readFile(path, caseFromJson); }
Result<ProgramCase> readProgramCase(const std::string& path) { return readFile(path, programCaseFromJson); }

Result<std::optional<Got>> readGot(const std::string& path, const Case& c) {
  return readFile(path, [&](std::string_view text) { return gotFromJson(text, c); });
}

Result<void> writeCase(const Case& c, const Got& got, const std::string& path, bool overwrite) {
  return writeFile(toJson(c, got), path, overwrite);
}
Result<void> writeCase(const Case& c, const std::string& path, bool overwrite) {
  return writeFile(toJson(c), path, overwrite);
}
Result<void> writeCase(const ProgramCase& c, const std::string& path, bool overwrite) {
  return writeFile(toJson(c), path, overwrite);
}
Result<void> writeCase(const LaunchCase& c, const std::string& path, bool overwrite) {
  return writeFile(toJson(c), path, overwrite);
}

} // namespace warplaw::spec
