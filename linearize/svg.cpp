// The trail over values, on a circle in the order of first use; equal arrows are one, with all their lanes.
#include "linearize/svg.h"
#include "linearize/components.h"
#include "linearize/reason.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace warplaw::linearize {
namespace {

struct Arrow {
  std::uint64_t from, to;
  std::vector<std::uint32_t> accesses;
  std::vector<std::size_t> turns;
};

struct Picture {
  std::uint64_t address = 0;
  unsigned bytes = 4;
  std::uint8_t half = 0;
  std::vector<std::uint64_t> values; ///< in the order of first use
  std::vector<Arrow> arrows;

  void add(std::uint32_t access, std::uint64_t from, std::uint64_t to, std::size_t turn) {
    for (const std::uint64_t v : {from, to})
      if (std::find(values.begin(), values.end(), v) == values.end())
        values.push_back(v);
    auto arrow =
        std::find_if(arrows.begin(), arrows.end(), [&](const Arrow& a) { return a.from == from && a.to == to; });
    if (arrow == arrows.end())
      arrow = arrows.insert(arrows.end(), Arrow{from, to, {}, {}});
    arrow->accesses.push_back(access);
    if (turn > 0)
      arrow->turns.push_back(turn);
  }
};

void choosePlace(const History& history, const Verdict& verdict, Picture& picture) {
  if (verdict.answer == Answer::Illegal) {
    picture.address = verdict.fault.address;
    picture.bytes = verdict.fault.bytes;
    picture.half = verdict.fault.half;
    return;
  }
  Elements elements;
  elementsOf(history, elements);
  const auto best =
      std::max_element(elements.components.begin(), elements.components.end(),
                       [](const Component& a, const Component& b) { return a.end - a.begin < b.end - b.begin; });
  if (best == elements.components.end())
    return;
  picture.address = best->address;
  picture.bytes = best->bytes;
  picture.half = elements.all[best->begin].half;
}

void addSteps(const History& history, const Verdict& verdict, Picture& picture) {
  std::vector<WitnessStep> steps = verdict.order;
  const bool ordered = !steps.empty();
  if (!ordered)
    for (std::uint32_t k = 0; k < history.accesses.size(); ++k)
      steps.push_back({k, picture.half, true});
  std::uint64_t value = knownAt(history.initial, picture.address, picture.bytes).value |
                        knownAt(verdict.assumed, picture.address, picture.bytes).value;
  std::size_t turn = 0;
  for (const WitnessStep& step : steps) {
    const Access& access = history.accesses[step.access];
    const Operation operation = history.instructions[access.instruction].operation;
    const std::uint64_t address = access.address + (step.half == 2 ? 2 : 0);
    if (address != picture.address || elementBytes(operation.type) != picture.bytes)
      continue;
    const Element element{address, step.access, static_cast<std::uint8_t>(picture.bytes), step.half};
    const std::uint64_t operand = partOf(element, access.operand);
    if (!ordered) {
      if (!access.returns || (returnsFlag(operation.op) && access.returned != 1))
        continue;
      value = returnsFlag(operation.op) ? access.operand : partOf(element, access.returned);
    }
    const std::uint64_t now = step.performs ? stepOf(operation, value, operand, access.swap, history.zeros) : value;
    picture.add(step.access, value, now, ordered ? ++turn : 0);
    value = now;
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c < 0x20 ? '?' : c);
  return out;
}

struct Point {
  double x, y;
};

std::string arrowText(const History& history, const Arrow& arrow) {
  std::string text = nameOf(history, std::span(arrow.accesses).first(std::min<std::size_t>(arrow.accesses.size(), 8)));
  if (arrow.accesses.size() > 8)
    text += fmt::format(" and {} more", arrow.accesses.size() - 8);
  if (!arrow.turns.empty())
    text += fmt::format(" (step {}{})",
                        fmt::join(std::span(arrow.turns).first(std::min<std::size_t>(arrow.turns.size(), 6)), ", "),
                        arrow.turns.size() > 6 ? ", .." : "");
  return text;
}

std::string drawn(const History& history, const Arrow& arrow, Point from, Point to, Point centre) {
  Point bend;
  if (arrow.from == arrow.to) { // a loop outwards
    const double length = std::max(1.0, std::hypot(from.x - centre.x, from.y - centre.y));
    const Point out{(from.x - centre.x) / length, (from.y - centre.y) / length};
    bend = {from.x + 90 * out.x, from.y + 90 * out.y};
    return fmt::format("<path d=\"M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}\"/><text x=\"{:.0f}\" "
                       "y=\"{:.0f}\">{}</text>\n",
                       from.x + 14 * out.y, from.y - 14 * out.x, bend.x + 40 * out.y, bend.y - 40 * out.x,
                       bend.x - 40 * out.y, bend.y + 40 * out.x, from.x - 14 * out.y, from.y + 14 * out.x, bend.x,
                       bend.y, escaped(arrowText(history, arrow)));
  }
  const double dx = to.x - from.x, dy = to.y - from.y;
  bend = {(from.x + to.x) / 2 + dy * 0.18, (from.y + to.y) / 2 - dx * 0.18};
  const Point end{to.x - 24 * (to.x - bend.x) / std::max(1.0, std::hypot(to.x - bend.x, to.y - bend.y)),
                  to.y - 24 * (to.y - bend.y) / std::max(1.0, std::hypot(to.x - bend.x, to.y - bend.y))};
  return fmt::format(
      "<path d=\"M{:.0f},{:.0f} Q{:.0f},{:.0f} {:.0f},{:.0f}\"/><text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", from.x,
      from.y, bend.x, bend.y, end.x, end.y, (from.x + to.x) / 4 + bend.x / 2, (from.y + to.y) / 4 + bend.y / 2,
      escaped(arrowText(history, arrow)));
}

} // namespace

