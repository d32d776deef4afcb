// One panel a location: values on a circle in the order of first use; equal arrows are one, with all their lanes. The
// letters are all of one width, so that what is written fits.
#include "linearize/svg.h"
#include "linearize/drawing.h"
#include <algorithm>
#include <cmath>

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMostDrawn = 48;
constexpr double kLetter = 7.5, kLine = 18, kMargin = 12; // a letter of 12 pixels is 7.2 wide

std::size_t lettersOf(std::string_view text) { // of UTF-8; those beyond the Latin ones may be twice as wide
  std::size_t count = 0;
  for (const char c : text)
    count += (c & 0xc0) == 0x80 ? 0 : static_cast<unsigned char>(c) >= 0xe0 ? 2 : 1;
  return count;
}

std::string cut(std::string_view text, double width) {
  const auto most = static_cast<std::size_t>(width / kLetter);
  if (lettersOf(text) <= most)
    return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < text.size() && lettersOf(text.substr(0, k)) + 2 <= most; ++k)
    if ((text[k] & 0xc0) != 0x80)
      bytes = k;
  return std::string(text.substr(0, bytes)) + "..";
}

std::vector<std::string> wrapped(std::string_view text, double width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t space = text.find(' ', 1);
    std::string_view word = text.substr(0, space);
    text.remove_prefix(word.size());
    if (static_cast<double>(lettersOf(lines.back()) + lettersOf(word)) * kLetter > width && !lines.back().empty()) {
      if (lines.size() >= 12) {
        lines.back() += " ..";
        lines.back() = cut(lines.back(), width);
        break;
      }
      lines.emplace_back();
      word.remove_prefix(word.starts_with(' ') ? 1 : 0);
    }
    lines.back() += cut(word, width);
  }
  return lines;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    const bool noCharacter = text.substr(k, 2) == "\xef\xbf" && k + 2 < text.size() &&
                             static_cast<unsigned char>(text[k + 2]) >= 0xbe; // U+FFFE, U+FFFF: not in XML
    if (noCharacter)
      k += 2;
    out += c == '<'   ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '&' ? "&amp;"
                      : std::string(1, c < 0x20 || noCharacter ? '?' : text[k]);
  }
  return out;
}

// Colours stand here alone: a picture inside a page follows its reader's choice of light or dark, as the page does.
constexpr std::string_view kLight =
    "path{fill:none;stroke:#345;stroke-width:1.5;marker-end:url(#head)} marker path{fill:#345;stroke:none;"
    "marker-end:none} text{fill:#1b1f24} g text{fill:#333} .paper{fill:#fff} .value{fill:#eef;stroke:#345} "
    ".marked{fill:#fbb;stroke:#345} path.before{stroke:#999;stroke-width:1} path.offending{stroke:#c00}";
constexpr std::string_view kDark =
    "path{stroke:#9ab} marker path{fill:#9ab} text{fill:#e6edf3} g text{fill:#c3ccd6} .paper{fill:#0d1117} "
    ".value{fill:#223;stroke:#9ab} .marked{fill:#722;stroke:#9ab} path.before{stroke:#777} path.offending{stroke:#f66}";

struct Point {
  double x, y;
};

/// Text in the middle of (x, y), moved to where it is inside.
std::string textAt(Point at, std::string_view text, double width, double height) {
  const std::string shown = cut(text, width - 2 * kMargin);
  const double half = static_cast<double>(lettersOf(shown)) * kLetter / 2 + kMargin;
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>\n",
                     std::clamp(at.x, half, std::max(half, width - half)), std::clamp(at.y, kLine, height - kMargin),
                     escaped(shown));
}

struct Size {
  double width, top, radius, height;
};

/// Lanes, and below them operands.
std::string labelAt(const Drawing& drawing, const Arrow& arrow, Point at, const Size& size) {
  return textAt(at, drawing.lanesText(arrow), size.width, size.height) +
         textAt({at.x, at.y + 14}, drawing.operandsText(arrow), size.width, size.height);
}

/// `middle`: where its label stands.
std::string drawn(const Drawing& drawing, const Arrow& arrow, Point from, Point to, Point centre, const Size& size,
                  Point& middle) {
  const char* const kind = arrow.isOffending ? " class=\"offending\"" : "";
  if (arrow.from == arrow.to) { // a loop outwards
    const double length = std::max(1.0, std::hypot(from.x - centre.x, from.y - centre.y));
    const Point out{(from.x - centre.x) / length, (from.y - centre.y) / length};
    const Point bend{from.x + 90 * out.x, from.y + 90 * out.y};
    middle = bend;
    return fmt::format("<path{} d=\"M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}\"/>", kind,
                       from.x + 14 * out.y, from.y - 14 * out.x, bend.x + 40 * out.y, bend.y - 40 * out.x,
                       bend.x - 40 * out.y, bend.y + 40 * out.x, from.x - 14 * out.y, from.y + 14 * out.x) +
           labelAt(drawing, arrow, middle, size);
  }
  const double dx = to.x - from.x, dy = to.y - from.y;
  const Point bend{(from.x + to.x) / 2 + dy * 0.18, (from.y + to.y) / 2 - dx * 0.18};
  const double length = std::max(1.0, std::hypot(to.x - bend.x, to.y - bend.y));
  const Point end{to.x - 24 * (to.x - bend.x) / length, to.y - 24 * (to.y - bend.y) / length};
  middle = {(from.x + to.x) / 4 + bend.x / 2, (from.y + to.y) / 4 + bend.y / 2};
  return fmt::format("<path{} d=\"M{:.0f},{:.0f} Q{:.0f},{:.0f} {:.0f},{:.0f}\"/>", kind, from.x, from.y, bend.x,
                     bend.y, end.x, end.y) +
         labelAt(drawing, arrow, middle, size);
}

