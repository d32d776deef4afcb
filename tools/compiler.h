// The compiler that executors which somebody else wrote are compiled with: the one that warplaw was built with.
#pragma once
#include "spec/rejection.h"
#include <string>
#include <vector>

namespace warplaw::tools {

/// Runs it, with a folder for what comes out, which goes away with this.
class Compiler {
public:
  Compiler();
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  std::string in(const std::string& name) const { return folder_ + "/" + name; }
  /// By `path`'s extension as C, C++ (with the project's headers to include) or LLVM's bitcode. Rejected by "compile",
  /// with the first error.
  spec::Result<void> operator()(const std::string& path, const std::vector<std::string>& arguments) const;

private:
  std::string folder_;
};

bool isSource(const std::string& path);  ///< FILE.c, FILE.cpp, FILE.cc
bool isBitcode(const std::string& path); ///< FILE.bc

} // namespace warplaw::tools
