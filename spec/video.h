// What all scalar video instructions have in common: parts of registers, operand types, rows (VID-1).
#pragma once
#include "spec/operand.h"

namespace warplaw::spec {

/// PTX's dtype, atype and btype; how wide the operand is, its selector says (VID-1).
enum class VideoType : std::uint8_t { U32, S32 };

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

/// `-R1` (VID-8).
template <class In> struct NegatableRegisterIn {
  Cell<In, bool> negated = In::initial(false);
  RegisterIn<In> reg;
  bool operator==(const NegatableRegisterIn&) const = default;
};
using NegatableRegister = NegatableRegisterIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace video_rows {
inline constexpr unsigned kA = 0;
inline constexpr unsigned kB = 1;
inline constexpr unsigned kC = 2; ///< RZ where Rc is not written
} // namespace video_rows

} // namespace warplaw::spec
