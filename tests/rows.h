// Files of rows, one a line: blank lines and lines that begin with `#` are none.
#pragma once
#include <algorithm>
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

/// "{a|b}" stands for two rows: all first ones of a row, all second ones, ..
inline std::vector<std::string> alternatives(const std::string& row) {
  const auto parts = split(row, "{");
  std::vector<std::string> rows(
      parts.size() == 1 ? 1 : std::ranges::count(parts[1].substr(0, parts[1].find('}')), '|') + 1, parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto sides = split(parts[i], "}"), words = split(sides[0], "|");
    EXPECT_EQ(words.size(), rows.size()) << row;
    for (std::size_t k = 0; k < rows.size(); ++k)
      rows[k] += words.at(k) + sides.at(1);
  }
  return rows;
}

} // namespace warplaw::tests
