#include "tools/array_file.h"
#include "tools/input.h"
#include "tools/numbers.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using spec::scalar::Kind;
using spec::scalar::Type;

spec::Rejection wrong(std::string_view path, std::string_view what, std::string accepted) {
  return {"file", fmt::format("{} {}", path, what), std::move(accepted)};
}
std::span<const std::uint8_t> bytesIn(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// What stands behind 'key': in the dictionary of a header, up to a comma that ends it.
std::string_view entryOf(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == header.npos)
    return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
  return rest.substr(0, rest.find_first_of(rest.starts_with('(') ? ")" : ",}"));
}

/// '<i4', '|u1', '<f2' of NumPy; nothing: another type, or big-endian.
std::optional<Type> typeOfDescription(std::string_view text) {
  if (text.size() < 5 || text.front() != '\'' || text.back() != '\'' || (text[1] != '<' && text[1] != '|'))
    return std::nullopt;
  const auto bytes = wholeNumber(text.substr(3, text.size() - 4));
  const std::string_view letter = text[2] == 'i' ? "s" : text[2] == 'u' ? "u" : text[2] == 'f' ? "f" : "";
  return bytes && *bytes <= 8 && !letter.empty() ? elementTypeNamed(fmt::format("{}{}", letter, *bytes * 8))
                                                 : std::nullopt;
}

/// The product of "(3, 4"; nothing: it is no shape.
std::optional<std::uint64_t> countOfShape(std::string_view shape) {
  if (!shape.starts_with('('))
    return std::nullopt;
  std::uint64_t count = 1;
  for (shape.remove_prefix(1); !shape.empty();) {
    const std::size_t end = std::min(shape.find(','), shape.size());
    std::string_view digits = shape.substr(0, end);
    digits.remove_prefix(std::min(digits.size(), digits.find_first_not_of(' ')));
    const auto size = wholeNumber(digits);
    if ((!size && !digits.empty()) || (size && *size > kMostArrayBytes))
      return std::nullopt;
    count = std::min<std::uint64_t>(count * size.value_or(1), kMostArrayBytes + 1);
    shape.remove_prefix(std::min(end + 1, shape.size()));
  }
  return count;
}

constexpr std::size_t kPreamble = 10; ///< magic, version, length of the header

spec::Result<FileArray> fromNpy(const std::string& path, std::string_view text, std::optional<Type> type) {
  const std::string accepted = "what numpy.save() writes: version 1, C order, little-endian u, i, f of 1 to 8 bytes";
  if (!text.starts_with("\x93NUMPY\x01") || text.size() < kPreamble)
    return wrong(path, "has no header of .npy, version 1", accepted);
  const std::size_t length = readLittle(bytesIn(text).subspan(8, 2));
  if (text.size() < kPreamble + length)
    return wrong(path, "ends in its header", accepted);
  const std::string_view header = text.substr(kPreamble, length), data = text.substr(kPreamble + length);
  const auto described = typeOfDescription(entryOf(header, "descr"));
  const auto count = countOfShape(entryOf(header, "shape"));
  if (!described || !count || entryOf(header, "fortran_order") != "False")
    return wrong(path, fmt::format("is of another kind: {}", header.substr(0, header.find_last_not_of(" \n") + 1)),
                 accepted);
  if (type && bytesOf(*type) != bytesOf(*described))
    return wrong(path, fmt::format("has elements of {} bytes", bytesOf(*described)),
                 fmt::format("a type of {} bits", described->width()));
  if (data.size() != *count * bytesOf(*described))
    return wrong(path, fmt::format("has {} bytes behind its header, not {}", data.size(), *count * bytesOf(*described)),
                 accepted);
  const auto bytes = bytesIn(data);
  return FileArray{type.value_or(*described), {bytes.begin(), bytes.end()}};
}

spec::Result<FileArray> fromCsv(const std::string& path, std::string_view text, const Type& type) {
  FileArray array{type, {}};
  constexpr std::string_view kBetween = " \t\r\n,;";
  for (std::size_t at = 0; (at = text.find_first_not_of(kBetween, at)) != text.npos;) {
    const std::string_view word = text.substr(at, text.find_first_of(kBetween, at) - at);
    const auto number = writtenNumber(word);
    if (!number || !fits(type, *number))
      return wrong(placeIn(path, text, at), fmt::format("has {}, which is no {}", word, nameOf(type)),
                   "numbers between commas, blanks or ends of lines");
    array.bytes.resize(array.bytes.size() + bytesOf(type));
    writeLittle(std::span(array.bytes).last(bytesOf(type)), *bitsOf(type, *number));
    at += word.size();
  }
  return array;
}

} // namespace

spec::Result<FileArray> readArrayFile(const std::string& path, std::optional<Type> type) {
  const auto text = readBytes(path, kMostArrayBytes);
  if (!text)
    return wrong(path, text.error().message, "a file with an array");
  const std::string extension = std::filesystem::path(path).extension();
  if (extension == ".npy")
    return fromNpy(path, *text, type);
  if (!type)
    return wrong(path, "does not say what type its elements have", "TYPE[COUNT]:@FILE, or a .npy file");
  if (extension == ".csv")
    return fromCsv(path, *text, *type);
  if (text->size() % bytesOf(*type) != 0)
    return wrong(path, fmt::format("has {} bytes, which are no whole number of {}", text->size(), nameOf(*type)),
                 "raw bytes of whole elements");
  const auto bytes = bytesIn(*text);
  return FileArray{*type, {bytes.begin(), bytes.end()}};
}

} // namespace warplaw::tools
