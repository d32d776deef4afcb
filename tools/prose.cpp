#include "tools/prose.h"
#include <algorithm>

namespace warplaw::tools {
namespace {

/// Would Markdown take a line that begins with this word for more than prose? "-", "#", "1.", "==".
bool isMarkup(std::string_view word) {
  constexpr std::string_view kMarks = "#>-+=|~";
  if (kMarks.find(word.front()) != kMarks.npos || word == "*")
    return true;
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits && digits + 1 == word.size() && (word.back() == '.' || word.back() == ')');
}

/// Takes the next words off `text` that stay in one line: one, and those behind it that may not begin a line.
std::string_view takeWords(std::string_view& text) {
  constexpr std::string_view kBlanks = " \n";
  const auto skip = [&](std::size_t at) { return std::min(text.find_first_not_of(kBlanks, at), text.size()); };
  const auto endOf = [&](std::size_t at) { return std::min(text.find_first_of(kBlanks, at), text.size()); };
  const std::size_t begin = skip(0);
  std::size_t end = begin;
  for (std::size_t next = begin;
       next < text.size() && (next == begin || isMarkup(text.substr(next, endOf(next) - next))); next = skip(end))
    end = endOf(next);
  const std::string_view words = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return words;
}

} // namespace

std::string wrapped(std::string_view paragraph) {
  std::string lines;
  std::size_t columns = 0;
  for (std::string_view words = takeWords(paragraph); !words.empty(); words = takeWords(paragraph)) {
    const bool fits = columns && columns + 1 + words.size() <= kProseColumns;
    if (columns)
      lines += fits ? ' ' : '\n';
    lines += words;
    columns = fits ? columns + 1 + words.size() : words.size();
  }
  return lines.empty() ? lines : lines + '\n';
}

} // namespace warplaw::tools
