#include "tools/compiler.h"
#include "tools/child.h"
#include "tools/input.h"
#include "tools/places.h"
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

bool isC(const std::string& path) { return fs::path(path).extension() == ".c"; }

} // namespace

Compiler::Compiler() : folder_(fs::temp_directory_path() / "warplaw-XXXXXX") {
  if (!mkdtemp(folder_.data()))
    throw std::runtime_error("no folder for temporary files can be made in " + fs::temp_directory_path().string());
}

Compiler::~Compiler() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

spec::Result<void> Compiler::operator()(const std::string& path, const std::vector<std::string>& arguments) const {
  const std::string messages = in("messages");
  std::vector<std::string> all = {"-c", R"("$@" 2>"$0")", messages,
                                  isC(path) ? WARPLAW_C_COMPILER : WARPLAW_CXX_COMPILER};
  if (isSource(path)) {
    all.emplace_back(isC(path) ? "-std=c11" : "-std=c++20");
    all.push_back("-I" + places().include);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back(path);
  const auto ended = runProgram("/bin/sh", std::move(all), true);
  if (ended && ended->status == 0)
    return {};
  const auto text = readText(messages, 1 << 20);
  return spec::Rejection{"compile", text ? firstError(*text) : "the compiler cannot be run", "what clang-19 compiles"};
}

bool isSource(const std::string& path) {
  const fs::path extension = fs::path(path).extension();
  return extension == ".c" || extension == ".cpp" || extension == ".cc";
}
bool isBitcode(const std::string& path) { return fs::path(path).extension() == ".bc"; }

} // namespace warplaw::tools
