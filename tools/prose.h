// Prose of generated Markdown, in lines as people write them.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::tools {

/// Columns of a line of prose, in each document.
inline constexpr std::size_t kProseColumns = 100;

/// A paragraph in lines of at most kProseColumns, each with its end. No line begins with what Markdown would take for a
/// heading, a list, a quotation or a table. A word that is wider has a line of its own.
std::string wrapped(std::string_view paragraph);

} // namespace warplaw::tools
