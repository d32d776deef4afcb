#include "tools/cuda_names.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace warplaw::tools {
namespace {

bool isOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Comments and texts become blanks.
std::string withoutComments(std::string_view source) {
  std::string text(source);
  const auto blank = [&](std::size_t from, std::size_t to) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(from),
              text.begin() + static_cast<std::ptrdiff_t>(std::min(to, text.size())), ' ');
    return std::min(to, text.size());
  };
  const auto after = [&](std::string_view end, std::size_t from) {
    const std::size_t at = source.find(end, from);
    return at == source.npos ? source.size() : at + end.size();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//"))
      at = blank(at, after("\n", at));
    else if (rest.starts_with("/*"))
      at = blank(at, after("*/", at + 2));
    else if (rest.starts_with('"'))
      at = blank(at, after("\"", at + 1));
    else
      ++at;
  }
  return text;
}

/// The last name of `const int* __restrict__ in` or `int in[4] = ..`; empty: it has none.
std::string nameIn(std::string_view declaration) {
  declaration = declaration.substr(0, declaration.find_first_of("=["));
  while (!declaration.empty() && !isOfName(declaration.back()))
    declaration.remove_suffix(1);
  std::size_t begin = declaration.size();
  while (begin > 0 && isOfName(declaration[begin - 1]))
    --begin;
  return std::string(declaration.substr(begin));
}

/// From behind the `(` to its `)`, cut at commas that stand in no other brackets.
std::vector<std::string> namesUpTo(std::string_view text) {
  std::vector<std::string> names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool ends = depth == 0 && (c == ',' || c == ')');
    if (ends)
      names.push_back(nameIn(text.substr(begin, at - begin)));
    if (ends && c == ')')
      return names.size() == 1 && names.front().empty() ? std::vector<std::string>() : names;
    if (ends)
      begin = at + 1;
    depth += (c == '(' || c == '<' || c == '[') - (c == ')' || c == '>' || c == ']');
  }
  return {};
}

} // namespace

std::vector<std::string> parametersInSource(std::string_view source, std::string_view kernel) {
  const std::string text = withoutComments(source);
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find("__global__", at)) != std::string::npos; ++at) {
    const std::size_t end = text.find_first_of(";{", at);
    const std::string_view head = std::string_view(text).substr(at, end == std::string::npos ? end : end - at);
    for (std::size_t name = 0; (name = head.find(kernel, name)) != head.npos; name += kernel.size()) {
      const std::size_t behind = name + kernel.size(), open = head.find_first_not_of(" \t\r\n", behind);
      if (isOfName(head[name - 1]) || open == head.npos || head[open] != '(')
        continue;
      if (!names.empty())
        return {};
      names = namesUpTo(head.substr(open + 1));
    }
  }
  return names;
}

std::string plainKernelName(const std::string& entry) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(entry.c_str(), nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? demangled.get() : entry;
  name.resize(std::min(name.size(), name.find('(')));
  name.resize(std::min(name.size(), name.find('<')));
  const std::size_t begin = name.find_last_of(": ");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

} // namespace warplaw::tools
