// Which lane a lane reads by each of CUDA's shuffles, by the rules in integers (CSHFL-1..5).
#pragma once
#include <cstdint>

namespace warplaw {

struct CudaReads {
  const char* name;
  int (*lane)(int lane, std::int64_t x, int width);
};
constexpr int modulo32(std::int64_t x) { return static_cast<int>((x % 32 + 32) % 32); }

/// In the order of spec::ShflMode: __shfl, _up, _down, _xor.
inline constexpr CudaReads kCudaReads[] = {
    {"shfl", [](int lane, std::int64_t x,
                int width) { return lane / width * width + static_cast<int>((x % width + width) % width); }},
    {"shfl_up",
     [](int lane, std::int64_t x, int width) { return lane % width >= modulo32(x) ? lane - modulo32(x) : lane; }},
    {"shfl_down", [](int lane, std::int64_t x,
                     int width) { return lane % width + modulo32(x) < width ? lane + modulo32(x) : lane; }},
    {"shfl_xor", [](int lane, std::int64_t x, int width) {
       const int target = lane ^ modulo32(x);
       return target / width <= lane / width ? target : lane;
     }}};

} // namespace warplaw
