#include "tools/launch_file.h"
#include <filesystem>
#include <fstream>

namespace warplaw::tools {

boost::system::result<spec::LaunchCase, BadCase> readLaunchFile(const std::string& path) {
  const auto text = readText(path, spec::kMaxCaseBytes);
  if (!text)
    return BadCase{path, text.error()};
  auto c = spec::launchCaseFromJson(*text);
  if (!c)
    return BadCase{placeIn(path, *text, c.error().position), c.error()};
  return std::move(*c);
}

bool isLaunchFile(const std::string& path) {
  std::error_code ignored;
  if (!path.ends_with(".json") || !std::filesystem::is_regular_file(path, ignored))
    return false;
  std::ifstream file(path, std::ios::binary);
  std::string head(1 << 12, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return spec::isLaunchCase(head);
}

} // namespace warplaw::tools
