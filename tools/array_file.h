// Arrays in files that other programs write: raw bytes, .npy, numbers as text.
#pragma once
#include "spec/rejection.h"
#include "tools/element.h"
#include <optional>
#include <string>
#include <vector>

namespace warplaw::tools {

struct FileArray {
  spec::scalar::Type type;
  std::vector<std::uint8_t> bytes;
};

/// By the file's extension: .npy (version 1, C order, little-endian), .csv (numbers between commas, blanks and ends of
/// lines), else raw bytes. `type`: of the elements; nothing: as the file says, which .npy alone does.
spec::Result<FileArray> readArrayFile(const std::string& path, std::optional<spec::scalar::Type> type);

inline constexpr std::size_t kMostArrayBytes = std::size_t{1} << 30;

} // namespace warplaw::tools
