// A table for people: titled columns, rows that may be marked.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

inline constexpr std::size_t kMostColumns = 100; ///< of a line, but for one whose only cell is wider

/// titles: of the rows' names, then of each cell. What is too wide goes on in further blocks below, which have the
/// rows' names again.
std::string render(const std::vector<std::string>& titles, const std::vector<std::pair<std::string, TableRow>>& rows,
                   bool colour);

/// Lines of words, broken at spaces where they are too wide; what is broken goes on further to the right.
std::string wrapped(std::string_view lines);

/// One row a lane, of which equal ones share a line, lanes that are `on` apart from others ("(off)"). titles: of the
/// cells; shown: the lanes that have a line.
std::string renderLanes(std::vector<std::string> titles, std::span<const TableRow> lanes, std::uint32_t shown,
                        std::uint32_t on, bool colour);

} // namespace warplaw::fuzz
