// Which function each code path calls: what the inventory of proofs compares with the functions that were proved.
#pragma once
#include "concrete/execute.h"

namespace warplaw::concrete {

struct PathEntry {
  spec::Mnemonic mnemonic;
  std::string_view path; ///< "portable", "avx512"
  Evidence evidence;
  const void* function; ///< that the dispatcher calls for this path
};
/// Every path of every instruction.
std::vector<PathEntry> pathEntries();

} // namespace warplaw::concrete
