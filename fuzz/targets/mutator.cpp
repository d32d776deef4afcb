// Half of the inputs are fresh random records, the other half libFuzzer's mutations: random records reach every style
// of the generators at once, and mutations keep what was interesting. Linked into every target, the empty one included.
#include "fuzz/record.h"
#include <algorithm>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed);

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed) {
  if (seed % 2)
    return LLVMFuzzerMutate(data, size, maxSize);
  warplaw::fuzz::Dice dice(seed);
  for (std::size_t at = 0; at < maxSize; at += 8) {
    const std::uint64_t word = dice.next();
    std::memcpy(data + at, &word, std::min<std::size_t>(8, maxSize - at));
  }
  return maxSize;
}
