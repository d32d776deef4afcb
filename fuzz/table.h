// A table for people: titled columns, rows that may be marked.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace warplaw::fuzz {

struct TableCell {
  std::string text;
  bool differs = false; ///< marks the row, and is coloured
};
using TableRow = std::vector<TableCell>;

/// titles: of the rows' names, then of each cell.
std::string render(const std::vector<std::string>& titles, const std::vector<std::pair<std::string, TableRow>>& rows,
                   bool colour);

} // namespace warplaw::fuzz
