// Division of unsigned numbers, said with the operations that terms have.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

struct Division {
  Term quotient, remainder;
};
/// Divides two terms of one width, at most 127 bits; both results have that width. Long division: the divisor is
/// subtracted wherever it fits. A divisor of 0 always fits: the results then mean nothing.
Division divideUnsigned(Term dividend, Term divisor);

} // namespace warplaw::symbolic
