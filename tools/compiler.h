// The compiler that executors which somebody else wrote are compiled with: the one that warplaw was built with.
#pragma once
#include "spec/rejection.h"
#include "tools/executor_source.h"
#include "tools/temporary_folder.h"
#include <string>
#include <vector>

namespace warplaw::tools {

/// Runs it, with a folder for what comes out, which goes away with this.
class Compiler {
public:
  /// Rejected by "file": there is no place for such a folder.
  static spec::Result<Compiler> make();

  std::string in(const std::string& name) const { return folder_.in(name); }
  /// By `path`'s extension as C, C++ (with the project's headers to include) or LLVM's bitcode. Rejected by "compile",
  /// with the first error.
  spec::Result<void> operator()(const std::string& path, const std::vector<std::string>& arguments) const;
  /// What the compiler makes of each file of a source with `arguments`, in its order: files in the folder. With
  /// `bitcodeStays` a file of bitcode is its own result. Rejected by "file", too: what is no file, or neither source
  /// nor bitcode.
  spec::Result<std::vector<std::string>> each(const ExecutorSource& source, const std::vector<std::string>& arguments,
                                              bool bitcodeStays) const;
  /// Objects linked to one shared object. Rejected by "compile".
  spec::Result<void> link(const std::vector<std::string>& objects, const std::string& shared) const;
  /// Another compiler, which takes `accepted`. Rejected by "compile", with the first error.
  spec::Result<void> run(const std::string& compiler, std::vector<std::string> arguments, std::string accepted) const;

private:
  explicit Compiler(TemporaryFolder folder) : folder_(std::move(folder)) {}
  spec::Result<void> run(const char* compiler, std::vector<std::string> arguments) const {
    return run(compiler, std::move(arguments), "what clang-19 compiles");
  }
  TemporaryFolder folder_;
};

bool isSource(const std::string& path);  ///< FILE.c, FILE.cpp, FILE.cc
bool isBitcode(const std::string& path); ///< FILE.bc
/// Rejected by "file".
spec::Result<void> checkIsFile(const std::string& path);

} // namespace warplaw::tools
