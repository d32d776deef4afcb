// Division of unsigned numbers: see divide.h.
#include "symbolic/terms/divide.h"

namespace warplaw::symbolic {

Division divideUnsigned(Term dividend, Term divisor) {
  const unsigned width = dividend.width();
  const Term by = divisor.zext(width + 1);
  Term remainder = dividend.terms().constant(width + 1, 0), quotient;
  for (unsigned i = width; i-- > 0;) {
    remainder = remainder.extract(width - 1, 0).concat(dividend.bit(i));
    const Term fits = by.ule(remainder);
    remainder = fits.ite(remainder - by, remainder);
    quotient = quotient ? quotient.concat(fits) : fits;
  }
  return {quotient, remainder.extract(width - 1, 0)};
}

} // namespace warplaw::symbolic
