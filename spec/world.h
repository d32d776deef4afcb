// A structure is written once and lives in two worlds: as words, which executors run on, and as terms, which encodings
// speak of (symbolic/terms/described.h). A member says its cells with Cell and Array; spec/fields.h lists members.
#pragma once
#include "spec/lanes.h"
#include <array>
#include <cstddef>
#include <cstdint>

namespace warplaw::spec {

/// The world of executors, case files and generators: a cell is a number, an enumeration or a bool.
struct Words {
  template <class T> using Cell = T;
  template <class T, std::size_t N> using Array = T[N];
  template <class T> static constexpr T initial(T value) { return value; }
  static constexpr std::array<std::uint8_t, kLanes> laneNumbers() {
    std::array<std::uint8_t, kLanes> lanes{};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes[lane] = static_cast<std::uint8_t>(lane);
    return lanes;
  }
  template <class T> static constexpr std::array<T, kLanes> everywhere(T value) {
    std::array<T, kLanes> lanes{};
    for (T& lane : lanes)
      lane = value;
    return lanes;
  }
};

/// One number of `In`'s world that takes T's storage in memory.
template <class In, class T> using Cell = typename In::template Cell<T>;
template <class In> using Word32 = Cell<In, std::uint32_t>;
/// N of T, which lie one after the other in memory.
template <class In, class T, std::size_t N> using Array = typename In::template Array<T, N>;
/// A row: 32 bits of every lane.
template <class In> using Row = Array<In, Word32<In>, kLanes>;
/// One T of every lane.
template <class In, class T> using PerLaneOf = std::array<Cell<In, T>, kLanes>;

} // namespace warplaw::spec
