// One panel a location: values on a circle in the order of first use; equal arrows are one, with all their lanes. The
// letters are all of one width, so that what is written fits.
#include "linearize/svg.h"
#include "linearize/components.h"
#include "linearize/reason.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMostPanels = 6, kMostValues = 48;
constexpr double kLetter = 7.5, kLine = 18, kMargin = 12; // a letter of 12 pixels is 7.2 wide

struct Arrow {
  std::uint64_t from = 0, to = 0;
  std::vector<std::uint32_t> accesses;
  std::vector<std::size_t> turns;
};

struct Panel {
  Component place;
  std::vector<std::uint64_t> values; ///< in the order of first use
  std::map<std::uint64_t, std::size_t> numbers;
  std::vector<Arrow> arrows;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> arrowOf;
  std::vector<std::string> notes;

  bool addValue(std::uint64_t value) {
    if (numbers.contains(value))
      return true;
    if (values.size() >= kMostValues)
      return false;
    numbers[value] = values.size();
    values.push_back(value);
    return true;
  }
  /// False: it is full.
  bool add(std::uint32_t access, std::uint64_t from, std::uint64_t to, std::size_t turn) {
    if (!addValue(from) || !addValue(to))
      return false;
    const auto [at, fresh] = arrowOf.try_emplace({from, to}, arrows.size());
    if (fresh)
      arrows.push_back({from, to, {}, {}});
    arrows[at->second].accesses.push_back(access);
    if (turn > 0)
      arrows[at->second].turns.push_back(turn);
    return true;
  }
  void note(std::size_t count, const char* one, const char* many) {
    if (count > 0)
      notes.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  }
};

struct Drawing {
  const History& history;
  const Verdict& verdict;
  Elements elements;
  std::vector<Panel> panels;
  std::size_t left = 0; ///< locations that are not drawn

  Drawing(const History& h, const Verdict& v) : history(h), verdict(v) {
    elementsOf(history, elements);
    choose();
    for (Panel& panel : panels)
      if (!verdict.order.empty())
        addOrder(panel);
      else if (verdict.fault.kind == FaultKind::WrongTotal && verdict.answer == Answer::Illegal)
        addFold(panel);
      else
        addReturned(panel);
  }

  std::span<const Element> elementsAt(const Component& place) const {
    return std::span(elements.all).subspan(place.begin, place.end - place.begin);
  }

  void choose() {
    const Fault& fault = verdict.fault;
    std::vector<Component> chosen;
    const std::set<std::uint32_t> among(fault.accesses.begin(), fault.accesses.end());
    for (const Component& place : elements.components) {
      bool matters = verdict.answer != Answer::Illegal;
      if (verdict.answer == Answer::Illegal && fault.kind == FaultKind::NoOrder)
        for (const Element& element : elementsAt(place))
          matters |= among.contains(element.access);
      else if (verdict.answer == Answer::Illegal)
        matters = place.address <= fault.address && fault.address < place.address + place.bytes;
      if (matters)
        chosen.push_back(place);
    }
    std::sort(chosen.begin(), chosen.end(), [](const Component& a, const Component& b) {
      return std::tuple(b.end - b.begin, a.address) < std::tuple(a.end - a.begin, b.address);
    });
    left = chosen.size() - std::min(chosen.size(), kMostPanels);
    chosen.resize(chosen.size() - left);
    std::sort(chosen.begin(), chosen.end(),
              [](const Component& a, const Component& b) { return a.address < b.address; });
    for (const Component& place : chosen) {
      panels.emplace_back();
      panels.back().place = place;
    }
  }

  Operation operationOf(std::uint32_t access) const {
    return history.instructions[history.accesses[access].instruction].operation;
  }
  /// Which NaN F64 gave is unknown: they are drawn as one.
  Type shownAs(const Component& place) const {
    for (const Element& element : elementsAt(place))
      if (operationOf(element.access).type == Type::F64)
        return Type::F64;
    return Type::U64;
  }
  std::uint64_t stepOn(const Element& element, const Component& place, std::uint64_t value) const {
    const Access& access = history.accesses[element.access];
    const unsigned shift = static_cast<unsigned>(8 * (element.address - place.address));
    const std::uint64_t bits = onesOf(element.bytes) << shift;
    const std::uint64_t now = stepOf(operationOf(element.access), (value & bits) >> shift,
                                     partOf(element, access.operand), access.swap, history.zeros);
    return (value & ~bits) | now << shift;
  }

