#include "tools/plugin_file.h"
#include "tools/compiler.h"
#include <filesystem>

namespace warplaw::tools {
namespace fs = std::filesystem;

PluginFile::PluginFile() = default;
PluginFile::~PluginFile() = default;

spec::Result<std::unique_ptr<PluginFile>> PluginFile::open(const ExecutorSource& source, const check::Limits& limits) {
  std::unique_ptr<PluginFile> made(new PluginFile);
  auto object =
      source.files.empty() ? spec::Result<check::Source>(check::Source{source.command, true}) : made->objectOf(source);
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

spec::Result<check::Source> PluginFile::objectOf(const ExecutorSource& source) {
  const std::string& first = source.files.front();
  if (source.files.size() == 1 && !isSource(first) && !isBitcode(first)) {
    if (const auto file = checkIsFile(first); !file)
      return file.error();
    return check::Source{fs::absolute(first)}; // dlopen looks elsewhere for a name without a folder
  }
  auto compiler = Compiler::make();
  if (!compiler)
    return compiler.error();
  compiler_ = std::make_unique<Compiler>(std::move(*compiler));
  const auto objects = compiler_->each(source, {"-O2", "-g", "-fPIC"}, false);
  if (!objects)
    return objects.error();
  const std::string shared = compiler_->in("executor.so");
  if (auto done = compiler_->link(*objects, shared); !done)
    return done.error();
  return check::Source{shared};
}

} // namespace warplaw::tools
