// Which byte of a value lies where in memory (MACH-4, MACH-5): see memory.h.
#include "symbolic/encodings/memory.h"

namespace warplaw::symbolic {

Term byteAfter(Term place, Term before, Term stores, Term address, Term newValue) {
  const Term offset = place - address; // of the bytes of the access: 0, 1, ..
  Term after = before;
  for (unsigned i = 0; i < newValue.width() / 8; ++i)
    after = (stores & offset.eq(Bits(i))).ite(newValue.extract(8 * i + 7, 8 * i), after);
  return after;
}

} // namespace warplaw::symbolic
