// Division of unsigned numbers, said with the operations that terms have.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

struct Division {
  Term quotient, remainder;
};
/// Of two terms of one width, at most 127 bits; both results have it. Long division: the divisor is subtracted wherever
/// it fits. A divisor of 0 fits always: its results mean nothing.
Division divideUnsigned(Term dividend, Term divisor);

} // namespace warplaw::symbolic
