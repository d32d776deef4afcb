// Elements of arrays in memory, of PTX's types: bits from numbers, and text from bits.
#pragma once
#include "spec/scalar/type.h"
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warplaw::tools {

/// A number as text says it: whole (64 bits), or with a fraction.
struct WrittenNumber {
  bool isReal = false;
  std::int64_t whole = 0;
  double real = 0;
  double asReal() const { return isReal ? real : static_cast<double>(whole); }
};
/// `7`, `-7`, `0x1f`, `1.5`, `-2e-3`, `inf`, `nan`.
std::optional<WrittenNumber> writtenNumber(std::string_view text);

/// The type of an element: u8 to u64, s, b, f16, bf16, f32, f64. Nothing: it is no such type.
std::optional<spec::scalar::Type> elementTypeNamed(std::string_view name);
/// What is accepted, for messages.
inline constexpr std::string_view kElementTypes = "u8 to u64, s8 to s64, b8 to b64, f16, bf16, f32, f64";

inline unsigned bytesOf(const spec::scalar::Type& type) { return type.width() / 8; }

/// The element that holds a number: a float rounded once to nearest even, an integer modulo its width. Nothing: a
/// number with a fraction is no integer.
std::optional<std::uint64_t> bitsOf(const spec::scalar::Type& type, const WrittenNumber& number);
/// Is it one of the type's values, without wrapping?
bool fits(const spec::scalar::Type& type, const WrittenNumber& number);

/// A float as a float, an integer as decimals, bits as hexadecimals.
std::string textOf(const spec::scalar::Type& type, std::uint64_t bits);
/// The same for JSON; what JSON has no number for is text.
boost::json::value jsonOf(const spec::scalar::Type& type, std::uint64_t bits);
/// The value of a float's bits.
double realOf(const spec::scalar::Type& type, std::uint64_t bits);

std::uint64_t readLittle(std::span<const std::uint8_t> bytes); ///< at most 8
void writeLittle(std::span<std::uint8_t> bytes, std::uint64_t bits);

} // namespace warplaw::tools
