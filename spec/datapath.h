// What passes between the two levels of an executor: a plan says which operands an instruction fetches and writes back,
// Operands is what was fetched, Results is what a datapath wants written (MACH-1, -2, -3, -5, -8). Vocabulary only:
// trivially copyable, fixed offsets, so that compiled code over it can be lifted and proved.
#pragma once
#include "spec/operand.h"

namespace warplaw::spec {

inline constexpr unsigned kSourceRows = 6; ///< the widest instruction (SURED) fetches six words a lane
inline constexpr unsigned kResultRows = 2; ///< at most 64 bits a lane are returned

enum class SourceKind : std::uint32_t { Absent, Register, Immediate };

/// One fetched row. Absent reads as 0 in every lane; Register: value = 0..255 (255 = RZ); Immediate: the 32 bits
/// themselves.
struct Source {
  SourceKind kind = SourceKind::Absent;
  std::uint32_t value = 0;
};

/// Which operands one instruction reads and writes, by raw register numbers. Made from a form by each instruction.
struct Plan {
  std::uint32_t guardPredicate = kTruePredicate; ///< 0..7, 7 = PT
  std::uint32_t guardNegated = 0;                ///< 0 or 1
  std::uint32_t excludesHelpers = 0;             ///< 1 for RED and SURED (MACH-7)
  Source source[kSourceRows];
  std::uint32_t sourcePredicate = kTruePredicate; ///< 0..7 (VOTE, BAR.RED); 7 = PT
  std::uint32_t sourcePredicateNegated = 0;
  std::uint32_t destination[kResultRows] = {kZeroRegister, kZeroRegister}; ///< 0..255, 255 drops the write (MACH-3)
  std::uint32_t destinationPredicate = kTruePredicate;                     ///< 0..7, 7 drops the write (MACH-3)
};

/// Everything a datapath sees of the warp. Rows hold all 32 lanes, executing or not (MACH-2).
struct Operands {
  std::uint32_t exec = 0;      ///< bit i: lane i executes (MACH-1)
  std::uint32_t predicate = 0; ///< bit i: the source predicate of lane i, negation applied
  std::uint32_t row[kSourceRows][kLanes] = {};
};

/// What a datapath wants written. Masks and errors are set whole, whatever they were before: bits of lanes outside exec
/// become 0, errors None. Row words, and bits of `predicate`, change only where a written bit is set; the others stay
/// as they were (MACH-5).
struct Results {
  std::uint32_t written[kResultRows] = {}; ///< bit i: row[r][i] goes to the destination register
  std::uint32_t predicateWritten = 0;      ///< bit i: bit i of predicate goes to the destination predicate
  std::uint32_t predicate = 0;
  std::uint32_t row[kResultRows][kLanes] = {};
  std::uint8_t error[kLanes] = {}; ///< ErrorKind a lane (MACH-8); None outside exec
};

} // namespace warplaw::spec
