#include "tools/idiom_files.h"
#include "tools/input.h"
#include "tools/lines.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <sstream>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kMostIdiomBytes = 1 << 20;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// What stands behind `// WORD:` of a line, or behind `//` alone; nothing: another line.
std::optional<std::string> behind(const std::string& line, std::string_view word) {
  const std::string begin = word.empty() ? "// " : fmt::format("// {}: ", word);
  return line.starts_with(begin) ? std::optional(line.substr(begin.size())) : std::nullopt;
}
bool isDirective(const std::string& line) {
  return std::ranges::any_of(std::array{"warplaw", "expect", "also", "theorems"},
                             [&](const char* word) { return behind(line, word).has_value(); });
}

/// Without the blank lines around it.
std::string trimmed(std::string text) {
  text.erase(0, std::min(text.size(), text.find_first_not_of('\n')));
  while (text.ends_with("\n\n"))
    text.pop_back();
  return text;
}

/// `also: width=4,8`
void addArguments(IdiomKernel& kernel, const std::string& text) {
  const std::size_t equal = text.find('=');
  std::istringstream values(equal == text.npos ? "" : text.substr(equal + 1));
  for (std::string value; std::getline(values, value, ',');)
    kernel.arguments.push_back(fmt::format("{}={}", text.substr(0, equal), value));
}

void addDirective(IdiomKernel& kernel, const std::string& line) {
  if (const auto expected = behind(line, "expect")) {
    const std::vector<std::string_view> words = wordsOf(*expected);
    kernel.expected.push_back(
        {std::string(words.empty() ? "" : words[0]), std::string(words.size() > 1 ? words[1] : "")});
  }
  if (const auto also = behind(line, "also"))
    addArguments(kernel, *also);
  if (const auto launch = behind(line, "warplaw"))
    for (const std::string_view word : wordsOf(*launch))
      if (word.starts_with("entry="))
        kernel.entry = word.substr(word.find('=') + 1);
}

/// Comments that begin a kernel, a title, or are a part of the code.
class IdiomReader {
public:
  IdiomReader(std::string path, std::string source) : path_(std::move(path)), source_(std::move(source)) {}

  void read(Idiom& idiom) {
    const std::vector<std::string> lines = linesOf(source_);
    for (std::size_t i = 0; i < lines.size();) {
      std::size_t end = i;
      while (end < lines.size() && lines[end].starts_with("// "))
        ++end;
      const std::span comments = std::span(lines).subspan(i, end - i);
      if (std::ranges::any_of(comments, [](const std::string& line) { return behind(line, "warplaw").has_value(); }))
        begin(idiom, comments);
      else if (i == 0 && end != 0)
        head(idiom, comments);
      else
        for (const std::string& line : comments)
          take(idiom, line, i + 1);
      if (end < lines.size())
        take(idiom, lines[end], end + 1);
      i = end + 1;
    }
    idiom.code = trimmed(idiom.code);
    for (IdiomKernel& kernel : idiom.kernels)
      kernel.code = trimmed(kernel.code);
  }

private:
  static void head(Idiom& idiom, std::span<const std::string> comments) {
    idiom.title = *behind(comments[0], "");
    for (const std::string& line : comments.subspan(1))
      if (const auto theorems = behind(line, "theorems"))
        for (const std::string_view theorem : wordsOf(*theorems))
          idiom.theorems.emplace_back(theorem);
      else
        idiom.prose += *behind(line, "") + "\n";
  }
  void begin(Idiom& idiom, std::span<const std::string> comments) {
    IdiomKernel kernel;
    kernel.path = path_;
    kernel.source = source_;
    for (const std::string& line : comments) {
      addDirective(kernel, line);
      if (behind(line, "warplaw"))
        kernel.code += line + "\n";
      else if (!isDirective(line))
        kernel.prose += *behind(line, "") + "\n";
    }
    idiom.kernels.push_back(std::move(kernel));
  }
  static void take(Idiom& idiom, const std::string& line, std::size_t number) {
    (idiom.kernels.empty() ? idiom.code : idiom.kernels.back().code) += line + "\n";
    if (!idiom.kernels.empty() && line.ends_with("// here"))
      idiom.kernels.back().here = static_cast<unsigned>(number);
  }

  std::string path_, source_;
};

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".cu")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

spec::Result<void> readInto(Idiom& idiom, const std::string& path) {
  auto source = readText(path, kMostIdiomBytes);
  if (!source)
    return source.error();
  IdiomReader(path, std::move(*source)).read(idiom);
  return {};
}

/// "Divergent mask" of divergent_mask.
std::string titleOf(std::string name) {
  std::ranges::replace(name, '_', ' ');
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

} // namespace

bool IdiomKernel::holds() const {
  return std::ranges::all_of(expected, [](const ExpectedVerdict& one) { return one.verdict == "PROVED"; });
}

bool IdiomKernel::expects(std::string_view verdict) const {
  return std::ranges::any_of(expected, [&](const ExpectedVerdict& one) { return one.verdict == verdict; });
}

std::string IdiomKernel::summary() const {
  std::string line = prose;
  std::ranges::replace(line, '\n', ' ');
  const std::size_t end = std::min(line.find(". "), line.find(": "));
  return end == std::string::npos ? line : line.substr(0, end) + ".";
}

spec::Result<std::vector<Idiom>> idiomsBelow(const std::string& corpus) {
  std::vector<Idiom> idioms;
  for (const std::string& path : filesIn(corpus + "/idioms")) {
    Idiom& idiom = idioms.emplace_back();
    idiom.name = fs::path(path).stem().string();
    if (const auto read = readInto(idiom, path); !read)
      return read.error();
  }
  for (const std::string& path : filesIn(corpus + "/ptx/bugs")) {
    const std::string stem = fs::path(path).stem().string(), name = stem.substr(0, stem.rfind('_'));
    if (idioms.empty() || idioms.back().name != name)
      idioms.push_back({name, titleOf(name), "", "", {}, {}});
    if (const auto read = readInto(idioms.back(), path); !read)
      return read.error();
  }
  return idioms;
}

} // namespace warplaw::tools
