// A shared object, or C or C++ source that is compiled to one, as an executor (include/warplaw/executor.h).
#pragma once
#include "check/host.h"

namespace warplaw::tools {

/// An executor with the folder that it was compiled into, if it was: a new process loads it again.
class PluginFile {
public:
  /// FILE.c and FILE.cpp are compiled by clang-19, everything else is loaded. Rejections name what is wrong in one
  /// line: "file", "compile", "executor".
  static spec::Result<std::unique_ptr<PluginFile>> open(const std::string& path, const check::Limits& limits);
  ~PluginFile();
  PluginFile(const PluginFile&) = delete;
  PluginFile& operator=(const PluginFile&) = delete;
  check::Executor& executor() { return *executor_; }

private:
  PluginFile() = default;
  spec::Result<std::string> compile(const std::string& path);
  std::string folder_;
  std::unique_ptr<check::Executor> executor_;
};

} // namespace warplaw::tools
