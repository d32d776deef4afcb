// Datapaths of instructions whose lanes look at no other lane, from a function of one lane (MACH-1, -5, -8). Their one
// loop is proved by cutting it at a lane.
#pragma once
#include "spec/datapath.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Rd alone is written, in the lanes of exec, without error.
inline void writesRdOnly(std::uint32_t exec, spec::Results* results) {
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = 0;
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane)
    results->error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::None);
}

/// No register or predicate is written, and no error reported.
inline void writesNothing(spec::Results* results) { writesRdOnly(0, results); }

/// lane(modifiers, choices, number of the lane, operands[, parts..]): the 32 bits of Rd. Code without branches, loops,
/// calls and tables, and defined for any value of any modifier. `parts`: cells of the surroundings, which are only
/// read.
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

/// The same by the optimiser's vectors, for files of a path that has wide ones (*_avx512.cpp): no loop over lanes is
/// left that could be cut. What lanes compute is kept aside first: nothing that they read lies there.
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
