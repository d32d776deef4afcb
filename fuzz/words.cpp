#include "fuzz/words.h"
#include <bit>
#include <cassert>

namespace warplaw::fuzz {

Weight weightOf(const Layout& layout, const Words& words) {
  assert(layout.size() == words.size());
  Weight weight;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::uint32_t value = words[w];
    switch (layout[w].role) {
    case Role::Exec: weight.lanes += static_cast<unsigned>(std::popcount(value)); break;
    case Role::Form: break;
    case Role::Value:
    case Role::Order:
      if (!value) break;
      ++weight.nonZero;
      weight.bits += static_cast<unsigned>(std::popcount(value));
      weight.sum += value;
    }
  }
  return weight;
}

bool smaller(const Layout& layout, const Words& a, const Words& b) {
  const Weight weightA = weightOf(layout, a), weightB = weightOf(layout, b);
  if (weightA != weightB) return weightA < weightB;
  return a < b;
}

} // namespace warplaw::fuzz
