#include "tools/numbers.h"
#include <bit>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace warplaw::tools {

std::string written(std::uint64_t value) {
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

std::string written(double value) {
  return value >= 1 && value == std::floor(value) && value < 1e18 ? written(static_cast<std::uint64_t>(value))
                                                                  : fmt::format("{}", value);
}

std::optional<std::uint64_t> wholeNumber(std::string_view text) {
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

spec::Rejection usage(std::string message, std::string accepted) {
  return {"usage", std::move(message), std::move(accepted)};
}

} // namespace warplaw::tools
