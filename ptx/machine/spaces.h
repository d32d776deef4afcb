// Where things lie in the generic address space (PTX-1, PTX-4, PTX-14). Offsets within .shared, .local and .param begin
// at 0; a window's base added makes a generic address.
#pragma once
#include <cstdint>

namespace warplaw::ptx {

struct Spaces {
  unsigned addressBytes;
  std::uint64_t variables;   ///< .global variables of the module
  std::uint64_t constants;   ///< .const variables of the module
  std::uint64_t arrays;      ///< arrays of the launch
  std::uint64_t functions;   ///< addresses of functions: no memory is there
  std::uint64_t paramWindow; ///< windows come last
  std::uint64_t localWindow;
  std::uint64_t sharedWindow;
};
inline constexpr Spaces kWideSpaces{.addressBytes = 8,
                                    .variables = 0x0000'1000'0000'0000,
                                    .constants = 0x0000'1800'0000'0000,
                                    .arrays = 0x0000'2000'0000'0000,
                                    .functions = 0x0000'7c00'0000'0000,
                                    .paramWindow = 0x0000'7d00'0000'0000,
                                    .localWindow = 0x0000'7e00'0000'0000,
                                    .sharedWindow = 0x0000'7f00'0000'0000};
/// The spaces of modules with `.address_size 32`.
inline constexpr Spaces kNarrowSpaces{.addressBytes = 4,
                                      .variables = 0x1000'0000,
                                      .constants = 0x1800'0000,
                                      .arrays = 0x2000'0000,
                                      .functions = 0xfc00'0000,
                                      .paramWindow = 0xfd00'0000,
                                      .localWindow = 0xfe00'0000,
                                      .sharedWindow = 0xff00'0000};
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 24;

} // namespace warplaw::ptx
