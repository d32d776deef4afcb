// Case files on disk: read whole or not at all, written whole or not at all.
#include "spec/byte_order_mark.h"
#include "spec/got.h"
#include "spec/launch_case.h"
#include "spec/program_case.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace warplaw::spec {
namespace {

Rejection fileRejection(std::string_view doing, const std::string& path, int error) {
  return {"file", fmt::format("cannot {} {}: {}", doing, path, std::strerror(error)), "", 0};
}

/// Writes everything to an open descriptor; 0 or errno.
int writeAll(int descriptor, std::string_view text) {
  int error = fchmod(descriptor, 0644) ? errno : 0; // it was made private
  while (!error && !text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      error = errno;
  }
  if (!error && fsync(descriptor))
    error = errno;
  return error;
}

/// A device, a FIFO or a link, which is never replaced.
bool isNoRegularFile(const std::string& path) {
  struct stat there{};
  return lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode);
}

/// A file that is being written. It has no name until it is whole, so that whoever is ended meanwhile leaves nothing
/// behind; only where the file system knows no such files it has one of its own.
class NewFile {
public:
  explicit NewFile(const std::string& path) : path_(path), own_(path + ".XXXXXX") {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor_ >= 0)
      return;
    descriptor_ = mkstemp(own_.data());
    hasOwnName_ = descriptor_ >= 0;
  }
  ~NewFile() {
    if (descriptor_ >= 0)
      close(descriptor_);
    if (hasOwnName_)
      unlink(own_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  int descriptor() const { return descriptor_; }

  /// Gives it its name; without `overwrite` in one step that fails where the name is taken. 0 or errno.
  int putInPlace(bool overwrite) {
    if (isNoRegularFile(path_))
      return EEXIST;
    if (!hasOwnName_ || !overwrite)
      if (const int error = linkTo(path_); error != EEXIST || !overwrite)
        return error;
    if (const int error = hasOwnName_ ? 0 : nameItself()) // only a file with a name takes another one's place
      return error;
    if (std::rename(own_.c_str(), path_.c_str()))
      return errno;
    hasOwnName_ = false;
    return 0;
  }

private:
  int linkTo(const std::string& name) const {
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ? errno : 0;
  }
  int nameItself() {
    int error = EEXIST;
    for (unsigned number = 0; error == EEXIST; ++number) {
      own_ = fmt::format("{}.{}.{}", path_, getpid(), number);
      error = linkTo(own_);
    }
    hasOwnName_ = !error;
    return error;
  }

  std::string path_, own_;
  int descriptor_ = -1;
  bool hasOwnName_ = false;
};

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
  NewFile file(path);
  if (file.descriptor() < 0)
    return fileRejection("write", path, errno);
  int error = writeAll(file.descriptor(), text);
  if (!error)
    error = file.putInPlace(overwrite);
  return error ? Result<void>(fileRejection("write", path, error)) : Result<void>();
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
