// Texts that come from outside, as UTF-8: a path is any bytes, and JSON is not.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::spec {

bool isUtf8(std::string_view text);
/// The same text; each byte that belongs to no character of UTF-8 is U+FFFD instead.
std::string asUtf8(std::string_view text);

} // namespace warplaw::spec
