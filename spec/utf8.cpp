// UTF-8: see utf8.h.
#include "spec/utf8.h"
#include <cstddef>
#include <cstdint>

namespace warplaw::spec {
namespace {

/// Bytes of the character that begins there; 0: none does. Neither overlong forms nor surrogates are characters.
std::size_t characterAt(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size)
    return 0;
  std::uint32_t code = first & (0xffu >> (size + 1));
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(k) & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (byte(k) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kLeast[size] || code > 0x10ffff || isSurrogate ? 0 : size;
}

} // namespace

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = characterAt(text);
    if (size == 0)
      return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string asUtf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = characterAt(text);
    valid += size ? text.substr(0, size) : "\xef\xbf\xbd";
    text.remove_prefix(size ? size : 1);
  }
  return valid;
}

} // namespace warplaw::spec
