// One step of RED by itself, of whatever operation and size (RED-6, RED-7).
#include "concrete/instructions/red_step.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
#define WARPLAW_RED_STEP(bits)                                                                                         \
  std::uint##bits##_t warplaw_red_step_##bits(std::uint32_t op, std::uint32_t size, std::uint##bits##_t memory,        \
                                              std::uint##bits##_t operand, const RedChoices* choices,                  \
                                              std::uint32_t lane) {                                                    \
    return stepOf(op, size, memory, operand, choices, lane);                                                           \
  }
WARPLAW_RED_STEP(16)
WARPLAW_RED_STEP(32)
WARPLAW_RED_STEP(64)
}
