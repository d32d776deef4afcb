// Which lanes of RED take part, and the errors of the others (MACH-1, MACH-8).
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" std::uint32_t warplaw_red_admit(const Operands* operands, const Results* reached, Results* results) {
  writesNothing(results);
  std::uint32_t performing = 0;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t word = reached->row[0][lane], executes = operands->exec >> lane & 1, fails = word >> 31;
    performing |= (executes & ~fails) << lane;
    results->error[lane] = static_cast<std::uint8_t>(executes & fails ? word : 0); // the error's low byte
  }
  return performing;
}
