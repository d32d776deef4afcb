// `warplaw verify FILE.ptx|FILE.cu`: what `run` says of one input of a launch, for all of them (PTX-50, PTX-51).
#pragma once
#include "tools/run_module.h"

namespace warplaw::tools {

/// What is asked besides the launch.
struct KernelQuestions {
  std::optional<std::uint32_t> shared;
  unsigned unroll = 64;
  std::vector<std::string> kept; ///< parameters whose arrays hold what the launch says, and nothing else
  bool json = false;
};

/// Gives the exit code.
int verifyModule(const std::string& path, const ModuleOptions& options, const KernelQuestions& questions);

} // namespace warplaw::tools
