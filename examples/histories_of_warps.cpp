// What a simulator of warps records: instructions of several lanes, whose accesses to one word take turns:
// ./histories_of_warps | warplaw linearize -. Expected: the history is legal.
#include <cstdint>
#include <warplaw/record.h>

namespace {
constexpr int kWarps = 2, kInstructions = 3, kLanes = 32;

std::uint32_t memory[2];

// ADD.U32: every lane in turn; the order is the machine's own
void add(const uint64_t* address, const uint64_t* operand, uint64_t* returned) {
  for (int lane = kLanes - 1; lane >= 0; --lane) {
    returned[lane] = memory[address[lane] / 4];
    memory[address[lane] / 4] += static_cast<std::uint32_t>(operand[lane]);
  }
}

} // namespace

int main() {
  warplaw_seen seen[kWarps][kInstructions * kLanes];
  warplaw_log logs[kWarps];
  const uint32_t before[2] = {0, 0};
  for (int warp = 0; warp < kWarps; ++warp) {
    logs[warp] = {seen[warp], kInstructions * kLanes, 0};
  }
  for (int k = 0; k < kInstructions; ++k)
    for (int warp = 0; warp < kWarps; ++warp) {
      uint64_t address[kLanes], operand[kLanes], returned[kLanes];
      for (int lane = 0; lane < kLanes; ++lane) {
        address[lane] = static_cast<std::uint64_t>(4 * (lane % 2));
        operand[lane] = static_cast<std::uint64_t>(lane + k);
      }
      add(address, operand, returned);
      warplaw_saw_lanes(&logs[warp], "ADD.U32", 0xffffffff, address, operand, nullptr, returned);
    }
  return warplaw_write_history(stdout, logs, kWarps, 0, before, memory, 2) != 0;
}
