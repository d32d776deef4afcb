// A warp whose every register and lane holds a value of its own, and instructions as text that run on it.
#pragma once
#include "concrete/execute.h"
#include <gtest/gtest.h>
#include <memory>

namespace warplaw::tests {

inline spec::Instruction parsed(std::string_view text) {
  auto result = spec::parse(text);
  EXPECT_TRUE(result.has_value()) << text;
  return *result;
}

struct State {
  std::unique_ptr<spec::Warp> warp = std::make_unique<spec::Warp>();
  spec::Surroundings surroundings{spec::SharedMemory(256), {}};
  spec::SharedMemory& shared = surroundings.shared;
  State() {
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        warp->registers[reg][lane] = reg << 8 | lane;
  }
  spec::Result<void> run(std::string_view text, std::string_view path = {},
                         spec::ShaderKind shader = spec::ShaderKind::Compute) {
    const auto instruction = parsed(text);
    return run(instruction, spec::defaultChoices(instruction.form), path, shader);
  }
  spec::Result<void> run(const spec::Instruction& instruction, const spec::Choices& choices, std::string_view path = {},
                         spec::ShaderKind shader = spec::ShaderKind::Compute) {
    return concrete::execute(instruction, choices, shader, *warp, surroundings, path);
  }
};

/// R0 of lane 7 after `text`, which alone executes, on every path; R1, R2 and R3 hold a, b and c before it.
inline std::uint32_t resultOf(std::string_view text, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                              std::optional<spec::Choices> choices = {}) {
  const auto instruction = parsed(text);
  std::optional<std::uint32_t> result;
  for (const auto& path : concrete::paths(instruction.mnemonic())) {
    if (!path.supported)
      continue;
    State s;
    s.warp->active = 1u << 7;
    s.warp->registers[1][7] = a, s.warp->registers[2][7] = b, s.warp->registers[3][7] = c;
    EXPECT_TRUE(s.run(instruction, choices.value_or(spec::defaultChoices(instruction.form)), path.name));
    EXPECT_EQ(s.warp->registers[0][6], 6u) << text; // no other lane changes (MACH-1)
    EXPECT_EQ(result.value_or(s.warp->registers[0][7]), s.warp->registers[0][7]) << text << " on " << path.name;
    result = s.warp->registers[0][7];
  }
  return result.value();
}

} // namespace warplaw::tests
