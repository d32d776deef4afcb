// Tables: see table.h.
#include "fuzz/table.h"
#include "spec/lanes.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::fuzz {

namespace {

constexpr std::size_t kGap = 2; ///< before each cell
constexpr std::string_view kMark = " <--";
using Rows = std::vector<std::pair<std::string, TableRow>>;

/// Columns [first, last) of cells, behind the rows' names.
struct Block {
  std::size_t first, last;
};

/// The width of each column, of the rows' names first.
std::vector<std::size_t> widthsOf(const std::vector<std::string>& titles, const Rows& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    std::size_t widest = titles[column].size();
    for (const auto& [name, row] : rows)
      widest = std::max(widest, column ? row[column - 1].text.size() : name.size());
    widths.push_back(widest);
  }
  return widths;
}

/// As few blocks as fit, with room for the mark.
std::vector<Block> blocksOf(const std::vector<std::size_t>& widths) {
  std::vector<Block> blocks{{1, 1}};
  std::size_t used = kGap + widths[0];
  for (std::size_t column = 1; column < widths.size(); ++column) {
    const std::size_t more = kGap + widths[column];
    if (blocks.back().last > blocks.back().first && used + more + kMark.size() > kMostColumns) {
      blocks.push_back({column, column});
      used = kGap + widths[0];
    }
    used += more;
    blocks.back().last = column + 1;
  }
  return blocks;
}

std::string padded(std::string_view text, std::size_t width) {
  return fmt::format("{:{}}{:<{}}", "", kGap, text, width);
}

std::string asLine(std::string content, bool marked, bool colour) {
  content.erase(content.find_last_not_of(' ') + 1);
  if (marked)
    content += colour ? fmt::format(" \033[1;31m{}\033[0m", kMark.substr(1)) : std::string(kMark);
  return content + "\n";
}

std::string render(const std::vector<std::string>& titles, const Rows& rows, bool colour,
                   const std::vector<std::size_t>& widths, Block block) {
  std::string head = padded(titles[0], widths[0]);
  for (std::size_t column = block.first; column < block.last; ++column)
    head += padded(titles[column], widths[column]);
  std::string text = asLine(std::move(head), false, colour);
  for (const auto& [name, row] : rows) {
    std::string content = padded(name, widths[0]);
    bool marked = false;
    for (std::size_t column = block.first; column < block.last; ++column) {
      const TableCell& cell = row[column - 1];
      const std::string shown = padded(cell.text, widths[column]);
      content += cell.differs && colour ? "  \033[1;31m" + shown.substr(kGap) + "\033[0m" : shown;
      marked |= cell.differs;
    }
    text += asLine(std::move(content), marked, colour);
  }
  return text;
}

} // namespace

std::string render(const std::vector<std::string>& titles, const Rows& rows, bool colour) {
  const std::vector<std::size_t> widths = widthsOf(titles, rows);
  std::string text;
  for (const Block block : blocksOf(widths))
    text += render(titles, rows, colour, widths, block);
  return text;
}

std::string wrapped(std::string_view lines) {
  constexpr std::string_view kGoesOn = "\n    ";
  std::string text;
  while (!lines.empty()) {
    std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    for (std::size_t most = kMostColumns; line.size() > most; most = kMostColumns - (kGoesOn.size() - 1)) {
      end = line.rfind(' ', most);
      if (end == line.npos || line.find_first_not_of(' ') > end)
        end = line.find(' ', most); // a word that is wider by itself
      if (end == line.npos)
        break;
      text.append(line.substr(0, end)).append(kGoesOn);
      line.remove_prefix(end + 1);
    }
    text.append(line) += '\n';
  }
  return text;
}

std::string hex(std::uint32_t word) { return fmt::format("{:#x}", word); }

std::string laneList(std::uint32_t lanes) {
  std::string text;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 < spec::kLanes && (lanes >> (last + 1) & 1))
      ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",",
                        lane == last ? std::to_string(lane) : fmt::format("{}-{}", lane, last));
    lane = last;
  }
  return text;
}

std::string renderLanes(std::vector<std::string> titles, std::span<const TableRow> lanes, std::uint32_t shown,
                        std::uint32_t on, bool colour) {
  std::vector<std::pair<std::string, TableRow>> rows;
  std::vector<std::uint32_t> lanesOf;
  std::map<std::pair<bool, TableRow>, std::size_t> known;
  for (unsigned lane = 0; lane < lanes.size(); ++lane) {
    if (!(shown >> lane & 1))
      continue;
    const auto [at, fresh] = known.try_emplace({(on >> lane & 1) != 0, lanes[lane]}, rows.size());
    if (fresh) {
      rows.push_back({"", lanes[lane]});
      lanesOf.push_back(0);
    }
    lanesOf[at->second] |= 1u << lane;
  }
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows[row].first = laneList(lanesOf[row]) + (lanesOf[row] & on ? "" : " (off)");
  titles.insert(titles.begin(), "lane");
  return render(titles, rows, colour);
}

} // namespace warplaw::fuzz
