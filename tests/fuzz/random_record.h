// Random records for tests.
#pragma once
#include "fuzz/record.h"
#include <algorithm>
#include <vector>

namespace warplaw::fuzz {

/// One number of the dice for each byte.
inline std::vector<std::uint8_t> randomRecord(Dice& dice, std::size_t size) {
  std::vector<std::uint8_t> record(size);
  std::ranges::generate(record, [&] { return static_cast<std::uint8_t>(dice.next()); });
  return record;
}

} // namespace warplaw::fuzz
