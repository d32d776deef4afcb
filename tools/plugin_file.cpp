#include "tools/plugin_file.h"
#include "tools/child.h"
#include "tools/input.h"
#include <filesystem>
#include <stdexcept>
#include <stdlib.h>

namespace warplaw::tools {
namespace fs = std::filesystem;
namespace {

/// The first error that a compiler tells of; else its first line.
std::string firstError(const std::string& text) {
  const auto lineAt = [&](std::size_t at) {
    const std::size_t start = text.rfind('\n', at) + 1;
    return printable(text.substr(start, text.find('\n', at) - start));
  };
  const auto at = text.find("error: ");
  return lineAt(at == std::string::npos ? 0 : at);
}

} // namespace

PluginFile::~PluginFile() {
  executor_.reset();
  std::error_code ignored;
  if (!folder_.empty())
    fs::remove_all(folder_, ignored);
}

spec::Result<std::string> PluginFile::compile(const std::string& path) {
  folder_ = fs::temp_directory_path() / "warplaw-XXXXXX";
  if (!mkdtemp(folder_.data()))
    throw std::runtime_error("no folder for temporary files can be made in " + fs::temp_directory_path().string());
  const std::string object = folder_ + "/executor.so", messages = folder_ + "/messages";
  const bool isC = fs::path(path).extension() == ".c";
  const auto ended = runProgram("/bin/sh",
                                {"-c", R"("$@" 2>"$0")", messages, isC ? WARPLAW_C_COMPILER : WARPLAW_CXX_COMPILER,
                                 isC ? "-std=c11" : "-std=c++20", "-O2", "-g", "-fPIC", "-shared", "-I" WARPLAW_INCLUDE,
                                 path, "-o", object},
                                true);
  if (ended && ended->status == 0)
    return spec::Result<std::string>(boost::system::in_place_value, object);
  const auto text = readText(messages, 1 << 20);
  return spec::Rejection{"compile", text ? firstError(*text) : "the compiler cannot be run", "what clang-19 compiles"};
}

spec::Result<std::unique_ptr<PluginFile>> PluginFile::open(const std::string& path, const check::Limits& limits) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return spec::Rejection{"file", error ? "cannot be read: " + error.message() : "is no regular file",
                           "a shared object, FILE.c or FILE.cpp"};
  std::unique_ptr<PluginFile> made(new PluginFile);
  std::string object = fs::absolute(path); // dlopen looks elsewhere for a name without a folder
  const fs::path extension = fs::path(path).extension();
  if (extension == ".c" || extension == ".cpp" || extension == ".cc") {
    auto compiled = made->compile(path);
    if (!compiled)
      return compiled.error();
    object = *compiled;
  }
  auto executor = check::Executor::open(object, limits);
  if (!executor)
    return executor.error();
  made->executor_ = std::move(*executor);
  return made;
}

} // namespace warplaw::tools
