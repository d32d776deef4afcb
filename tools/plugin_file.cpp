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

spec::Result<std::unique_ptr<PluginFile>> PluginFile::open(const check::Source& source, const check::Limits& limits) {
  std::unique_ptr<PluginFile> made(new PluginFile);
  auto object = source.isCommand ? spec::Result<check::Source>(source) : made->objectOf(source.text);
  if (!object)
    return object.error();
  made->object_ = *object;
  made->limits_ = limits;
  auto executor = check::Executor::open(*object, limits);
  if (!executor)
    return executor.error();
  made->executor_ = std::move(*executor);
  return made;
}

spec::Result<check::Source> PluginFile::objectOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return spec::Rejection{"file", error ? "cannot be read: " + error.message() : "is no regular file",
                           "a shared object, FILE.c, FILE.cpp or FILE.bc"};
  if (!isSource(path) && !isBitcode(path))
    return check::Source{fs::absolute(path)}; // dlopen looks elsewhere for a name without a folder
  auto compiled = compile(path);
  if (!compiled)
    return compiled.error();
  return check::Source{*compiled};
}

} // namespace warplaw::tools
