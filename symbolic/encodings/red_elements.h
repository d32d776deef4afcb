// What one access of RED is made of: elements, each of which lanes reach in an order of its own (RED-6). F16x2 has two
// halves; of any other size the access is one element.
#pragma once
#include "spec/instructions/red_fields.h"
#include <span>

namespace warplaw::symbolic {

struct RedElement {
  unsigned bits, shift; ///< of it, and of it in the access
  bool inHighOrder;     ///< choices.orderHigh says when lanes reach it, otherwise choices.order
};
inline std::span<const RedElement> redElements(spec::RedSize size) {
  static constexpr RedElement kHalves[] = {{16, 0, false}, {16, 16, true}}, kWord[] = {{32, 0, false}},
                              kWide[] = {{64, 0, false}};
  if (size == spec::RedSize::F16x2)
    return kHalves;
  return spec::bytesOf(size) == 8 ? std::span<const RedElement>(kWide) : std::span<const RedElement>(kWord);
}

} // namespace warplaw::symbolic
