// Which lanes of RED take part, and the errors of the others (MACH-1, MACH-8). Most warps have none.
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" std::uint32_t warplaw_red_admit(const Operands* operands, const Results* reached, Results* results) {
  using Sixteen = VectorOf<16>;
  writesNothing(results);
  const std::uint32_t exec = operands->exec;
  std::uint32_t fails = 0;
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += 16) {
    const auto words = *reinterpret_cast<const Sixteen::InMemory*>(reached->row[0] + first);
    fails |= bitsOf((Sixteen::Signed)words < 0) << first;
  }
  const std::uint32_t failing = exec & fails;
  if (failing == 0) // who lists these lanes, and counts turns, need not wait for the words
    return exec;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    results->error[lane] =
        static_cast<std::uint8_t>(failing >> lane & 1 ? reached->row[0][lane] : 0); // the error's low byte
  return exec & ~failing;
}
