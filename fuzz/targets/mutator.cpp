// Half of the inputs are fresh random records, the other half libFuzzer's mutations: random records reach every style
// of the generators at once, and mutations keep what was interesting. Linked into every target, the empty one included.
#include "fuzz/record.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed);

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed) {
  if (seed % 2)
    return LLVMFuzzerMutate(data, size, maxSize);
  warplaw::fuzz::Dice dice(seed);
  dice.fill({data, maxSize});
  return maxSize;
}
