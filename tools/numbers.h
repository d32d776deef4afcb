// Numbers on the command line: decimal without leading zeros or 0x hexadecimal, as in an instruction's text.
#pragma once
#include "spec/rejection.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplaw::tools {

/// As people write it: 2^64-1 and 10^9 instead of their digits.
std::string written(std::uint64_t value);
std::string written(double value);

/// A whole number without a sign.
std::optional<std::uint64_t> wholeNumber(std::string_view text);

/// What is said of a text on the command line that is not understood.
spec::Rejection usage(std::string message, std::string accepted);

} // namespace warplaw::tools
