// Case files put to an executor that somebody else wrote: `warplaw replay --executor`, `--pipe`.
#pragma once
#include "check/shown.h"
#include "tools/plugin_file.h"

namespace warplaw::tools {

class ForeignReplay {
public:
  /// Rejected as PluginFile::open and by "domain".
  static spec::Result<std::unique_ptr<ForeignReplay>> open(const ExecutorSource& source);
  /// Is it a case of the executor's domain? Of a folder of cases the others are passed over.
  bool isOfDomain(const spec::Case& c);
  /// Rejected: a case that cannot be asked, by "executor".
  spec::Result<check::Shown> replay(fuzz::Oracle& oracle, const spec::Case& c);
  /// All of them in one batch, in this order. Rejected besides: cases of several families, and too many of them.
  spec::Result<std::vector<check::Shown>> replayBatch(fuzz::Oracle& oracle, std::span<const spec::Case> cases);

private:
  check::Family* familyOf(const spec::Case& c) const; ///< null: not implemented

  std::unique_ptr<PluginFile> plugin_;
  std::vector<std::unique_ptr<check::Family>> families_;
};

} // namespace warplaw::tools
