// The three bytes that some editors put before UTF-8 text: no part of what a file says.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::spec {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text without the mark, where it begins with one.
inline std::string withoutByteOrderMark(std::string text) {
  if (text.starts_with(kByteOrderMark))
    text.erase(0, kByteOrderMark.size());
  return text;
}

} // namespace warplaw::spec
