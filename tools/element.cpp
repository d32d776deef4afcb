#include "tools/element.h"
#include "tools/numbers.h"
#include <bit>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace warplaw::tools {
namespace {
using spec::scalar::Kind;
using spec::scalar::Type;

/// A float narrower than f32: a sign, an exponent, and `fraction` bits below the leading one.
struct Narrow {
  unsigned fraction;
  int bias;
  int leastExponent() const { return 1 - bias; }
  std::uint64_t infinity() const { return std::uint64_t{2u * static_cast<unsigned>(bias) + 1} << fraction; }
};
constexpr Narrow kHalf{10, 15}, kBrain{7, 127};
const Narrow& narrowOf(const Type& type) { return type.kind == Kind::BrainFloat ? kBrain : kHalf; }

std::uint64_t narrowBits(const Narrow& format, double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return 0x7fff;
  const double size = std::fabs(value);
  if (std::isinf(size))
    return sign | format.infinity();
  if (size == 0)
    return sign;
  const int exponent = std::max(std::ilogb(size), format.leastExponent());
  // in units of the last place, which nearbyint() rounds to nearest even
  const auto units =
      static_cast<std::uint64_t>(std::nearbyint(std::scalbn(size, static_cast<int>(format.fraction) - exponent)));
  // the leading one adds to the exponent's field, and so does a carry out of the fraction
  const std::uint64_t bits = (static_cast<std::uint64_t>(exponent - format.leastExponent()) << format.fraction) + units;
  return sign | std::min(bits, format.infinity());
}

double narrowValue(const Narrow& format, std::uint64_t bits) {
  const double sign = bits & 0x8000 ? -1 : 1;
  const std::uint64_t one = std::uint64_t{1} << format.fraction, size = bits & 0x7fff, fraction = size & (one - 1);
  if (size > format.infinity())
    return std::numeric_limits<double>::quiet_NaN();
  if (size == format.infinity())
    return sign * std::numeric_limits<double>::infinity();
  const int exponent = std::max(static_cast<int>(size >> format.fraction), 1);
  return sign * std::scalbn(static_cast<double>(fraction + (size >= one ? one : 0)),
                            exponent - format.bias - static_cast<int>(format.fraction));
}

std::uint64_t maskOf(const Type& type) { return type.width() >= 64 ? ~std::uint64_t{0} : (1ull << type.width()) - 1; }

std::int64_t signedOf(const Type& type, std::uint64_t bits) {
  const unsigned above = 64 - type.width();
  return static_cast<std::int64_t>(bits << above) >> above;
}

std::string realText(const Type& type, double value) {
  if (std::isnan(value))
    return "nan";
  return type.width() == 64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
}

} // namespace

std::optional<WrittenNumber> writtenNumber(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  const std::string_view size = isNegative ? text.substr(1) : text;
  if (const auto whole = wholeNumber(size))
    return WrittenNumber{false, static_cast<std::int64_t>(isNegative ? 0 - *whole : *whole), 0};
  if (size.empty() || size.front() == '-' || size.front() == '+')
    return std::nullopt;
  double real = 0;
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), real);
  if (error != std::errc() || end != size.data() + size.size())
    return std::nullopt;
  return WrittenNumber{true, 0, isNegative ? -real : real};
}

std::optional<Type> elementTypeNamed(std::string_view name) {
  const auto type = spec::scalar::typeNamed(name);
  return type && type->parts == 1 && type->bits >= 8 && type->bits <= 64 ? type : std::nullopt;
}

std::optional<std::uint64_t> bitsOf(const Type& type, const WrittenNumber& number) {
  if (!type.isFloat()) {
    if (number.isReal && (number.real != std::trunc(number.real) || std::fabs(number.real) >= 0x1p63))
      return std::nullopt; // NaN is not equal to itself
    const auto whole = number.isReal ? static_cast<std::int64_t>(number.real) : number.whole;
    return static_cast<std::uint64_t>(whole) & maskOf(type);
  }
  const double value = number.asReal();
  switch (type.width()) {
  case 64:
    return std::bit_cast<std::uint64_t>(value);
  case 32: // a whole number is rounded once
    return std::bit_cast<std::uint32_t>(number.isReal ? static_cast<float>(value) : static_cast<float>(number.whole));
  default:
    return narrowBits(narrowOf(type), value);
  }
}

bool fits(const Type& type, const WrittenNumber& number) {
  const auto bits = bitsOf(type, number);
  if (!bits || type.isFloat() || type.width() == 64)
    return bits.has_value();
  const auto whole = number.isReal ? static_cast<std::int64_t>(number.real) : number.whole;
  return (!type.isSigned() && static_cast<std::int64_t>(*bits) == whole) || signedOf(type, *bits) == whole;
}

double realOf(const Type& type, std::uint64_t bits) {
  switch (type.width()) {
  case 64:
    return std::bit_cast<double>(bits);
  case 32:
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  default:
    return narrowValue(narrowOf(type), bits);
  }
}

std::string textOf(const Type& type, std::uint64_t bits) {
  bits &= maskOf(type);
  if (type.isFloat() && !type.isPacked())
    return realText(type, realOf(type, bits));
  if (type.isSigned() && !type.isPacked())
    return fmt::format("{}", signedOf(type, bits));
  return type.kind == Kind::Unsigned && !type.isPacked() ? fmt::format("{}", bits) : fmt::format("{:#x}", bits);
}

boost::json::value jsonOf(const Type& type, std::uint64_t bits) {
  bits &= maskOf(type);
  if (type.isFloat() && std::isfinite(realOf(type, bits)))
    return realOf(type, bits);
  if (type.isFloat())
    return boost::json::value(textOf(type, bits));
  if (type.isSigned())
    return signedOf(type, bits);
  return bits;
}

std::uint64_t readLittle(std::span<const std::uint8_t> bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    bits = bits << 8 | bytes[i];
  return bits;
}

void writeLittle(std::span<std::uint8_t> bytes, std::uint64_t bits) {
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(bits);
    bits >>= 8;
  }
}

} // namespace warplaw::tools
