#include "tools/markup.h"
#include <fmt/format.h>

namespace warplaw::tools {

std::string escapedMarkup(std::string_view text, LineEnds lineEnds) {
  std::string all;
  for (const char c : text)
    if (c == '&')
      all += "&amp;";
    else if (c == '<')
      all += "&lt;";
    else if (c == '>')
      all += "&gt;";
    else if (c == '"')
      all += "&quot;";
    else if ((c == '\n' || c == '\t') && lineEnds == LineEnds::AsNumbers)
      all += fmt::format("&#{};", static_cast<int>(c));
    else
      all += c == '\n' || (c >= ' ' && c <= '~') ? c : '?';
  return all;
}

} // namespace warplaw::tools
