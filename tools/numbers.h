// Numbers on the command line: decimal without leading zeros or 0x hexadecimal, as in an instruction's text, and a
// range that every rejection names. A number that is none (NaN), negative or too large never gets to an option.
#pragma once
#include <CLI/CLI.hpp>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace warplaw::tools {

/// As people write it: 2^64-1 and 10^9 instead of their digits.
inline std::string written(std::uint64_t value) {
  if (value < 100'000)
    return fmt::format("{}", value);
  const unsigned bits = static_cast<unsigned>(std::bit_width(value));
  if (std::has_single_bit(value))
    return fmt::format("2^{}", bits - 1);
  if (bits == 64 ? value == UINT64_MAX : value == (std::uint64_t{1} << bits) - 1)
    return fmt::format("2^{}-1", bits);
  unsigned tens = 0;
  for (std::uint64_t rest = value; rest % 10 == 0; rest /= 10)
    if (++tens; rest == 10)
      return fmt::format("10^{}", tens);
  return fmt::format("{}", value);
}
inline std::string written(double value) {
  return value >= 1 && value == std::floor(value) && value < 1e18 ? written(static_cast<std::uint64_t>(value))
                                                                  : fmt::format("{}", value);
}

/// A whole number without a sign.
inline std::optional<std::uint64_t> wholeNumber(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal)
    text.remove_prefix(2);
  else if (text.size() > 1 && text.front() == '0')
    return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

namespace detail {
template <class Read> CLI::Validator within(std::string range, Read read) {
  CLI::Validator validator(range);
  validator.operation([range, read](std::string& text) {
    return read(text) ? std::string() : fmt::format("{} is no number in range; accepted: {}", text, range);
  });
  return validator;
}
} // namespace detail

/// For an option's ->check(): a whole number from least to greatest.
inline CLI::Validator wholeNumberIn(std::uint64_t least, std::uint64_t greatest) {
  return detail::within(written(least) + ".." + written(greatest), [least, greatest](const std::string& text) {
    const auto value = wholeNumber(text);
    return value && *value >= least && *value <= greatest;
  });
}

/// The same for a number that need not be whole.
inline CLI::Validator numberIn(double least, double greatest) {
  return detail::within(written(least) + ".." + written(greatest), [least, greatest](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) && value >= least &&
           value <= greatest;
  });
}

} // namespace warplaw::tools
