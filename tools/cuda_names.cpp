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

/// Words of C alone, or types of <cstdint>: whatever else may be called int_t or Index stays without a sign.
bool isSignedType(std::string_view type) {
  static constexpr std::string_view kSigned[] = {"int",    "short",   "long",    "char",    "signed",
                                                 "int8_t", "int16_t", "int32_t", "int64_t", "ptrdiff_t"};
  static constexpr std::string_view kOthers[] = {"const", "volatile", "std"};
  static constexpr std::string_view kBetween = " \t\r\n:";
  bool isSigned = false;
  for (std::size_t at = 0, end = 0; (at = type.find_first_not_of(kBetween, end)) != type.npos;) {
    end = std::min(type.find_first_of(kBetween, at), type.size());
    const std::string_view word = type.substr(at, end - at);
    const bool isOther = std::ranges::find(kOthers, word) != std::end(kOthers);
    if (!isOther && std::ranges::find(kSigned, word) == std::end(kSigned))
      return false;
    isSigned |= !isOther;
  }
  return isSigned;
}

/// From behind the `(` to its `)`, cut at commas that stand in no other brackets.
std::vector<std::string_view> partsUpTo(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool ends = depth == 0 && (c == ',' || c == ')');
    if (ends)
      parts.push_back(text.substr(begin, at - begin));
    if (ends && c == ')')
      return parts.size() == 1 && parts.front().find_first_not_of(" \t\r\n") == std::string_view::npos
                 ? std::vector<std::string_view>()
                 : parts;
    if (ends)
      begin = at + 1;
    depth += (c == '(' || c == '<' || c == '[') - (c == ')' || c == '>' || c == ']');
  }
  return {};
}

/// Without mangling; a name that has none as it is.
std::string demangled(const std::string& entry) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(abi::__cxa_demangle(entry.c_str(), nullptr, nullptr, &status),
                                                          &std::free);
  return status == 0 ? plain.get() : entry;
}

/// `int n` of each; none where the kernel is not found, or found twice.
std::vector<std::string_view> declarationsIn(std::string_view text, std::string_view kernel) {
  std::vector<std::string_view> declarations;
  for (std::size_t at = 0; (at = text.find("__global__", at)) != text.npos; ++at) {
    const std::size_t end = text.find_first_of(";{", at);
    const std::string_view head = text.substr(at, end == text.npos ? end : end - at);
    for (std::size_t name = 0; (name = head.find(kernel, name)) != head.npos; name += kernel.size()) {
      const std::size_t behind = name + kernel.size(), open = head.find_first_not_of(" \t\r\n", behind);
      if (isOfName(head[name - 1]) || open == head.npos || head[open] != '(')
        continue;
      if (!declarations.empty())
        return {};
      declarations = partsUpTo(head.substr(open + 1));
    }
  }
  return declarations;
}

} // namespace

std::vector<SourceParameter> parametersInSource(std::string_view source, const std::string& entry) {
  const std::string text = withoutComments(source), whole = demangled(entry);
  std::vector<SourceParameter> all;
  for (const std::string_view one : declarationsIn(text, plainKernelName(entry))) {
    const std::string_view declaration = one.substr(0, one.find_first_of("=["));
    const std::string name = nameIn(declaration);
    all.push_back({name, isSignedType(declaration.substr(0, declaration.rfind(name)))});
  }
  std::size_t open = 0; // behind the template's arguments, which may have brackets of their own
  for (int depth = 0; open < whole.size() && (depth != 0 || whole[open] != '('); ++open)
    depth += (whole[open] == '<') - (whole[open] == '>');
  const auto types = partsUpTo(std::string_view(whole).substr(std::min(open + 1, whole.size())));
  if (types.size() == all.size())
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].isSigned = isSignedType(types[i]);
  return all;
}

std::string plainKernelName(const std::string& entry) {
  std::string name = demangled(entry);
  name.resize(std::min(name.size(), name.find('(')));
  name.resize(std::min(name.size(), name.find('<')));
  const std::size_t begin = name.find_last_of(": ");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

} // namespace warplaw::tools
