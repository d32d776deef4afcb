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

} // namespace warplaw::tests
