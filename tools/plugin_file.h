// A shared object, C or C++ source or bitcode that is compiled to one, or a command, as an executor
// (include/warplaw/executor.h).
#pragma once
#include "check/host.h"
#include "tools/executor_source.h"

namespace warplaw::tools {
class Compiler;

/// An executor with the folder that it was compiled into, if it was: a new process loads it again.
class PluginFile {
public:
  /// FILE.c, FILE.cpp and FILE.bc are compiled by clang-19 and linked, one file that is none of these is loaded.
  /// Rejections name what is wrong in one line: "file", "compile", "executor".
  static spec::Result<std::unique_ptr<PluginFile>> open(const ExecutorSource& source, const check::Limits& limits);
  ~PluginFile();
  PluginFile(const PluginFile&) = delete;
  PluginFile& operator=(const PluginFile&) = delete;
  check::Executor& executor() { return *executor_; }
  /// Another process for it, where this one's descriptors are gone.
  spec::Result<std::unique_ptr<check::Executor>> again() const { return check::Executor::open(object_, limits_); }

private:
  PluginFile();
  spec::Result<check::Source> objectOf(const ExecutorSource& source);
  std::unique_ptr<Compiler> compiler_; ///< where it was compiled
  check::Source object_;
  check::Limits limits_;
  std::unique_ptr<check::Executor> executor_;
};

} // namespace warplaw::tools
