// Files of rows, one a line: blank lines and lines that begin with `#` are none.
#pragma once
#include <fstream>
#include <gtest/gtest.h>

namespace warplaw::tests {

inline std::vector<std::string> rowsOf(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.front() != '#')
      rows.push_back(line);
  EXPECT_FALSE(rows.empty()) << path;
  return rows;
}

/// What stands between the separators.
inline std::vector<std::string> split(const std::string& row, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = row.find(separator, begin)) != std::string::npos; begin = end + separator.size())
    parts.push_back(row.substr(begin, end - begin));
  parts.push_back(row.substr(begin));
  return parts;
}

} // namespace warplaw::tests
