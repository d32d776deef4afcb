// A shared object, C or C++ source or bitcode that is compiled to one, or a command, as an executor
// (include/warplaw/executor.h).
#pragma once
#include "check/host.h"

namespace warplaw::tools {
class Compiler;

/// An executor with the folder that it was compiled into, if it was: a new process loads it again.
class PluginFile {
public:
  /// FILE.c, FILE.cpp and FILE.bc are compiled by clang-19, everything else is loaded. Rejections name what is wrong in
  /// one line: "file", "compile", "executor".
  static spec::Result<std::unique_ptr<PluginFile>> open(const check::Source& source, const check::Limits& limits);
  ~PluginFile();
  PluginFile(const PluginFile&) = delete;
  PluginFile& operator=(const PluginFile&) = delete;
  check::Executor& executor() { return *executor_; }
  /// Another process for it, where this one's descriptors are gone.
  spec::Result<std::unique_ptr<check::Executor>> again() const { return check::Executor::open(object_, limits_); }

private:
  PluginFile();
  spec::Result<check::Source> objectOf(const std::string& path);
  spec::Result<std::string> compile(const std::string& path);
  std::unique_ptr<Compiler> compiler_; ///< where it was compiled
  check::Source object_;
  check::Limits limits_;
  std::unique_ptr<check::Executor> executor_;
};

} // namespace warplaw::tools
