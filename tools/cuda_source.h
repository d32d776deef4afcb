// CUDA source as PTX: compiled by nvcc where there is one, else by clang with a header of ours in place of the SDK's.
#pragma once
#include "tools/input.h"
#include <string>
#include <vector>

namespace warplaw::tools {

struct CudaOptions {
  std::string nvcc;                   ///< a program; empty: the one on PATH
  std::vector<std::string> clangArgs; ///< any: clang compiles, with these besides
  std::string target = "sm_80";
};

/// The module's text. Rejected by "compile", at the line of the first error.
boost::system::result<std::string, BadCase> ptxOfCuda(const std::string& path, const CudaOptions& options);

} // namespace warplaw::tools