std::string panelSvg(const Drawing& drawing, const Panel& panel, const Size& size, std::vector<Point>& middles) {
  const std::size_t count = std::max<std::size_t>(panel.values.size(), 1);
  const Point centre{size.width / 2, size.top + size.radius + 150};
  std::vector<Point> places;
  for (std::size_t k = 0; k < panel.values.size(); ++k) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(k) / static_cast<double>(count) - 1.5707963;
    places.push_back({centre.x + size.radius * std::cos(angle), centre.y + size.radius * std::sin(angle)});
  }
  std::string svg = "<g>\n";
  for (const Arrow& arrow : panel.arrows)
    svg += drawn(drawing, arrow, places[panel.numbers.at(arrow.from)], places[panel.numbers.at(arrow.to)], centre, size,
                 middles.emplace_back());
  svg += "</g>\n";
  for (std::size_t k = 0; k < panel.values.size(); ++k) {
    const bool first = panel.first == panel.values[k], last = panel.last == panel.values[k];
    const std::string text = valueText(panel.values[k]);
    const double width = std::max(44.0, static_cast<double>(text.size()) * kLetter + 12);
    svg += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"32\" rx=\"16\" class=\"{}\" "
                       "stroke-width=\"{}\"/>",
                       places[k].x - width / 2, places[k].y - 16, width,
                       drawing.isMarked(panel.values[k]) ? "marked" : "value", first || last ? 3 : 1) +
           textAt({places[k].x, places[k].y + 4}, text, size.width, size.height);
    if (first || last)
      svg += textAt({places[k].x, places[k].y + 30},
                    first && last ? "first, last"
                    : first       ? "first"
                                  : "last",
                    size.width, size.height);
  }
  return svg;
}

} // namespace

std::string svgOf(const History& history, const Verdict& verdict) {
  const Drawing drawing(history, verdict, kMostDrawn);
  const auto radiusOf = [](const Panel& panel) {
    return std::max(120.0, 34.0 * static_cast<double>(panel.values.size()));
  };
  double width = 640;
  for (const Panel& panel : drawing.panels)
    width = std::max(width, 2 * radiusOf(panel) + 320);
  double y = kMargin;
  std::string lines, panels;
  std::vector<std::vector<Point>> middles; // of each panel's arrows
  const auto write = [&](std::string_view text, std::string& into) {
    for (const std::string& line : wrapped(text, width - 2 * kMargin))
      into += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", kMargin, y += kLine, escaped(line));
  };
  if (!history.name.empty())
    write(history.name, lines);
  write(explain(history, verdict), lines);
  if (history.instructions.size() > 1)
    write(history.isOfThreads ? "operations are named thread.number" : "lanes are named warp.number.lane", lines);
  if (!drawing.order.empty())
    write("dashed: known to come before", lines);
  if (drawing.left > 0)
    write(fmt::format("{} not drawn",
                      drawing.left == 1 ? "1 more location is" : std::to_string(drawing.left) + " more locations are"),
          lines);
  for (const Panel& panel : drawing.panels) {
    y += kLine / 2;
    write(fmt::format("address {:#x}, {} bytes", panel.place.address, panel.place.bytes), lines);
    for (const std::string& note : panel.notes)
      write(note, lines);
    const Size size{width, y, radiusOf(panel), y + 2 * radiusOf(panel) + 300};
    panels += panelSvg(drawing, panel, size, middles.emplace_back());
    y = size.height;
  }
  for (const OrderArrow& before : drawing.order) {
    const Point from = middles[before.from.first][before.from.second], to = middles[before.to.first][before.to.second];
    panels += fmt::format("<path class=\"{}\" stroke-dasharray=\"5 4\" "
                          "d=\"M{:.0f},{:.0f} L{:.0f},{:.0f}\"/>\n",
                          before.isOffending ? "offending" : "before", from.x, from.y + 4, to.x, to.y + 4);
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"monospace\" "
             "font-size=\"12\">\n"
             "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" "
             "markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\"/></marker></defs>\n"
             "<style>{}\n@media (prefers-color-scheme: dark) {{ {} }}</style>\n"
             "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n",
             width, y + 2 * kLine, kLight, kDark) +
         lines + panels + "</svg>\n";
}

} // namespace warplaw::linearize
