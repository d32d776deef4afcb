// Kinds of accesses that tests of ptx/machine/order.h and interval.h draw.
#pragma once
#include <cstdint>

namespace warplaw::ptx {

struct Kind {
  const char* name;
  bool writes, isAtomic;
  std::uint32_t effect;
};
inline constexpr Kind kKinds[] = {{"read", false, false, 0},
                                  {"write", true, false, 0},
                                  {"volatile read", false, true, 0},
                                  {"atomic of one order", true, true, 0},
                                  {"add", true, true, 1},
                                  {"xor", true, true, 2}};

} // namespace warplaw::ptx
