// Datapaths of instructions in which no lane depends on another, made from a function of one lane (MACH-1, -5, -8). The
// one loop over lanes is proved by cutting it at a lane.
#pragma once
#include "spec/datapath.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Sets the results of an instruction that writes Rd alone, in the lanes of exec, without error.
inline void writesRdOnly(std::uint32_t exec, spec::Results* results) {
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = 0;
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane)
    results->error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::None);
}

/// Sets the results of an instruction that writes no register and no predicate, and reports no error.
inline void writesNothing(spec::Results* results) { writesRdOnly(0, results); }

/// lane(modifiers, choices, number of the lane, operands[, parts..]) gives the 32 bits of Rd. Its code has no branches,
/// loops, calls or tables, and is defined for any value of any modifier. `parts`: cells of the surroundings, which are
/// only read.
template <auto lane, class Modifiers, class Choices, class... Parts>
__attribute__((always_inline)) inline void eachLane(const Modifiers* modifiers, const spec::Operands* operands,
                                                    const Choices* choices, spec::Results* results,
                                                    const Parts*... parts) {
  const std::uint32_t exec = operands->exec;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t i = 0; i < spec::kLanes; ++i) {
    const std::uint32_t old = results->row[0][i];
    const std::uint32_t value = lane(modifiers, choices, static_cast<std::uint32_t>(i), operands, parts...);
    results->row[0][i] = exec >> i & 1 ? value : old;
  }
  writesRdOnly(exec, results);
}

/// The same, vectorised by the optimiser, for files of a path with wide vectors (*_avx512.cpp): no loop over lanes is
/// left that could be cut. The lanes' words are first computed into an array of their own, which no lane reads.
template <auto lane, class Modifiers, class Choices, class... Parts>
__attribute__((always_inline)) inline void lanesAtOnce(const Modifiers* modifiers, const spec::Operands* operands,
                                                       const Choices* choices, spec::Results* results,
                                                       const Parts*... parts) {
  const std::uint32_t exec = operands->exec;
  std::uint32_t words[spec::kLanes];
#pragma clang loop unroll(disable) vectorize(enable) vectorize_width(16) interleave(disable)
  for (std::uint64_t i = 0; i < spec::kLanes; ++i)
    words[i] = lane(modifiers, choices, static_cast<std::uint32_t>(i), operands, parts...);
  for (std::uint64_t i = 0; i < spec::kLanes; ++i)
    results->row[0][i] = exec >> i & 1 ? words[i] : results->row[0][i];
  writesRdOnly(exec, results);
}

} // namespace warplaw::concrete
