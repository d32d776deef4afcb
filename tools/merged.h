// The results of shards put together again: one run, or what keeps them from being one.
#pragma once
#include "tools/run_result.h"

namespace warplaw::tools {

/// Rejects (the message begins with the file's name) what cannot be one run: other code, another partition, a shard
/// that is given twice, an obligation of what was not asked for. What is left out or done twice is a gap. Whether this
/// program made it, its `made` says. `shards`: a file each; `theorems`: all that there are; `golden`: folder of the
/// lists of names, as for takeInventory.
spec::Result<RunResult> merged(proofs::FiledRecords shards, const std::vector<proofs::Theorem>& theorems,
                               const std::string& golden);

} // namespace warplaw::tools
