// Where cases go that refute an executor which somebody else wrote, and how they are replayed.
#pragma once
#include "check/pair.h"

namespace warplaw::tools {

struct CaseKeeper {
  std::string replayWith; ///< "--executor my.c"
  std::string folder;     ///< made when something is kept

  /// `shown`, with what was got (null: it is not known), the name of its case file, and the command that replays it; of
  /// two cases in a batch that of the other one, too.
  std::string keep(const std::string& shown, const spec::Case& c, const std::optional<spec::Got>& got) const;
  std::string keep(const check::Pair& pair) const;
};

} // namespace warplaw::tools
