#include "tools/array_text.h"
#include "tools/element_expression.h"
#include "tools/numbers.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <random>

namespace warplaw::tools {
namespace {
using spec::scalar::Type;

constexpr const char* kArray = "TYPE[COUNT], or TYPE[COUNT]:lane*3, :any, :zero, :random, :1,2,3, :@FILE";

/// "u32[256]:lane" in its parts; an empty count: as many as there are.
struct Parts {
  Type type;
  std::optional<std::uint64_t> count;
  std::string_view content;
};
spec::Result<Parts> partsOf(std::string_view text) {
  const std::size_t open = text.find('['), close = text.find(']');
  if (open == text.npos || close == text.npos || close < open)
    return usage(fmt::format("{} is no array", text), kArray);
  const auto type = elementTypeNamed(text.substr(0, open));
  if (!type)
    return usage(fmt::format("{} is no type of elements", text.substr(0, open)), std::string(kElementTypes));
  const std::string_view digits = text.substr(open + 1, close - open - 1), rest = text.substr(close + 1);
  const auto count = wholeNumber(digits);
  if (!count && !digits.empty())
    return usage(fmt::format("{} is no number of elements", digits), "u32[256]");
  if (count && *count > kMostArrayBytes / bytesOf(*type))
    return usage(fmt::format("an array of {} elements", *count), fmt::format("at most {} bytes", kMostArrayBytes));
  if (!rest.empty() && !rest.starts_with(':'))
    return usage(fmt::format("{} is no array", text), kArray);
  return Parts{*type, count, rest.empty() ? "any" : rest.substr(1)};
}

bool isList(std::string_view content) {
  int depth = 0;
  return std::ranges::any_of(content, [&](char c) {
    depth += (c == '(') - (c == ')');
    return c == ',' && depth == 0;
  });
}

struct Filler {
  ArrayText& array;
  std::size_t size;
  explicit Filler(ArrayText& to) : array(to), size(bytesOf(to.type)) {}
  std::size_t count() const { return array.bytes.size() / size; }
  void set(std::size_t element, std::uint64_t bits) {
    writeLittle(std::span(array.bytes).subspan(element * size, size), bits);
  }
  void undefineFrom(std::size_t element) {
    array.isDefined.assign(array.bytes.size(), true);
    std::fill(array.isDefined.begin() + static_cast<std::ptrdiff_t>(element * size), array.isDefined.end(), false);
  }
};

void fillRandomly(Filler filler, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr double kUnit = 0x1p-52;
  for (std::size_t i = 0; i < filler.count(); ++i) {
    const std::uint64_t bits = random();
    const bool isFloat = filler.array.type.isFloat(); // a fraction of -1 to 1: random bits would be NaN now and then
    filler.set(i, isFloat ? *bitsOf(filler.array.type, {true, 0, static_cast<double>(bits >> 11) * kUnit - 1}) : bits);
  }
}

spec::Result<void> fillByExpression(Filler filler, std::string_view text) {
  const auto expression = ElementExpression::read(text);
  if (!expression)
    return expression.error();
  for (std::size_t i = 0; i < filler.count(); ++i) {
    const auto number = expression->at(i);
    if (!number)
      return usage(fmt::format("{}: {} at element {}", text, number.error().message, i), number.error().accepted);
    const auto bits = bitsOf(filler.array.type, *number);
    if (!bits)
      return usage(
          fmt::format("{} at element {} is {}, which is no {}", text, i, number->real, nameOf(filler.array.type)),
          "a whole number, or a type of floats");
    filler.set(i, *bits);
  }
  return {};
}

spec::Result<void> fillByList(ArrayText& array, std::optional<std::uint64_t> count, std::string_view text) {
  const std::size_t listed = 1 + static_cast<std::size_t>(std::ranges::count(text, ','));
  if (listed > count.value_or(listed))
    return usage(fmt::format("{} numbers for {} elements", listed, *count), "as many as there are, or fewer");
  array.bytes.resize(static_cast<std::size_t>(count.value_or(listed)) * bytesOf(array.type));
  Filler filler(array);
  for (std::size_t i = 0; i < listed; ++i) {
    const std::string_view word = text.substr(0, text.find(','));
    const auto number = writtenNumber(word);
    if (!number || !fits(array.type, *number))
      return usage(fmt::format("{} is no {}", word, nameOf(array.type)), "numbers of that type between commas");
    filler.set(i, *bitsOf(array.type, *number));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  if (listed < filler.count())
    filler.undefineFrom(listed);
  return {};
}

spec::Result<ArrayText> fromFile(std::string_view name, std::string_view folder, const Parts* parts) {
  std::filesystem::path path(name);
  if (path.is_relative() && !folder.empty())
    path = std::filesystem::path(folder) / path;
  auto file = readArrayFile(path.string(), parts ? std::optional(parts->type) : std::nullopt);
  if (!file)
    return file.error();
  const std::size_t count = file->bytes.size() / bytesOf(file->type);
  if (parts && parts->count && *parts->count != count)
    return usage(fmt::format("{} has {} elements, not {}", path.string(), count, *parts->count),
                 fmt::format("{}[{}], or {}[]", nameOf(file->type), count, nameOf(file->type)));
  return ArrayText{file->type, std::move(file->bytes), {}};
}

} // namespace

bool isArrayText(std::string_view text) {
  return text.starts_with('@') || text.substr(0, text.find(':')).find('[') != text.npos;
}

spec::Result<ArrayText> arrayFromText(std::string_view text, std::string_view folder, std::uint64_t seed) {
  if (text.starts_with('@'))
    return fromFile(text.substr(1), folder, nullptr);
  const auto parts = partsOf(text);
  if (!parts)
    return parts.error();
  const std::string_view content = parts->content;
  if (content.starts_with('@'))
    return fromFile(content.substr(1), folder, &*parts);
  ArrayText array{parts->type, {}, {}};
  spec::Result<void> filled;
  if (isList(content) || (!parts->count && writtenNumber(content))) {
    filled = fillByList(array, parts->count, content);
  } else if (!parts->count) {
    filled = usage(fmt::format("{} does not say how many elements there are", text), kArray);
  } else {
    array.bytes.resize(static_cast<std::size_t>(*parts->count) * bytesOf(array.type));
    if (content == "any")
      Filler(array).undefineFrom(0);
    else if (content == "random")
      fillRandomly(Filler(array), seed);
    else if (content != "zero")
      filled = fillByExpression(Filler(array), content);
  }
  if (!filled)
    return filled.error();
  return array;
}

} // namespace warplaw::tools
