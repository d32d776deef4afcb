// Texts that are read line by line, however long they are, and word by word; and what is said of files that cannot be
// read.
#pragma once
#include "spec/rejection.h"
#include <cstddef>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

/// Standard input under the name "-".
spec::Result<void> openText(std::ifstream& file, const std::string& path);
spec::Rejection tooLong(std::string_view what, std::size_t limit); ///< what: "is"
spec::Rejection brokenOff();

/// A file's lines, one after the other: each of at most `limit` bytes, until `line` is false. There is one at least.
spec::Result<void> eachLine(const std::string& path, std::size_t limit,
                            const std::function<bool(const std::string& line)>& line);

/// What stands between blanks and tabs; of the text, which must outlive it.
std::vector<std::string_view> wordsOf(std::string_view text);

} // namespace warplaw::tools
