// Dice that are wanted by the hundred bytes: what is drawn is a large part of what checking a case costs.
#pragma once
#include "fuzz/record.h"

namespace warplaw::check {

/// Eight generators side by side (xorshift128+, seeded from splitmix64), in vectors.
class WideDice : public fuzz::Dice {
public:
  explicit WideDice(std::uint64_t seed) : Dice(seed) {
    for (Words* const state : {&older_, &newer_})
      for (unsigned k = 0; k < kStreams; ++k)
        (*state)[k] = next();
  }
  void fill(std::span<std::uint8_t> bytes) {
    Words older = older_,
          newer = newer_; // in registers: for all that a compiler knows, `bytes` may lie over the others
    std::size_t at = 0;
    for (; at + sizeof(Words) <= bytes.size(); at += sizeof(Words)) {
      step(older, newer);
      const Words drawn = older + newer;
      std::memcpy(bytes.data() + at, &drawn, sizeof(Words)); // of a size that the compiler knows: no call
    }
    if (at < bytes.size()) {
      step(older, newer);
      const Words drawn = older + newer;
      std::memcpy(bytes.data() + at, &drawn, bytes.size() - at);
    }
    older_ = older;
    newer_ = newer;
  }

private:
  static constexpr unsigned kStreams = 8;
  using Words = std::uint64_t __attribute__((vector_size(8 * kStreams), aligned(16)));

  static void step(Words& older, Words& newer) {
    const Words y = newer;
    Words x = older;
    x ^= x << 23;
    x ^= y ^ x >> 18 ^ y >> 5;
    older = y;
    newer = x;
  }
  Words older_, newer_;
};

} // namespace warplaw::check
