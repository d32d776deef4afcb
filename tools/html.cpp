#include "tools/html.h"
#include "tools/markup.h"
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

constexpr std::string_view kPictureStyle = R"(
:root { color-scheme: light dark; --text: #1b1f24; --paper: #fff; --soft: #59636e; --line: #d1d9e0; --lane: #2c6fbb; --order: #8250df; --differs: #cf222e; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #3d444d; --lane: #79b8ff; --order: #d2a8ff; --differs: #ff7b72; --good: #56d364; } }
.warp { font: 10px ui-monospace, monospace; } .warp text { fill: currentColor; text-anchor: middle; } .warp .on { fill: var(--lane); stroke: var(--lane); } .warp .on + text { fill: var(--paper); }
.warp .off { fill: none; stroke: var(--soft); } .warp .differs { fill: var(--differs); stroke: var(--differs); } .warp .differs + text { fill: var(--paper); } .warp .reads { stroke: currentColor; fill: none; opacity: .7; } .warp .apart { stroke-dasharray: 3 3; } .warp .order { stroke: var(--order); fill: none; stroke-width: 1.5; } .warp .turn { fill: var(--order); } .warp .value.differs { fill: var(--differs); stroke: none; font-weight: bold; } .warp .label { text-anchor: start; fill: var(--soft); } .warp .label.differs { fill: var(--differs); stroke: none; }
)";

constexpr std::string_view kStyle =
    R"(body { color: var(--text); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem; }
a { color: var(--lane); } a:focus-visible, input:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 3px solid var(--order); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; } .skip:focus { position: static; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; } .soft { color: var(--soft); }
table { border-collapse: collapse; } th, td { border-bottom: 1px solid var(--line); padding: .2rem .6rem; text-align: left; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
article { border-top: 1px solid var(--line); padding: .5rem 0; } article h3 { margin: .2rem 0; font-size: 1rem; }
pre, code { font-family: ui-monospace, monospace; font-size: .875rem; } pre, .wide { overflow-x: auto; } .failed { color: var(--differs); font-weight: bold; } .passed { color: var(--good); }
.key.on { color: var(--lane); } .key.differs { color: var(--differs); } .key.turn { color: var(--order); }
.warp { display: block; height: auto; } .sum { font-size: 1.25rem; font-weight: bold; } details > p { margin: .3rem 0 .3rem 1rem; }
p, li, h1, h2, h3, summary { overflow-wrap: anywhere; } @media (max-width: 30rem) { body { padding: .5rem; } h1 { font-size: 1.5rem; } th, td { padding: .2rem .3rem; } input { max-width: 10rem; } .steps { padding-left: 1.2rem; } }
.trail { max-width: 100%; } .steps > li { margin: .3rem 0; }
[hidden] { display: none !important; }
)";

constexpr std::string_view kScript = R"(
const search = document.getElementById('search');
const count = document.getElementById('found');
const articles = Array.from(document.querySelectorAll('article'));
const texts = articles.map(function (a) { return a.textContent.toLowerCase(); });
function filter() {
  const words = search.value.toLowerCase().split(/\s+/);
  let found = 0;
  articles.forEach(function (a, i) {
    a.hidden = !words.every(function (w) { return texts[i].includes(w); });
    if (!a.hidden) found++;
  });
  count.textContent = search.value.trim() ? found + ' of ' + articles.length : '';
}
search.addEventListener('input', filter);
document.addEventListener('keydown', function (e) {
  if (e.key === '/' ? document.activeElement !== search : false) { e.preventDefault(); search.focus(); }
  if (e.key === 'Escape') { search.value = ''; filter(); }
});
document.getElementById('searching').hidden = false;
search.value = new URLSearchParams(location.search).get('q') || '';
filter();
)";

} // namespace

std::string html(std::string_view text) { return escapedMarkup(text, LineEnds::AsTheyAre); }

std::string idOf(std::string_view kind, std::string_view name) {
  std::string id(kind);
  id += '-';
  for (const char c : name)
    id += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '.';
  return id;
}

std::string article(const std::string& id, const std::string& title, const std::string& body) {
  return fmt::format("<article{}><h3>{}</h3>\n{}</article>\n", id.empty() ? "" : fmt::format(" id=\"{}\"", id), title,
                     body);
}

std::string section(std::string_view id, std::string_view title, const std::string& body, std::string_view none) {
  return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, title,
                     body.empty() ? fmt::format("<p class=\"soft\">{}</p>\n", none) : body);
}

std::string sumLine(bool isGood, const std::string& text) {
  return fmt::format("<p class=\"sum {}\">{}</p>\n", isGood ? "passed" : "failed", html(text));
}

std::string soft(std::string_view text) { return fmt::format("<p class=\"soft\">{}</p>\n", html(text)); }
std::string failed(std::string_view text) { return fmt::format("<p class=\"failed\">{}</p>\n", html(text)); }

std::string pre(const std::string& text) {
  return text.empty() ? "" : fmt::format("<pre tabindex=\"0\">{}</pre>\n", html(text));
}
std::string wide(const std::string& element) {
  return fmt::format("<div class=\"wide\" tabindex=\"0\">{}</div>\n", element);
}

std::string_view pictureStyle() { return kPictureStyle; }

std::string pageOf(std::string_view title, std::string_view sum, std::string_view body) {
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"/>
<meta name="viewport" content="width=device-width"/><link rel="icon" href="data:,"/>
<title>{0}</title><style>{1}{4}</style></head><body>
<a class="skip" href="#main">To the results</a>
{5}<h1>{0}</h1>
<p id="searching" hidden="hidden"><label>Search <input id="search" type="search"/></label> <span id="found" aria-live="polite" class="soft"></span> <span class="soft">(press /)</span></p>
{2}
<script>{3}</script></body></html>
)",
      html(title), kPictureStyle, body, kScript, kStyle, sum);
}

} // namespace warplaw::tools
