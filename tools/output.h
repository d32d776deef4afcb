// Files and folders that a subcommand is told to write: what cannot be written is known before the work begins. Writing
// over is for regular files alone; a device, a FIFO or a link stays what it is.
#pragma once
#include "spec/rejection.h"
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

/// May a file be written there? Over a regular file with force, or where somebody sits before a terminal and says so.
/// `option` names another one: the file may be a default, which nobody typed.
spec::Result<void> checkOutputFile(const std::string& path, std::string_view option, bool force);

/// May files be written into that folder? One that is not there must be one that can be made. `option` names another
/// one: the folder may be a default, which nobody typed.
spec::Result<void> checkOutputFolder(const std::string& path, std::string_view option);

/// A report that `option` asks for. Each run writes it anew, over the regular file of the run before, and over none of
/// `others`: what the run reads or writes besides, empty paths passed over. An empty path: nobody wants one.
spec::Result<void> checkReportFile(const std::string& path, std::string_view option,
                                   const std::vector<std::string>& others = {});
/// The whole file or none of it.
spec::Result<void> writeReportFile(const std::string& path, std::string_view text);

/// Where a file is written that is to be called `path`: beside it, so that a rename puts it in place; of this process
/// alone.
std::string partOf(const std::string& path);

/// A file that is written piece by piece and gets its name once it is whole; what had the name stays until then.
class WholeFile {
public:
  explicit WholeFile(std::string path);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile(); ///< without finish() nothing is left of it
  void write(std::string_view text);
  /// Rejected where the disk refused any of it.
  spec::Result<void> finish();

private:
  std::string path_;
  std::FILE* file_;
  int error_ = 0; ///< errno of what was refused first
};

} // namespace warplaw::tools
