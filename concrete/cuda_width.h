// Which widths CUDA's shuffles take (CSHFL-1).
#pragma once
#include <cstdint>

namespace warplaw::concrete {

inline bool isCudaWidth(std::uint32_t width) {
  return width == 1 || width == 2 || width == 4 || width == 8 || width == 16 || width == 32;
}

} // namespace warplaw::concrete
