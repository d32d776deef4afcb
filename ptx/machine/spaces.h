// Where things lie in the generic address space (PTX-4, PTX-14). Offsets within .shared, .local and .param begin at 0;
// a window's base added makes a generic address.
#pragma once
#include <cstdint>

namespace warplaw::ptx {

inline constexpr std::uint64_t kVariablesBase = 0x0000'1000'0000'0000; ///< .global variables of the module
inline constexpr std::uint64_t kConstantsBase = 0x0000'1800'0000'0000; ///< .const variables of the module
inline constexpr std::uint64_t kArraysBase = 0x0000'2000'0000'0000;    ///< arrays of the launch
inline constexpr std::uint64_t kFunctionsBase = 0x0000'7c00'0000'0000; ///< addresses of functions: no memory is there
inline constexpr std::uint64_t kParamWindow = 0x0000'7d00'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0000'7e00'0000'0000;
inline constexpr std::uint64_t kSharedWindow = 0x0000'7f00'0000'0000;
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 24;

} // namespace warplaw::ptx
