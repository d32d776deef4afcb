// A lock for ADD and another one for CAS: each is atomic among its own kind, and the two race (ATOMS-5). Expected: some
// history has no order.
#include <cstdint>
#include <mutex>
#include <thread>

struct Memory {
  std::uint32_t volatile word[2];
  std::mutex adding, comparing;
  std::uint32_t add(unsigned k, std::uint32_t b) {
    const std::lock_guard lock(adding);
    const std::uint32_t old = word[k];
    std::this_thread::yield(); // a simulator would do more in between
    word[k] = old + b;
    return old;
  }
  std::uint32_t cas(unsigned k, std::uint32_t b, std::uint32_t c) {
    const std::lock_guard lock(comparing);
    const std::uint32_t old = word[k];
    std::this_thread::yield();
    if (old == b)
      word[k] = c;
    return old;
  }
};
#define MEMORY
#include "../histories.cpp"
