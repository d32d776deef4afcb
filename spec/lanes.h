// The number of lanes of a warp (MACH-1).
#pragma once

namespace warplaw::spec {
inline constexpr unsigned kLanes = 32;
}