  void addOrder(Panel& panel) const {
    const Component& place = panel.place;
    std::map<std::pair<std::uint32_t, std::uint8_t>, Element> here;
    for (const Element& element : elementsAt(place))
      here[{element.access, element.half}] = element;
    const Type type = shownAs(place);
    std::uint64_t value = knownAt(history.initial, place.address, place.bytes).value |
                          knownAt(verdict.assumed, place.address, place.bytes).value;
    std::size_t turn = 0, out = 0, missing = 0;
    for (const WitnessStep& step : verdict.order) {
      const auto found = here.find({step.access, step.half});
      if (found == here.end())
        continue;
      if (!step.performs) {
        ++out;
        continue;
      }
      const Element& element = found->second;
      const Access& access = history.accesses[step.access];
      if (access.returns && !returnsFlag(operationOf(step.access).op)) { // it tells which NaN it found
        const unsigned shift = static_cast<unsigned>(8 * (element.address - place.address));
        value = (value & ~(onesOf(element.bytes) << shift)) | partOf(element, access.returned) << shift;
      }
      const std::uint64_t now = stepOn(element, place, value);
      missing += !panel.add(step.access, canonical(type, value), canonical(type, now), ++turn);
      value = now;
    }
    panel.note(out, "lane was left out by CAST.SPIN: no arrow", "lanes were left out by CAST.SPIN: no arrows");
    panel.note(missing, "step is not drawn", "steps are not drawn");
  }

  void addFold(Panel& panel) const {
    const Fault& fault = verdict.fault;
    const std::set<std::uint32_t> among(fault.accesses.begin(), fault.accesses.end());
    const Type type = shownAs(panel.place);
    std::uint64_t value = fault.first.value_or(0);
    std::size_t turn = 0, missing = 0;
    for (const Element& element : elementsAt(panel.place)) {
      if (!among.contains(element.access))
        continue;
      const std::uint64_t now = stepOn(element, panel.place, value);
      missing += !panel.add(element.access, canonical(type, value), canonical(type, now), ++turn);
      value = now;
    }
    panel.notes.push_back("in the order listed: every order leaves the same");
    if (fault.last && panel.addValue(*fault.last))
      panel.notes.push_back(fmt::format("memory ends at {}", valueText(*fault.last)));
    panel.note(missing, "step is not drawn", "steps are not drawn");
  }

  void addReturned(Panel& panel) const {
    const Type type = shownAs(panel.place);
    std::size_t untold = 0, missing = 0;
    for (const Element& element : elementsAt(panel.place)) {
      const Access& access = history.accesses[element.access];
      const bool flag = returnsFlag(operationOf(element.access).op);
      if (!access.returns || element.bytes != panel.place.bytes || (flag && access.returned != 1)) {
        ++untold;
        continue;
      }
      const std::uint64_t found = flag ? access.operand : partOf(element, access.returned);
      missing +=
          !panel.add(element.access, canonical(type, found), canonical(type, stepOn(element, panel.place, found)), 0);
    }
    panel.note(untold, "access is not drawn: it did not return the whole value found",
               "accesses are not drawn: they did not return the whole value found");
    panel.note(missing, "more is not drawn", "more are not drawn");
  }
};

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

std::string arrowText(const History& history, const Arrow& arrow) {
  const std::span<const std::uint32_t> shown =
      std::span(arrow.accesses).first(std::min<std::size_t>(arrow.accesses.size(), 8));
  std::string text;
  if (history.instructions.size() == 1)
    text = nameOf(history, shown);
  else
    for (const std::uint32_t k : shown) {
      const Instruction& i = history.instructions[history.accesses[k].instruction];
      text += fmt::format("{}{}.{}.{}", text.empty() ? "" : " ", i.warp, i.number, history.accesses[k].lane);
    }
  if (arrow.accesses.size() > shown.size())
    text += fmt::format(" and {} more", arrow.accesses.size() - shown.size());
  if (!arrow.turns.empty())
    text += fmt::format(" (step {}{})",
                        fmt::join(std::span(arrow.turns).first(std::min<std::size_t>(arrow.turns.size(), 6)), ", "),
                        arrow.turns.size() > 6 ? ", .." : "");
  return text;
}

struct Size {
  double width, top, radius, height;
};

