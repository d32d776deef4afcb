// Threads that race on two words, as a simulator's warps would, each recording what it saw: ./histories | warplaw
// linearize -. Expected: every history is legal.
#include <atomic>
#include <thread>
#include <vector>
#include <warplaw/record.h>

#ifndef MEMORY
/// Memory whose operations are atomic.
struct Memory {
  std::atomic<std::uint32_t> word[2];
  std::uint32_t add(unsigned k, std::uint32_t b) { return word[k].fetch_add(b); }
  std::uint32_t cas(unsigned k, std::uint32_t b, std::uint32_t c) {
    word[k].compare_exchange_strong(b, c);
    return b;
  }
};
#endif

namespace {
constexpr unsigned kThreads = 4, kOperations = 6;

void work(Memory& memory, warplaw_log& log, unsigned thread) {
  for (std::uint32_t k = 0; k < kOperations; ++k) {
    const unsigned at = (thread + k) / 2 % 2;
    if (k % 2 == thread % 2)
      warplaw_saw(&log, "ADD.U32", 4 * at, 1, 0, memory.add(at, 1));
    else
      warplaw_saw(&log, "CAS.U32", 4 * at, k, 100 * thread, memory.cas(at, k, 100 * thread));
  }
}
} // namespace

int main() {
  for (unsigned round = 0; round < 100; ++round) {
    Memory memory{};
    std::vector<std::vector<warplaw_seen>> seen(kThreads, std::vector<warplaw_seen>(kOperations));
    std::vector<warplaw_log> logs;
    for (auto& some : seen)
      logs.push_back({some.data(), kOperations, 0});
    {
      std::vector<std::jthread> threads;
      for (unsigned t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] { work(memory, logs[t], t); });
    }
    const std::uint32_t before[2] = {}, after[2] = {memory.word[0], memory.word[1]};
    if (warplaw_write_history(stdout, logs.data(), kThreads, 0, before, after, 2) != 0)
      return 1;
  }
}
