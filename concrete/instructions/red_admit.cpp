// Which lanes of RED take part, and the errors of the others (MACH-1, MACH-8). Most warps have none.
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" std::uint32_t warplaw_red_admit(const Operands* operands, const Results* reached, Results* results) {
  constexpr unsigned kWidth = 4; ///< lanes that are looked at together
  writesNothing(results);
  VectorOf<kWidth>::Unsigned fails = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const auto words = (VectorOf<kWidth>::Signed)lanes.of(reached->row[0]);
    fails |= (VectorOf<kWidth>::Unsigned)(words < 0) & lanes.ownBit();
  }
  const std::uint32_t failing = operands->exec & __builtin_reduce_or(fails);
  if (failing) {
#pragma clang loop unroll(full)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      results->error[lane] =
          static_cast<std::uint8_t>(failing >> lane & 1 ? reached->row[0][lane] : 0); // the error's low byte
  }
  return operands->exec & ~failing;
}
