#include "tools/cuda_names.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <set>

namespace warplaw::tools {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

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

/// From behind blanks to the end of the word there; it is cut from the text.
std::string_view takeWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  std::size_t end = 0;
  while (end < text.size() && isOfName(text[end]))
    ++end;
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return word;
}

/// Up to the `;` that stands in no brackets.
std::string_view declarationAt(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += (text[at] == '{') - (text[at] == '}');
    if (text[at] == ';' && depth <= 0)
      return text.substr(0, at);
  }
  return {};
}

/// What the source lets a name stand for: another type, or an enum's body, which begins with `{`.
std::vector<std::string_view> meaningsOf(std::string_view name, std::string_view source) {
  std::vector<std::string_view> all;
  const auto bodyIn = [](std::string_view text) {
    return text.substr(text.find('{'), text.find('}') - text.find('{'));
  };
  for (const std::string_view keyword : {"typedef", "using", "enum"})
    for (std::size_t at = 0; (at = source.find(keyword, at)) != source.npos; at += keyword.size()) {
      if (at != 0 && isOfName(source[at - 1]))
        continue;
      std::string_view rest = declarationAt(source.substr(at + keyword.size()));
      if (rest.empty() || isOfName(rest.front()))
        continue;
      if (keyword == "typedef") {
        const std::size_t close = rest.rfind('}');
        std::string_view first = rest;
        if (nameIn(close == rest.npos ? rest : rest.substr(close)) == name)
          all.push_back(close == rest.npos          ? rest.substr(0, rest.rfind(name))
                        : takeWord(first) == "enum" ? bodyIn(rest)
                                                    : rest.substr(0, rest.find('{')));
        continue;
      }
      std::string_view word = takeWord(rest);
      const bool isScoped = keyword == "enum" && (word == "class" || word == "struct");
      if (isScoped)
        word = takeWord(rest);
      if (word != name || rest.empty())
        continue;
      if (keyword == "using" ? rest.front() == '=' : rest.front() == ':')
        all.push_back(rest.substr(1, rest.find('{') - 1));
      else if (rest.front() == '{')
        all.push_back(isScoped ? "int" : bodyIn(rest));
    }
  return all;
}

/// Whether a number of this type has a sign; nothing where a name in it is not known. Known are words of C, types of
/// <cstdint>, and what the source says of a name, through a few others.
std::optional<bool> signOf(std::string_view type, std::string_view source, unsigned names = 3) {
  static constexpr std::string_view kSigned[] = {"int",    "short",   "long",    "char",    "signed",
                                                 "int8_t", "int16_t", "int32_t", "int64_t", "ptrdiff_t"};
  static constexpr std::string_view kUnsigned[] = {"unsigned", "bool",    "float",    "double",   "__half",  "half",
                                                   "size_t",   "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
  static constexpr std::string_view kOthers[] = {"const", "volatile", "__grid_constant__", "enum"};
  const auto isIn = [](const auto& words, std::string_view word) {
    return std::ranges::find(words, word) != std::end(words);
  };
  if (type.starts_with('{')) // as compilers do: an enum is an unsigned int if none of its values is negative
    return type.find('-') != type.npos;
  if (type.find_first_of("*&") != type.npos)
    return false;
  bool isSigned = false;
  for (std::string_view word; !(word = takeWord(type)).empty();) {
    if (isIn(kUnsigned, word))
      return false;
    isSigned |= isIn(kSigned, word);
    if (type.starts_with("::"))
      type.remove_prefix(2);
    else if (!isIn(kSigned, word) && !isIn(kOthers, word)) {
      const auto meanings = meaningsOf(word, source);
      std::set<std::optional<bool>> signs;
      for (const std::string_view one : meanings)
        signs.insert(names == 0 || meanings.size() > 4 ? std::nullopt : signOf(one, source, names - 1));
      return signs.size() == 1 ? *signs.begin() : std::nullopt;
    }
  }
  return type.empty() ? std::optional(isSigned) : std::nullopt;
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
      return parts.size() == 1 && parts.front().find_first_not_of(kBlanks) == std::string_view::npos
                 ? std::vector<std::string_view>()
                 : parts;
    if (ends)
      begin = at + 1;
    depth += (c == '(' || c == '<' || c == '[') - (c == ')' || c == '>' || c == ']');
  }
  return {};
}

/// Without mangling; a name that has none as it is, also one that would be a type's, as `a`.
std::string demangled(const std::string& entry) {
  if (!entry.starts_with("_Z"))
    return entry;
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
      const std::size_t behind = name + kernel.size(), open = head.find_first_not_of(kBlanks, behind);
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
  std::size_t open = 0; // behind the template's arguments, which may have brackets of their own
  for (int depth = 0; open < whole.size() && (depth != 0 || whole[open] != '('); ++open)
    depth += (whole[open] == '<') - (whole[open] == '>');
  const auto types = partsUpTo(std::string_view(whole).substr(std::min(open + 1, whole.size())));
  auto declarations = declarationsIn(text, plainKernelName(entry));
  if (declarations.empty())
    declarations.resize(types.size());
  const bool areMangled = types.size() == declarations.size();
  std::vector<SourceParameter> all;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const std::string_view declaration = declarations[i].substr(0, declarations[i].find_first_of("=["));
    const std::string name = nameIn(declaration);
    all.push_back({name, signOf(areMangled ? types[i] : declaration.substr(0, declaration.rfind(name)), text)});
  }
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
