// Text as XML and HTML hold it.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::tools {

enum class LineEnds { AsTheyAre, AsNumbers }; ///< AsNumbers: of tabs, too, `&#10;`, which attributes keep

/// For text and for attributes in double quotes; what is no printable ASCII is `?`, since nobody says in which encoding
/// it is and XML has no character for most of it.
std::string escapedMarkup(std::string_view text, LineEnds lineEnds);

} // namespace warplaw::tools