std::string drawn(const History& history, const Arrow& arrow, Point from, Point to, Point centre, const Size& size) {
  const std::string text = arrowText(history, arrow);
  if (arrow.from == arrow.to) { // a loop outwards
    const double length = std::max(1.0, std::hypot(from.x - centre.x, from.y - centre.y));
    const Point out{(from.x - centre.x) / length, (from.y - centre.y) / length};
    const Point bend{from.x + 90 * out.x, from.y + 90 * out.y};
    return fmt::format("<path d=\"M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}\"/>", from.x + 14 * out.y,
                       from.y - 14 * out.x, bend.x + 40 * out.y, bend.y - 40 * out.x, bend.x - 40 * out.y,
                       bend.y + 40 * out.x, from.x - 14 * out.y, from.y + 14 * out.x) +
           textAt(bend, text, size.width, size.height);
  }
  const double dx = to.x - from.x, dy = to.y - from.y;
  const Point bend{(from.x + to.x) / 2 + dy * 0.18, (from.y + to.y) / 2 - dx * 0.18};
  const double length = std::max(1.0, std::hypot(to.x - bend.x, to.y - bend.y));
  const Point end{to.x - 24 * (to.x - bend.x) / length, to.y - 24 * (to.y - bend.y) / length};
  return fmt::format("<path d=\"M{:.0f},{:.0f} Q{:.0f},{:.0f} {:.0f},{:.0f}\"/>", from.x, from.y, bend.x, bend.y, end.x,
                     end.y) +
         textAt({(from.x + to.x) / 4 + bend.x / 2, (from.y + to.y) / 4 + bend.y / 2}, text, size.width, size.height);
}

std::string panelSvg(const Drawing& drawing, const Panel& panel, const Size& size) {
  const std::size_t count = std::max<std::size_t>(panel.values.size(), 1);
  const Point centre{size.width / 2, size.top + size.radius + 150};
  std::vector<Point> places;
  for (std::size_t k = 0; k < panel.values.size(); ++k) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(k) / static_cast<double>(count) - 1.5707963;
    places.push_back({centre.x + size.radius * std::cos(angle), centre.y + size.radius * std::sin(angle)});
  }
  std::string svg = "<g fill=\"none\" stroke=\"#345\" stroke-width=\"1.5\">\n";
  for (const Arrow& arrow : panel.arrows)
    svg += drawn(drawing.history, arrow, places[panel.numbers.at(arrow.from)], places[panel.numbers.at(arrow.to)],
                 centre, size);
  svg += "</g>\n";
  const Verdict& verdict = drawing.verdict;
  for (std::size_t k = 0; k < panel.values.size(); ++k) {
    const bool marked = verdict.answer == Answer::Illegal && verdict.fault.kind != FaultKind::NoOrder &&
                        panel.values[k] == verdict.fault.value;
    const std::string text = valueText(panel.values[k]);
    const double width = std::max(44.0, static_cast<double>(text.size()) * kLetter + 12);
    svg += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"32\" rx=\"16\" fill=\"{}\" "
                       "stroke=\"#345\"/>",
                       places[k].x - width / 2, places[k].y - 16, width, marked ? "#fbb" : "#eef") +
           textAt({places[k].x, places[k].y + 4}, text, size.width, size.height);
  }
  return svg;
}

} // namespace

std::string svgOf(const History& history, const Verdict& verdict) {
  const Drawing drawing(history, verdict);
  const auto radiusOf = [](const Panel& panel) {
    return std::max(120.0, 34.0 * static_cast<double>(panel.values.size()));
  };
  double width = 640;
  for (const Panel& panel : drawing.panels)
    width = std::max(width, 2 * radiusOf(panel) + 320);
  double y = kMargin;
  std::string lines, panels;
  const auto write = [&](std::string_view text, std::string& into) {
    for (const std::string& line : wrapped(text, width - 2 * kMargin))
      into += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", kMargin, y += kLine, escaped(line));
  };
  if (!history.name.empty())
    write(history.name, lines);
  write(explain(history, verdict), lines);
  if (history.instructions.size() > 1)
    write("lanes are named warp.number.lane", lines);
  if (drawing.left > 0)
    write(fmt::format("{} more locations are not drawn", drawing.left), lines);
  for (const Panel& panel : drawing.panels) {
    y += kLine / 2;
    write(fmt::format("address {:#x}, {} bytes", panel.place.address, panel.place.bytes), lines);
    for (const std::string& note : panel.notes)
      write(note, lines);
    const Size size{width, y, radiusOf(panel), y + 2 * radiusOf(panel) + 300};
    panels += panelSvg(drawing, panel, size);
    y = size.height;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"monospace\" "
             "font-size=\"12\">\n"
             "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" "
             "markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\" fill=\"#345\" "
             "stroke=\"none\"/></marker></defs>\n"
             "<style>path{{marker-end:url(#head)}} marker path{{marker-end:none}} g "
             "text{{fill:#333;stroke:none}}</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             width, y + 2 * kLine) +
         lines + panels + "</svg>\n";
}

} // namespace warplaw::linearize
