// What video instructions have in common: operations, conditions, operand types; parts of registers and rows of the
// scalar ones (VID-1..5).
#pragma once
#include "spec/operand.h"

namespace warplaw::spec {

/// PTX's dtype, atype and btype; how wide the operand is, its selector says (VID-1).
enum class VideoType : std::uint8_t { U32, S32 };

/// One number per lane of a SIMD instruction, which has those below Shl (VID-10).
enum class VideoOp : std::uint8_t { Add, Sub, AbsDiff, Min, Max, Avrg, Set, Shl, Shr };
/// What VSET asks of a and b (VID-4).
enum class VideoCondition : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// The part of a register that a selector names: a byte or a half, 0 being the least significant (VID-1).
enum class Part : std::uint8_t { Word, B0, B1, B2, B3, H0, H1 };

/// `R1`, `R1.B3`, `R1.H0`.
template <class In> struct RegisterPartIn {
  RegisterIn<In> reg;
  Cell<In, Part> part = In::initial(Part::Word);
  bool operator==(const RegisterPartIn&) const = default;
};
using RegisterPart = RegisterPartIn<Words>;

/// `-R1.H0` (VID-8).
template <class In> struct NegatablePartIn {
  Cell<In, bool> negated = In::initial(false);
  RegisterPartIn<In> part;
  bool operator==(const NegatablePartIn&) const = default;
};
using NegatablePart = NegatablePartIn<Words>;

/// Which row of spec::Operands holds what, SIMD video's too. Results: row 0 = Rd.
namespace video_rows {
inline constexpr unsigned kA = 0;
inline constexpr unsigned kB = 1;
inline constexpr unsigned kC = 2; ///< RZ where Rc is not written
} // namespace video_rows

} // namespace warplaw::spec
