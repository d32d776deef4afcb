// Which instruction: its position in spec/instructions.def.
#pragma once
#include <cstdint>

namespace warplaw::spec {

enum class Mnemonic : std::uint8_t {
#define WARPLAW_INSTRUCTION(Camel, folder, text) Camel,
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
};

} // namespace warplaw::spec
