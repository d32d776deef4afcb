// Runs an instruction by text, on every path that this processor has, writes it as a case file and reads that back; and
// CUDA's shuffle.
#include "concrete/cuda.h"
#include "concrete/execute.h"
#include "spec/case_file.h"
#include "spec/rules.h"
#include <algorithm>
#include <cstdio>

using namespace warplaw;

namespace {
int wrong(const char* what) {
  std::printf("wrong: %s\n", what);
  return 1;
}
} // namespace

int main() {
  const auto instruction = spec::parse("SHFL.UP P0, R0, R1, 1, 0");
  if (!instruction)
    return wrong("does not parse");
  unsigned ran = 0;
  for (const concrete::Path& path : concrete::paths(instruction->mnemonic())) {
    if (!path.supported)
      continue;
    spec::Case c;
    c.instruction = *instruction;
    c.choices = spec::defaultChoices(c.instruction.form);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      c.warp.registers[1][lane] = 100 + lane;
    spec::Surroundings surroundings;
    if (!concrete::execute(c.instruction, c.choices, c.shader, c.warp, surroundings, path.name))
      return wrong("is not executed");
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) // SHFL-4, SHFL-6
      if (c.warp.registers[0][lane] != (lane ? 99 + lane : 100))
        return wrong("what a lane reads");
    if (c.warp.predicates[0] != 0xfffffffe)
      return wrong("who is in range");
    const auto again = spec::caseFromJson(spec::toJson(c));
    if (!again || !std::ranges::equal(again->warp.registers[0], c.warp.registers[0]))
      return wrong("the case file");
    ++ran;
  }
  const auto rejected = spec::parse("SHFL.UP P0, R0, R1, 32, 0");
  if (rejected || rejected.error().rule != "SHFL-9" || !spec::findRule("SHFL-9"))
    return wrong("what is rejected");
  std::uint32_t var[32], x[32], inactive[32] = {}, result[32] = {};
  for (unsigned lane = 0; lane < 32; ++lane)
    var[lane] = lane, x[lane] = 3;
  if (!concrete::warplaw_cuda_shfl(~0u, var, x, 8, inactive, result) || result[17] != 19)
    return wrong("CUDA's shuffle");
  std::printf("%u paths\n", ran);
  return ran ? 0 : wrong("no path");
}
