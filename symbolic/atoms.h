// ATOMS's encoding, written from rules ATOMS-2, -4..-10 alone: checks of one lane, one atomic step of one lane.
#pragma once
#include "spec/atoms.h"
#include "symbolic/machine.h"

namespace warplaw::symbolic {

struct AtomsChoiceTerms {
  PerLane<Term> order; ///< 8 bits each
  Term misalignedFirst, errorWrites; ///< 32 bits
  std::array<PerLane<Term>, 2> errorValue; ///< 32 bits
  Term impliedSwap, castPair; ///< 32 bits, 0 or 1
  PerLane<Term> bank64; ///< 8 bits
  Term bank64IsDefault; ///< 32 bits
  static AtomsChoiceTerms variables(Terms& terms); ///< "order[3]", "misalignedFirst", ...
};

/// One lane before any access: its address and error (ATOMS-2, -4, MACH-8).
struct AtomsAccess {
  Term address; ///< 32 bits
  Term error;   ///< 8 bits: spec::ErrorKind, None outside exec
  Term performs; ///< width 1: executes and has no error
};
AtomsAccess atomsAccess(spec::AtomsSize size, Term executes, Term base, Term imm24, Term baseIsZero, Term allocated, Term misalignedFirst);

/// One atomic step on the old value M (32 or 64 bits): ATOMS-6, -7, -9. compare/operand and swap have M's width.
struct AtomsStep {
  Term stores;   ///< width 1
  Term newValue; ///< M's width; equals M where nothing is stored
  Term returned; ///< M's width: the old value, or CAST's flag zero-extended
};
AtomsStep atomsStep(spec::AtomsOp op, spec::AtomsSize size, Term memory, Term operand, Term swap);

/// The bank that decides a .SPIN group (ATOMS-10): 5 bits.
Term atomsBank(spec::AtomsSize size, Term address, Term bank64, Term bank64IsDefault);

} // namespace warplaw::symbolic
