// `warplaw check --scalar`: PTX's operations of one thread as somebody else computes them (include/warplaw/scalar.h).
#pragma once
#include "check/host.h"
#include "proofs/engine/verdict.h"
#include "tools/executor_source.h"

namespace warplaw::tools {

struct ScalarCheck {
  ExecutorSource executor;
  std::uint64_t cases = 0; ///< of each opcode, at most; 0: 2000
  double seconds = 1;      ///< that one opcode's cases may take
  bool json = false;
};

/// Asks for every opcode, each in a process of its own, compares with the executors, and prints what came out.
int checkScalar(const ScalarCheck& options);

} // namespace warplaw::tools
