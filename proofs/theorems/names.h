// What theorems that are about no instruction are listed under.
#pragma once
#include <string_view>

namespace warplaw::proofs {

inline constexpr std::string_view kProgramsName = "programs"; ///< those of published programs
inline constexpr std::string_view kScalarName = "ptx";        ///< those of PTX's scalar operations

} // namespace warplaw::proofs
