#include "tools/compiler.h"
#include "tools/child.h"
#include "tools/input.h"
#include "tools/places.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace warplaw::tools {
namespace fs = std::filesystem;
namespace {

/// The first error that a compiler or a linker tells of; else its first line.
std::string firstError(const std::string& text) {
  constexpr std::string_view kLinker = "/ld: ";
  auto at = text.find("error: ");
  if (at == std::string::npos)
    at = text.find("multiple definition of ");
  const std::size_t start = at == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  std::string line = text.substr(start, text.find('\n', start) - start);
  if (const auto linker = line.find(kLinker); linker != std::string::npos)
    line.erase(0, linker + kLinker.size());
  return printable(line.substr(0, line.find("; /"))); // a linker goes on with where the other definition is
}

bool isC(const std::string& path) { return fs::path(path).extension() == ".c"; }

} // namespace

spec::Result<Compiler> Compiler::make() {
  auto folder = TemporaryFolder::make();
  return folder ? spec::Result<Compiler>(Compiler(std::move(*folder))) : spec::Result<Compiler>(folder.error());
}

spec::Result<void> Compiler::operator()(const std::string& path, const std::vector<std::string>& arguments) const {
  std::vector<std::string> all;
  if (isSource(path)) {
    all.emplace_back(isC(path) ? "-std=c11" : "-std=c++20");
    all.push_back("-I" + places().include);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back(path);
  return run(isC(path) ? WARPLAW_C_COMPILER : WARPLAW_CXX_COMPILER, std::move(all));
}

spec::Result<std::vector<std::string>>
Compiler::each(const ExecutorSource& source, const std::vector<std::string>& arguments, bool bitcodeStays) const {
  std::vector<std::string> made;
  for (const std::string& path : source.files) {
    if (const auto file = checkIsFile(path); !file)
      return file.error();
    if (!isSource(path) && !isBitcode(path))
      return spec::Rejection{"file", printable(path) + " is neither source nor bitcode",
                             "FILE.c, FILE.cpp or FILE.bc, one or several"};
    if (bitcodeStays && isBitcode(path)) {
      made.push_back(path);
      continue;
    }
    std::vector<std::string> all;
    if (isSource(path)) {
      for (const std::string& folder : source.folders)
        all.push_back("-I" + folder);
      for (const std::string& definition : source.definitions)
        all.push_back("-D" + definition);
    }
    made.push_back(in(std::to_string(made.size())));
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"-c", "-o", made.back()});
    if (const auto done = (*this)(path, all); !done)
      return done.error();
  }
  return spec::Result<std::vector<std::string>>(boost::system::in_place_value, std::move(made));
}

spec::Result<void> Compiler::link(const std::vector<std::string>& objects, const std::string& shared) const {
  // as needed: the linker need not take in all of a library of C++ that C does not call
  std::vector<std::string> all = {"-shared", "-Wl,--as-needed", "-o", shared};
  all.insert(all.end(), objects.begin(), objects.end());
  return run(WARPLAW_CXX_COMPILER, std::move(all));
}

spec::Result<void> Compiler::run(const std::string& compiler, std::vector<std::string> arguments,
                                 std::string accepted) const {
  const std::string messages = in("messages");
  std::vector<std::string> all = {"-c", R"("$@" 2>"$0")", messages, compiler};
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  const auto ended = runProgram("/bin/sh", std::move(all), true);
  if (ended && ended->status == 0)
    return {};
  const auto text = readText(messages, 1 << 20);
  return spec::Rejection{"compile", text ? firstError(*text) : "the compiler cannot be run", std::move(accepted)};
}

bool isSource(const std::string& path) {
  const fs::path extension = fs::path(path).extension();
  return extension == ".c" || extension == ".cpp" || extension == ".cc";
}
bool isBitcode(const std::string& path) { return fs::path(path).extension() == ".bc"; }

spec::Result<void> checkIsFile(const std::string& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error))
    return {};
  return spec::Rejection{"file",
                         error ? fmt::format("{} cannot be read: {}", printable(path), error.message())
                               : printable(path) + " is no regular file",
                         "a shared object, FILE.c, FILE.cpp or FILE.bc"};
}

} // namespace warplaw::tools