std::string svgOf(const History& history, const Verdict& verdict) {
  Picture picture;
  choosePlace(history, verdict, picture);
  addSteps(history, verdict, picture);
  const std::size_t count = std::max<std::size_t>(picture.values.size(), 1);
  const double radius = std::max(120.0, 34.0 * static_cast<double>(count)), size = 2 * radius + 320;
  const Point centre{size / 2, size / 2};
  std::map<std::uint64_t, Point> place;
  for (std::size_t k = 0; k < picture.values.size(); ++k) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(k) / static_cast<double>(count) - 1.5707963;
    place[picture.values[k]] = {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n"
      "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
      "orient=\"auto\">"
      "<path d=\"M0,0 L10,5 L0,10 z\" fill=\"#345\" stroke=\"none\"/></marker></defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"20\" y=\"28\" font-size=\"16\">{2}</text>\n"
      "<text x=\"20\" y=\"50\">{3}</text>\n<g fill=\"none\" stroke=\"#345\" stroke-width=\"1.5\" "
      "marker-end=\"none\">\n",
      size, size + 40, escaped(fmt::format("{} address {:#x}, {} bytes", history.name, picture.address, picture.bytes)),
      escaped(explain(history, verdict)));
  svg += "<style>path{marker-end:url(#head)} marker path{marker-end:none} g "
         "text{fill:#333;stroke:none;text-anchor:middle}</style>\n";
  for (const Arrow& arrow : picture.arrows)
    svg += drawn(history, arrow, place[arrow.from], place[arrow.to], centre);
  svg += "</g>\n";
  for (const auto& [value, at] : place) {
    const bool marked = verdict.answer == Answer::Illegal && value == verdict.fault.value;
    svg += fmt::format("<circle cx=\"{0:.0f}\" cy=\"{1:.0f}\" r=\"22\" fill=\"{2}\" stroke=\"#345\"/><text "
                       "x=\"{0:.0f}\" y=\"{3:.0f}\" "
                       "text-anchor=\"middle\">{4}</text>\n",
                       at.x, at.y, marked ? "#fbb" : "#eef", at.y + 4, escaped(valueText(value)));
  }
  return svg + "</svg>\n";
}

} // namespace warplaw::linearize
