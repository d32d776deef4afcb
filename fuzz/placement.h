// From operands to a machine state and back: register numbers with aliases, guards, and a fetch stated plainly from
// MACH-1, -2, -3, -7.
#pragma once
#include "fuzz/record.h"
#include "spec/case_file.h"
#include "spec/datapath.h"

namespace warplaw::fuzz {

/// Register numbers: small ones, the last ones, RZ, and often one that was picked before (Rd may be Ra, MACH-2).
class RegisterPicker {
public:
  explicit RegisterPicker(Dice& dice) : dice_(dice) {}
  std::uint8_t any() { return aligned(1, 254); }
  /// A multiple of `alignment`, at most `greatest`, or RZ once in sixteen if allowed.
  std::uint8_t aligned(unsigned alignment, unsigned greatest, bool zeroAllowed = true);

private:
  Dice& dice_;
  std::vector<std::uint8_t> picked_;
};

/// Sets 32 lanes of a register, each xor `twist`; RZ keeps nothing.
void fillRegister(spec::Warp& warp, std::uint8_t reg, const std::uint32_t* row, std::uint32_t twist = 0);

/// Makes exactly `exec` execute: through the active mask alone, or with a guard on some lanes (MACH-1).
void guardLanes(spec::Case& c, std::uint32_t exec, Dice& dice);

/// Guard, active lanes and helpers (MACH-1, -3, -7).
std::uint32_t execLanesPlainly(const spec::Case& c, const spec::Plan& plan);
/// All operands of all lanes before anything is written (MACH-2, -3).
spec::Operands fetchPlainly(const spec::Case& c, const spec::Plan& plan);

} // namespace warplaw::fuzz
