// The same picture for Graphviz, which lays out what is too large for a circle: operations are nodes between values, so
// that the known order can go from one to another.
#include "linearize/drawing.h"
#include "linearize/svg.h"

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMostValues = 400, kFewValues = 12;

std::string inQuotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text)
    out +=
        c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, static_cast<unsigned char>(c) < 0x20 ? '?' : c);
  return out + '"';
}

std::string panelDot(const Drawing& drawing, std::size_t p) {
  const Panel& panel = drawing.panels[p];
  std::string title = fmt::format("address {:#x}, {} bytes", panel.place.address, panel.place.bytes);
  for (const std::string& note : panel.notes)
    title += "; " + note;
  std::string dot = fmt::format("subgraph cluster{} {{\nlabel={};\n", p, inQuotes(title));
  for (std::size_t v = 0; v < panel.values.size(); ++v) {
    const std::uint64_t value = panel.values[v];
    const bool first = panel.first == value, last = panel.last == value;
    dot += fmt::format("p{}v{} [label={}, shape=box, style=\"rounded,filled\", fillcolor=\"{}\", penwidth={}];\n", p, v,
                       inQuotes(valueText(value) + (first ? " first" : "") + (last ? " last" : "")),
                       drawing.isMarked(value) ? "#ffbbbb" : "#eeeeff", first || last ? 3 : 1);
  }
  for (std::size_t a = 0; a < panel.arrows.size(); ++a) {
    const Arrow& arrow = panel.arrows[a];
    const char* const colour = arrow.isOffending ? "#cc0000" : "#334455";
    dot += fmt::format("p{0}a{1} [label={2}, shape=plaintext, fontcolor=\"{3}\"];\n"
                       "p{0}v{4} -> p{0}a{1} [arrowhead=none, color=\"{3}\"];\np{0}a{1} -> p{0}v{5} [color=\"{3}\"];\n",
                       p, a, inQuotes(drawing.lanesText(arrow) + ": " + drawing.operandsText(arrow)), colour,
                       panel.numbers.at(arrow.from), panel.numbers.at(arrow.to));
  }
  return dot + "}\n";
}

} // namespace

bool isLarge(const History& history, const Verdict& verdict) {
  for (const Panel& panel : Drawing(history, verdict, kFewValues + 1).panels)
    if (panel.values.size() > kFewValues)
      return true;
  return false;
}

std::string dotOf(const History& history, const Verdict& verdict) {
  const Drawing drawing(history, verdict, kMostValues);
  std::string title = history.name.empty() ? "" : history.name + ": ";
  title += explain(history, verdict);
  std::string dot =
      fmt::format("digraph history {{\nlabel={};\nlabelloc=t;\nnode [fontname=monospace];\n", inQuotes(title));
  for (std::size_t p = 0; p < drawing.panels.size(); ++p)
    dot += panelDot(drawing, p);
  for (const OrderArrow& before : drawing.order)
    dot +=
        fmt::format("p{}a{} -> p{}a{} [style=dashed, constraint=false, color=\"{}\"];\n", before.from.first,
                    before.from.second, before.to.first, before.to.second, before.isOffending ? "#cc0000" : "#999999");
  return dot + "}\n";
}

} // namespace warplaw::linearize
