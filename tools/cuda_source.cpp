#include "tools/cuda_source.h"
#include "tools/compiler.h"
#include "tools/places.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace warplaw::tools {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 26;

/// The first program of that name on PATH; empty: none.
std::string onPath(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    std::string file = fmt::format("{}/{}", folder, name);
    if (!folder.empty() && access(file.c_str(), X_OK) == 0)
      return file;
  }
  return {};
}

std::vector<std::string> nvccArguments(const std::string& path, const std::string& to, const std::string& target) {
  return {"-ptx", "-lineinfo", "-arch=" + target, "-std=c++17", "-DWARPLAW", "-o", to, path};
}

std::vector<std::string> clangArguments(const std::string& path, const std::string& to, const CudaOptions& options) {
  // In CUDA a value that was never given may be handed to a shuffle, which other lanes need; for C++ an argument must
  // be a value, and the branch that gives it to some lanes alone would be taken by all.
  std::vector<std::string> all = {"-Xclang", "-no-enable-noundef-analysis", "-x", "cuda", "--cuda-device-only",
                                  "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
                                  "--cuda-gpu-arch=" + options.target, "-Xclang", "-target-feature", "-Xclang",
                                  "+ptx75", "-O2", "-std=c++17", "-gline-directives-only", "-DWARPLAW", "-include",
                                  places().include + "/warplaw/cuda_device.h",
                                  // what a source includes of the SDK is that header
                                  "-I" + places().include + "/warplaw/cuda"};
  all.insert(all.end(), options.clangArgs.begin(), options.clangArgs.end());
  all.insert(all.end(), {"-S", "-o", to, path});
  return all;
}

/// "FILE:LINE:COLUMN: error: what" of clang, "FILE(LINE): error: what" of nvcc: at that line.
BadCase placed(const std::string& path, spec::Rejection rejection) {
  constexpr std::string_view kError = "error: ";
  const std::size_t at = rejection.message.find(kError);
  std::string_view before = std::string_view(rejection.message).substr(0, at == std::string::npos ? 0 : at);
  if (!before.starts_with(path)) // of another file: the message names it
    return {path, std::move(rejection)};
  before.remove_prefix(path.size());
  before.remove_prefix(std::min(before.size(), before.find_first_of("0123456789")));
  unsigned line = 0;
  const auto read = std::from_chars(before.data(), before.data() + before.size(), line);
  if (read.ec != std::errc())
    return {path, std::move(rejection)};
  rejection.message.erase(0, at + kError.size());
  return {fmt::format("{}:{}", path, line), std::move(rejection)};
}

} // namespace

boost::system::result<std::string, BadCase> ptxOfCuda(const std::string& path, const CudaOptions& options) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return BadCase{path, {"file", error ? "cannot be read: " + error.message() : "is no regular file", "CUDA source"}};
  const auto compiler = Compiler::make();
  if (!compiler)
    return BadCase{"", compiler.error()};
  const std::string to = compiler->in("module.ptx");
  const std::string nvcc = options.nvcc.empty() && options.clangArgs.empty() ? onPath("nvcc") : options.nvcc;
  const auto byClang = [&] {
    return compiler->run(WARPLAW_CXX_COMPILER, clangArguments(path, to, options),
                         "CUDA that clang-19 and warplaw/cuda_device.h know (docs/ptx.md)");
  };
  auto done =
      nvcc.empty() ? byClang() : compiler->run(nvcc, nvccArguments(path, to, options.target), "CUDA that nvcc takes");
  // today's nvcc knows no GPU below sm_75 any more
  if (!done && options.nvcc.empty() && done.error().message.find("Unsupported gpu architecture") != std::string::npos)
    done = byClang();
  if (!done)
    return placed(path, done.error());
  auto text = readText(to, kMostBytes);
  if (!text)
    return BadCase{path, text.error()};
  return boost::system::result<std::string, BadCase>(boost::system::in_place_value, std::move(*text));
}

} // namespace warplaw::tools
