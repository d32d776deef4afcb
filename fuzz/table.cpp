// Tables: see table.h.
#include "fuzz/table.h"
#include <algorithm>
#include <fmt/format.h>

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

} // namespace warplaw::fuzz
