// A table for people: titled columns, rows that may be marked.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::fuzz {

struct TableCell {
  std::string text;
  bool differs = false; ///< marks the row, and is coloured
  auto operator<=>(const TableCell&) const = default;
};
using TableRow = std::vector<TableCell>;

/// "0-3,7" of a lane mask.
std::string laneList(std::uint32_t lanes);

std::string hex(std::uint32_t word); ///< "0x1f"

/// titles: of the rows' names, then of each cell.
std::string render(const std::vector<std::string>& titles, const std::vector<std::pair<std::string, TableRow>>& rows,
                   bool colour);

/// One row a lane, of which equal ones share a line, lanes that are `on` apart from others ("(off)"). titles: of the
/// cells; shown: the lanes that have a line.
std::string renderLanes(std::vector<std::string> titles, std::span<const TableRow> lanes, std::uint32_t shown,
                        std::uint32_t on, bool colour);

} // namespace warplaw::fuzz
