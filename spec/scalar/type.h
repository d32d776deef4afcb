// Types of PTX's registers and instructions (PTX-3).
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplaw::spec::scalar {

/// What a type's bits are taken for.
enum class Kind : std::uint8_t { Predicate, Bits, Unsigned, Signed, Float, BrainFloat };

struct Type {
  Kind kind = Kind::Bits;
  std::uint8_t bits = 32;                                             ///< of one part: 1 of a predicate, else 8 to 128
  std::uint8_t parts = 1;                                             ///< 2 of a packed type (u16x2, f16x2)
  constexpr unsigned width() const { return unsigned(bits) * parts; } ///< of the register, in bits
  constexpr bool isSigned() const { return kind == Kind::Signed; }
  constexpr bool isFloat() const { return kind == Kind::Float || kind == Kind::BrainFloat; }
  constexpr bool isPacked() const { return parts > 1; }
  bool operator==(const Type&) const = default;
};

inline constexpr Type kPred{Kind::Predicate, 1};
inline constexpr Type kB32{Kind::Bits, 32};
inline constexpr Type kU32{Kind::Unsigned, 32};
inline constexpr Type kU64{Kind::Unsigned, 64};

/// The lowest `width` bits set, of 64.
constexpr std::uint64_t onesOf(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// "u32", "f16x2", "pred" ..; without its dot.
std::optional<Type> typeNamed(std::string_view name);
std::string_view nameOf(const Type& type);

} // namespace warplaw::spec::scalar
