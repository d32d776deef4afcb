// Random small histories: run in some order, so that they are legal, and often with one thing changed after that.
#pragma once
#include "linearize/history.h"
#include <random>

namespace warplaw::linearize::test {

/// What kind of histories.
enum class Family {
  Values, ///< one instruction, one location, old values returned
  Flags,  ///< CAST and others on one location, flags and old values returned
  Spin,   ///< CAST.SPIN on locations of one bank and of several
  Folds,  ///< no old values: integer reductions
  Halves, ///< F16x2
  Sizes,  ///< 32 and 64 bits on the same bytes
  Chains, ///< several instructions of one warp
  Warps,  ///< several warps, completion order, barriers, some returned values
  Lanes,  ///< program order of lanes alone
  Nans,   ///< F64, its NaNs read by integer operations
  Plain,  ///< loads and stores among the others, several warps, often unknown memory
  Fences, ///< program order of lanes, MEMBARs between, several locations
};
inline constexpr int kFamilies = 12;

/// At most 6 accesses (3 under Halves: 6 elements), all inside bytes 0..63 but for .SPIN's, values below 4 or so.
History randomHistory(Family family, std::mt19937_64& random);

} // namespace warplaw::linearize::test
