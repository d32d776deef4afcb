// Where two runs of one instruction differ, and the failure class that minimising keeps.
#pragma once
#include "spec/state.h"
#include <string>
#include <vector>

namespace warplaw::fuzz {

/// What kind of output differs, the kind that explains the others first: an error explains a missing store, a predicate
/// the lane that was read, a stored value, or a cell of the surroundings, what is returned later. Frame: a place that
/// this instruction does not name (MACH-5).
enum class Kind : std::uint8_t { Rejection, Error, Predicate, Memory, Cell, Register, Frame };
inline constexpr unsigned kKinds = 7;
std::string_view textOf(Kind kind); ///< "error", "predicate", ...

/// A set of kinds; empty: the runs agree.
using Kinds = std::uint32_t;
constexpr Kinds setOf(Kind kind) { return 1u << static_cast<unsigned>(kind); }
/// The failure class of a case: the first kind of a set that is not empty.
Kind classOf(Kinds kinds);

struct Difference {
  Kind kind = Kind::Register;
  std::uint32_t index = 0; ///< register, predicate, byte address (a multiple of 4) or cell (spec::nameOfCell)
  std::uint8_t lane = 0;   ///< 0 for memory and cells
  std::uint32_t expected = 0, got = 0;
  bool inFrame = false; ///< the place is not one that the instruction may change
  bool operator==(const Difference&) const = default;
};

Kinds kindsOf(const std::vector<Difference>& differences);
/// "R0 lane 3: expected 0x1, got 0x0".
std::string describe(const Difference& difference);

} // namespace warplaw::fuzz
