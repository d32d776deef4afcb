// SHFL.{IDX,UP,DOWN,BFLY} Pu, Rd, Ra, Sb, Sc: form, choices, legality (SHFL-9), text.
#pragma once
#include "spec/operand.h"
#include <array>

namespace warplaw::spec {

enum class ShflMode : std::uint8_t { Idx, Up, Down, Bfly };

struct ShflForm {
  ShflMode mode = ShflMode::Idx; ///< mandatory in text (SHFL-9)
  Predicate pu;                  ///< destination: was the source lane in range (SHFL-8)
  Register rd;                   ///< destination
  Register ra;                   ///< source value
  RegisterOrImmediate sb;        ///< register or 5-bit immediate (SHFL-9)
  RegisterOrImmediate sc;        ///< register or 13-bit immediate (SHFL-9)
  bool operator==(const ShflForm&) const = default;
};

/// Which row of spec::Operands holds what. Results: row 0 = Rd; predicate = Pu.
namespace shfl_rows {
inline constexpr unsigned kValue = 0; ///< Ra
inline constexpr unsigned kLane = 1;  ///< Sb
inline constexpr unsigned kRange = 2; ///< Sc: clamp in bits 4:0, segment mask in bits 12:8
} // namespace shfl_rows

/// What the implementation may choose (SHFL-7). Default for `exec`: zeros.
struct ShflChoices {
  /// Value that lane i reads when its source lane is not in exec; any 32 bits, chosen afresh for every reading lane.
  std::array<std::uint32_t, kLanes> inactive{};
  bool operator==(const ShflChoices&) const = default;
};

} // namespace warplaw::spec
