// Which choices are legal alone, each kind said once for every world whose words can be compared (spec/watched.h).
#pragma once
#include "spec/watched.h"

namespace warplaw::spec {

using LaneBytes = std::array<std::uint8_t, kLanes>;

bool isPermutation(const LaneBytes& order); ///< every lane 0..31 once

/// One number.
template <class Number>
  requires(std::same_as<Number, std::uint32_t> || std::same_as<Number, Watched<std::uint32_t>>)
auto isLegalChoice(const About& about, const Number& value) {
  return about.count == 0 || value < about.count;
}

/// One number a lane. An order of lanes must be a permutation; of watched numbers this is not asked, so a watcher is
/// told that more inputs are accepted than really are.
template <class Byte> bool isLegalChoice(const About& about, const std::array<Byte, kLanes>& values) {
  if (about.isOrder) {
    if constexpr (std::same_as<Byte, std::uint8_t>)
      return isPermutation(values);
    else
      return true;
  }
  for (const Byte& value : values)
    if (about.count != 0 && !(value < about.count))
      return false;
  return true;
}
inline bool isLegalChoice(const About&, const std::array<std::uint32_t, kLanes>&) { return true; }
inline bool isLegalChoice(const About&, const std::array<Watched<std::uint32_t>, kLanes>&) { return true; }

} // namespace warplaw::spec
