// Tables: see table.h.
#include "fuzz/table.h"
#include "spec/lanes.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::fuzz {

std::string render(const std::vector<std::string>& titles, const std::vector<std::pair<std::string, TableRow>>& rows,
                   bool colour) {
  std::vector<std::size_t> width;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    std::size_t widest = titles[column].size();
    for (const auto& [name, row] : rows)
      widest = std::max(widest, column ? row[column - 1].text.size() : name.size());
    width.push_back(widest);
  }
  std::string text;
  const auto line = [&](std::string content, bool marked) {
    content.erase(content.find_last_not_of(' ') + 1);
    text += content + (marked ? colour ? " \033[1;31m<--\033[0m\n" : " <--\n" : "\n");
  };
  std::string head;
  for (std::size_t column = 0; column < titles.size(); ++column)
    head += fmt::format("  {:<{}}", titles[column], width[column]);
  line(head, false);
  for (const auto& [name, row] : rows) {
    std::string content = fmt::format("  {:<{}}", name, width[0]);
    bool marked = false;
    for (std::size_t column = 1; column < titles.size(); ++column) {
      const TableCell& cell = row[column - 1];
      std::string padded = fmt::format("{:<{}}", cell.text, width[column]);
      content += cell.differs && colour ? "  \033[1;31m" + padded + "\033[0m" : "  " + padded;
      marked |= cell.differs;
    }
    line(content, marked);
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
