// The bitcode that the integer steps were generated from, as bytes of the library.
#include "linearize/integer_steps.h"

extern "C" {
extern const std::byte warplaw_bitcode_integer_steps_unoptimized_begin[],
    warplaw_bitcode_integer_steps_unoptimized_end[], warplaw_bitcode_integer_steps_final_begin[],
    warplaw_bitcode_integer_steps_final_end[];
}

namespace warplaw::linearize {

std::span<const std::byte> unoptimizedStepBitcode() {
  return {warplaw_bitcode_integer_steps_unoptimized_begin, warplaw_bitcode_integer_steps_unoptimized_end};
}

std::span<const std::byte> finalStepBitcode() {
  return {warplaw_bitcode_integer_steps_final_begin, warplaw_bitcode_integer_steps_final_end};
}

} // namespace warplaw::linearize
