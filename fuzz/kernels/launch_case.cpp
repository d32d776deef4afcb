#include "fuzz/kernels/launch_case.h"
#include "fuzz/kernels/writer.h"
#include <algorithm>
#include <cctype>
#include <cstring>

namespace warplaw::fuzz {
namespace {

constexpr unsigned kMostEdits = 5;
constexpr std::uint64_t kSteps = 20'000;
constexpr std::string_view kNumbers[] = {"0",  "1",  "3",  "4",   "7",         "8",          "16",         "31",
                                         "32", "33", "64", "255", "0x8000000", "0x80000000", "0xffffffff", "-4"};
/// What generated kernels do not have.
constexpr std::string_view kLines[] = {
    "  trap;",
    "  exit;",
    "  bar.sync 0;",
    "  bar.sync 1, 32;",
    "  bar.arrive 1, 64;",
    "  bar.warp.sync 0xffffffff;",
    "  membar.gl;",
    "  div.u32 %v0, %v1, %v2;",
    "  rem.s32 %v1, %v0, %v3;",
    "  ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%in+16];",
    "  ld.volatile.shared.u32 %v0, [%own];",
    "  ld.u32 %v4, [%w0];",
    "  st.global.u8 [%out+1], %v0;",
    "  st.shared.u32 [%own+4], %v1;",
    "  atom.global.cas.b32 %v2, [%sums], %v0, %v1;",
    "  atom.shared.exch.b32 %v2, [s], %v0;",
    "  red.global.add.f32 [%sums+4], %v6;",
    "  cvta.shared.u64 %w1, %w1;",
    "  isspacep.global %q1, %w0;",
    "  activemask.b32 %v7;",
    "  elect.sync %v7|%q2, 0xffffffff;",
    "  match.any.sync.b32 %v5, %v0, 0xffffffff;",
    "  shfl.sync.idx.b32 %v3|%q0, %v0, %v1, 31, 0xffffffff;",
    "  rcp.approx.f32 %v6, %v6;",
    "  brkpt;",
};
constexpr std::string_view kTypes[] = {"u8", "s16", "f16", "b32", "s32", "f32", "u64", "f64"};

template <class Things> auto& anyOf(Things& things, Drawn& drawn) {
  return things[drawn.below(static_cast<std::uint32_t>(std::min<std::size_t>(std::size(things), 256)))];
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  return lines;
}

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '.'; }

/// Place and length of each word of a line: a name, a register, an opcode, a number.
std::vector<std::pair<std::size_t, std::size_t>> wordsOf(const std::string& line) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t at = 0; at < line.size();) {
    if (!isOfWord(line[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < line.size() && isOfWord(line[at]))
      ++at;
    words.emplace_back(begin, at - begin);
  }
  return words;
}

class Editor {
public:
  Editor(spec::LaunchCase& c, Drawn& drawn) : c_(c), drawn_(drawn), lines_(linesOf(c.module)) {}

  void edit() {
    using Edit = void (Editor::*)();
    static constexpr Edit kEdits[] = {&Editor::removes, &Editor::copies,   &Editor::exchanges, &Editor::number,
                                      &Editor::word,    &Editor::word,     &Editor::inserts,   &Editor::inserts,
                                      &Editor::sizes,   &Editor::elements, &Editor::length,    &Editor::argument,
                                      &Editor::limits};
    (this->*anyOf(kEdits, drawn_))();
  }

  void finish() {
    c_.module.clear();
    for (const std::string& line : lines_)
      c_.module += line + "\n";
  }

private:
  std::string& anyLine() { return lines_[drawn_.word() % lines_.size()]; }
  auto anyPlace() { return lines_.begin() + static_cast<std::ptrdiff_t>(drawn_.word() % lines_.size()); }

  void removes() {
    if (lines_.size() > 1)
      lines_.erase(anyPlace());
  }
  void copies() {
    const std::string line = anyLine();
    lines_.insert(anyPlace(), line);
  }
  void exchanges() { std::swap(anyLine(), anyLine()); }
  void inserts() { lines_.insert(anyPlace(), std::string(anyOf(kLines, drawn_))); }

  void number() {
    std::string& line = anyLine();
    for (const auto& [at, size] : wordsOf(line))
      if (std::isdigit(static_cast<unsigned char>(line[at])) && drawn_.below(2)) {
        line.replace(at, size, anyOf(kNumbers, drawn_));
        return;
      }
  }
  /// One that begins alike: a register for a register, a modifier's end for another.
  void word() {
    std::string& line = anyLine();
    const std::string other = anyLine();
    const auto words = wordsOf(line), others = wordsOf(other);
    if (words.empty() || others.empty())
      return;
    const auto& [at, size] = anyOf(words, drawn_);
    const auto& [from, count] = anyOf(others, drawn_);
    if ((line[at] == '%') == (other[from] == '%'))
      line.replace(at, size, other.substr(from, count));
  }

  void sizes() {
    static constexpr std::array<std::uint32_t, 3> kBlocks[] = {{1, 1, 1}, {31, 1, 1}, {33, 1, 1}, {8, 4, 2},
                                                               {4, 8, 1}, {96, 1, 1}, {0, 1, 1},  {1, 1, 65}};
    c_.block = anyOf(kBlocks, drawn_);
    c_.grid = {drawn_.below(4), 1 + drawn_.below(2), 1};
  }
  void limits() {
    static constexpr std::uint64_t kMost[] = {1, 40, 400};
    c_.steps = anyOf(kMost, drawn_);
    c_.shared = 4 * drawn_.below(64);
  }

  spec::LaunchElements* anyArray() { return std::get_if<spec::LaunchElements>(&anyOf(c_.arguments, drawn_).value); }
  void elements() {
    spec::LaunchElements* const array = c_.arguments.empty() ? nullptr : anyArray();
    for (unsigned i = 0; array && !array->values.empty() && i < 4; ++i) {
      auto& value = array->values[drawn_.word() % array->values.size()];
      const bool isAny = drawn_.below(2);
      const std::uint64_t bits = anyOf(kEdges, drawn_) & spec::scalar::onesOf(array->type.width());
      value = isAny ? std::nullopt : std::optional(bits);
    }
  }
  void length() {
    spec::LaunchElements* const array = c_.arguments.empty() ? nullptr : anyArray();
    if (!array)
      return;
    const std::string_view type = anyOf(kTypes, drawn_);
    array->type = *spec::scalar::typeNamed(type);
    array->values.resize(drawn_.below(200));
    for (auto& value : array->values)
      if (value)
        *value &= spec::scalar::onesOf(array->type.width());
  }
  void argument() {
    const unsigned how = drawn_.below(5);
    if (c_.arguments.empty())
      return;
    spec::LaunchArgument& one = anyOf(c_.arguments, drawn_);
    if (how == 0)
      one.value = std::uint64_t{drawn_.word()};
    else if (how == 1)
      one.value = std::vector<std::uint8_t>(drawn_.below(12), 1);
    else if (how == 2)
      one.name = anyOf(c_.arguments, drawn_).name;
    else if (how == 3)
      c_.arguments.pop_back();
    else
      std::swap(one.value, anyOf(c_.arguments, drawn_).value);
  }

  spec::LaunchCase& c_;
  Drawn& drawn_;
  std::vector<std::string> lines_;
};

spec::LaunchElements wordsOf(const ptx::Array& array) {
  spec::LaunchElements made{spec::scalar::kU32, {}};
  for (std::size_t at = 0; at + 4 <= array.bytes.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, array.bytes.data() + at, 4);
    made.values.emplace_back(word);
  }
  return made;
}

} // namespace

spec::LaunchCase launchCaseOf(Bytes record) {
  Drawn drawn(record.first(std::min(record.size(), kLaunchEdits)));
  GeneratedKernel made = generateKernel(record.subspan(std::min(record.size(), kLaunchEdits)));
  if (drawn.oneIn(4))
    made = withShortAddresses(std::move(made));
  spec::LaunchCase c;
  c.module = made.text;
  c.entry = "k";
  c.grid = made.launch.grid;
  c.block = made.launch.block;
  c.steps = kSteps;
  for (const ptx::Array& array : made.launch.arrays)
    c.arguments.push_back({array.name, wordsOf(array)});
  Editor editor(c, drawn);
  for (unsigned left = drawn.below(kMostEdits + 1); left; --left)
    editor.edit();
  editor.finish();
  return c;
}

} // namespace warplaw::fuzz
