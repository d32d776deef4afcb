#include "tools/temporary_folder.h"
#include "tools/input.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace warplaw::tools {

spec::Result<TemporaryFolder> TemporaryFolder::make() {
  const char* const chosen = std::getenv("TMPDIR"); // as every program reads it
  const std::string where = chosen && *chosen ? chosen : "/tmp";
  std::string path = where + "/warplaw-XXXXXX";
  if (mkdtemp(path.data()))
    return TemporaryFolder(std::move(path));
  return spec::Rejection{
      "file", fmt::format("cannot make a folder for temporary files in {}: {}", printable(where), std::strerror(errno)),
      "TMPDIR with a folder that can be written"};
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

} // namespace warplaw::tools
