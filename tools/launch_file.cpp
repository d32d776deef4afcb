#include "tools/launch_file.h"
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace warplaw::tools {
namespace {

/// Behind blanks and comments.
std::string_view firstWordOf(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
    if (end.empty())
      return text.substr(0, text.find_first_of(" \t\r\n"));
    const std::size_t at = text.find(end, 2);
    text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  }
}

} // namespace

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

bool isModuleFile(const std::string& path) {
  if (path.ends_with(".ptx") || path.ends_with(".cu"))
    return true;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) // a pipe is read once
    return false;
  std::ifstream file(path, std::ios::binary);
  std::string head(1 << 16, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return firstWordOf(head) == ".version";
}

} // namespace warplaw::tools
