// One step of RED by itself, of whatever operation and size (RED-6, RED-7).
#include "concrete/instructions/red_step.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
std::uint16_t warplaw_red_step_16(std::uint32_t op, std::uint32_t size, std::uint16_t memory, std::uint16_t operand,
                                  const RedChoices* choices, std::uint32_t lane) {
  return stepOf(op, size, memory, operand, choices, lane);
}
std::uint32_t warplaw_red_step_32(std::uint32_t op, std::uint32_t size, std::uint32_t memory, std::uint32_t operand,
                                  const RedChoices* choices, std::uint32_t lane) {
  return stepOf(op, size, memory, operand, choices, lane);
}
std::uint64_t warplaw_red_step_64(std::uint32_t op, std::uint32_t size, std::uint64_t memory, std::uint64_t operand,
                                  const RedChoices* choices, std::uint32_t lane) {
  return stepOf(op, size, memory, operand, choices, lane);
}
}
