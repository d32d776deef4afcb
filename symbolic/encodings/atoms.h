// ATOMS's encoding, written from rules ATOMS-2, -4..-10 alone: checks of one lane, one atomic step of one lane, one
// step of .SPIN's choice of winners, the plan of a form's operands. How lanes follow one another (ATOMS-5) is not
// here: theorems say that, and fold nothing over 32 lanes.
#pragma once
#include "spec/instructions/atoms_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

/// Legal pairs and registers (ATOMS-1, -3, -8, MACH-3); the raw offset, and whether there is no base, or one that reads
/// 0 (ATOMS-2); plans (ATOMS-2, -8, -9, MACH-3).
WARPLAW_ENCODING(Atoms, atoms)

/// One lane before any access: its address and error (ATOMS-2, -4, MACH-8).
struct AtomsAccess {
  Term address;  ///< 32 bits
  Term error;    ///< 8 bits: spec::ErrorKind, None outside exec
  Term performs; ///< width 1: executes and has no error
};
/// executes, misalignedFirst: width 1, this lane's bits. base, imm24, baseIsZero, allocated: 32 bits; of imm24 the low
/// 24 count.
AtomsAccess atomsAccess(spec::AtomsSize size, Term executes, Term base, Term imm24, Term baseIsZero, Term allocated,
                        Term misalignedFirst);

/// One atomic step on the old value M (32 or 64 bits): ATOMS-6, -7, -9. compare/operand and swap have M's width.
struct AtomsStep {
  Term stores;   ///< width 1
  Term newValue; ///< M's width; equals M where nothing is stored
  Term returned; ///< M's width: the old value, or CAST's flag zero-extended
};
AtomsStep atomsStep(spec::AtomsOp op, spec::AtomsSize size, Term memory, Term operand, Term swap);

/// The bank that decides a .SPIN group (ATOMS-10): 5 bits. bank64: 8 bits, bank64IsDefault: 32 bits; both are the
/// choice for U64 alone.
Term atomsBank(spec::AtomsSize size, Term address, Term bank64, Term bank64IsDefault);

/// .SPIN's choice (ATOMS-10) as it meets one lane after another: the banks that have their performing lane, and those
/// lanes.
struct AtomsSpin {
  Term taken;   ///< 32 bits: bit b: bank b
  Term winners; ///< 32 bits: bit i: lane i
};
/// lane, bank: 5 bits; admitted: width 1, the lane executes and has no error.
AtomsSpin atomsSpinStep(const AtomsSpin& before, Term lane, Term admitted, Term bank);

/// Does the instruction return a second register? Width 1. 64-bit old values: always; CAST's 64-bit flag: as castPair
/// says (ATOMS-9).
Term atomsReturnsHigh(spec::AtomsOp op, spec::AtomsSize size, Term castPair);

/// What Results says of one lane once all lanes are checked and none has accessed memory (ATOMS-4, MACH-1, MACH-8).
struct AtomsChecked {
  std::array<Term, spec::kResultRows> written; ///< width 1
  std::array<Term, spec::kResultRows> word;    ///< 32 bits: errorValue in a lane in error that writes, else `before`
};
/// returnsHigh, errorWrites: width 1; errorValue, before: 32 bits.
AtomsChecked atomsChecked(const AtomsAccess& access, Term returnsHigh, Term errorWrites,
                          const std::array<Term, spec::kResultRows>& errorValue,
                          const std::array<Term, spec::kResultRows>& before);

Term isLegalOffset(const AtomsModifierTerms& modifiers); ///< isLegal, operation and size left aside
/// Flags and banks in their ranges (ATOMS-8, -9, -10). That the order is a permutation is not said here.
Term isAllowed(const AtomsChoiceTerms& choices);

} // namespace warplaw::symbolic
