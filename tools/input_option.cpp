#include "tools/input_option.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace warplaw::tools {
namespace {

/// access() and not open(): a FIFO that is opened and closed again has lost its writer.
std::string whyUnreadable(const std::string& path, bool isFolder) {
  if (path.empty() || path == "-")
    return {};
  if (access(path.c_str(), R_OK) != 0)
    return fmt::format("{} cannot be read: {}", path, std::strerror(errno));
  std::error_code error;
  if (std::filesystem::is_directory(path, error) == isFolder)
    return {};
  return fmt::format("{} is {}", path, isFolder ? "no folder" : "a folder");
}

CLI::Option* reads(CLI::Option* option, bool isFolder) {
  return option->type_name(isFolder ? "FOLDER" : "FILE")->check([isFolder](const std::string& path) {
    const std::string why = whyUnreadable(path, isFolder);
    return why.empty() ? why : fmt::format("{}; accepted: {}", why, isFolder ? "a folder" : "a file");
  });
}

} // namespace

CLI::Option* readsFile(CLI::Option* option) { return reads(option, false); }
CLI::Option* readsFolder(CLI::Option* option) { return reads(option, true); }

} // namespace warplaw::tools
