// A folder for files that nobody keeps: what a compiler makes, the case that a command is asked.
#pragma once
#include "spec/rejection.h"
#include <string>

namespace warplaw::tools {

/// In $TMPDIR, or else /tmp; it goes away with this.
class TemporaryFolder {
public:
  /// Rejected by "file": no folder can be made there. It says what $TMPDIR is.
  static spec::Result<TemporaryFolder> make();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  std::string in(const std::string& name) const { return path_ + "/" + name; }

private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_; ///< empty: another one's now
};

} // namespace warplaw::tools
