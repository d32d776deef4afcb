#include "tools/plugin_file.h"
#include "tools/compiler.h"
#include <filesystem>

namespace warplaw::tools {
namespace fs = std::filesystem;

PluginFile::PluginFile() = default;
PluginFile::~PluginFile() = default;

spec::Result<std::string> PluginFile::compile(const std::string& path) {
  compiler_ = std::make_unique<Compiler>();
  std::string object = compiler_->in("executor.so");
  if (auto done = (*compiler_)(path, {"-O2", "-g", "-fPIC", "-shared", "-o", object}); !done)
    return done.error();
  return spec::Result<std::string>(boost::system::in_place_value, object);
}

spec::Result<std::unique_ptr<PluginFile>> PluginFile::open(const std::string& path, const check::Limits& limits) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return spec::Rejection{"file", error ? "cannot be read: " + error.message() : "is no regular file",
                           "a shared object, FILE.c, FILE.cpp or FILE.bc"};
  std::unique_ptr<PluginFile> made(new PluginFile);
  made->limits_ = limits;
  std::string& object = made->object_;
  object = fs::absolute(path); // dlopen looks elsewhere for a name without a folder
  if (isSource(path) || isBitcode(path)) {
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
