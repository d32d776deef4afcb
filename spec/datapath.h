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
template <class In> struct SourceIn {
  Cell<In, SourceKind> kind = In::initial(SourceKind::Absent);
  Word32<In> value = In::initial(0u);
};
using Source = SourceIn<Words>;

/// Which operands one instruction reads and writes, by raw register numbers. Made from a form by each instruction.
template <class In> struct PlanIn {
  Word32<In> guardPredicate = In::initial(std::uint32_t{kTruePredicate}); ///< 0..7, 7 = PT
  Word32<In> guardNegated = In::initial(0u);                              ///< 0 or 1
  Word32<In> excludesHelpers = In::initial(0u);                           ///< 1 for RED and SURED (MACH-7)
  Array<In, SourceIn<In>, kSourceRows> source;
  Word32<In> sourcePredicate = In::initial(std::uint32_t{kTruePredicate}); ///< 0..7 (VOTE, BAR.RED); 7 = PT
  Word32<In> sourcePredicateNegated = In::initial(0u);
  Array<In, Word32<In>, kResultRows> destination = {In::initial(std::uint32_t{kZeroRegister}),
                                                    In::initial(std::uint32_t{kZeroRegister})}; ///< 0..255, 255 drops
                                                                                                ///< the write (MACH-3)
  Word32<In> destinationPredicate = In::initial(std::uint32_t{kTruePredicate}); ///< 0..7, 7 drops the write (MACH-3)
};
using Plan = PlanIn<Words>;

/// Everything a datapath sees of the warp. Rows hold all 32 lanes, executing or not (MACH-2).
template <class In> struct OperandsIn {
  Word32<In> exec = In::initial(0u);      ///< bit i: lane i executes (MACH-1)
  Word32<In> predicate = In::initial(0u); ///< bit i: the source predicate of lane i, negation applied
  Array<In, Row<In>, kSourceRows> row = {};
};
using Operands = OperandsIn<Words>;

/// What a datapath wants written. Masks and errors are set whole, whatever they were before: bits of lanes outside exec
/// become 0, errors None. Row words, and bits of `predicate`, change only where a written bit is set; the others stay
/// as they were (MACH-5).
template <class In> struct ResultsIn {
  Array<In, Word32<In>, kResultRows> written = {}; ///< bit i: row[r][i] goes to the destination register
  Word32<In> predicateWritten = In::initial(0u);   ///< bit i: bit i of predicate goes to the destination predicate
  Word32<In> predicate = In::initial(0u);
  Array<In, Row<In>, kResultRows> row = {};
  Array<In, Cell<In, std::uint8_t>, kLanes> error = {}; ///< ErrorKind a lane (MACH-8); None outside exec
};
using Results = ResultsIn<Words>;

} // namespace warplaw::spec
