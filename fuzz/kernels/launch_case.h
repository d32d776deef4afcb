// Random launches as cases of format 3 (docs/case_format.md): a generated kernel with its arrays, and a few edits of
// text, sizes and arguments, after which most are still launches, and some are none.
#pragma once
#include "fuzz/kernels/generate.h"
#include "spec/launch_case.h"

namespace warplaw::fuzz {

/// Bytes of a record that say how it is edited; a kernel's record stands behind them.
inline constexpr std::size_t kLaunchEdits = 64;

/// Nothing is expected of it yet.
spec::LaunchCase launchCaseOf(Bytes record);

} // namespace warplaw::fuzz
