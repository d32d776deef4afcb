// Recordings of real hardware: observations as JSON lines and SHFL's exhaustive tables, each checked through executor
// and encoding. A returned value that the rules leave open becomes a choice; the order of atomics is searched for as a
// trail through values (ATOMS-13).
#pragma once
#include "fuzz/oracle.h"
#include "spec/instructions/shfl.h"
#include <map>

namespace warplaw::tools {

struct HardwareReport {
  std::size_t lines = 0, checked = 0;
  std::map<std::string, std::size_t> notYet; ///< instructions of lines that nothing here understands
  std::vector<std::string> mismatches;       ///< one line each; the first kMismatchesKept
  std::size_t mismatchCount = 0;
  std::string device;
  static constexpr std::size_t kMismatchesKept = 20;
  void mismatch(std::string line) {
    if (++mismatchCount <= kMismatchesKept)
      mismatches.push_back(std::move(line));
  }
};

/// observations.jsonl. A line that is no observation is a rejection with its line number.
spec::Result<HardwareReport> replayObservations(fuzz::Oracle& oracle, const std::string& text);
/// shfl_MODE.bin: 32,768 x 32 source lanes, then 32,768 predicate words; index = seg << 10 | clamp << 5 | b.
spec::Result<HardwareReport> replayShflTable(fuzz::Oracle& oracle, spec::ShflMode mode, const std::string& bytes);
/// The mode in a table's file name, if it is one.
std::optional<spec::ShflMode> shflTableMode(const std::string& fileName);

} // namespace warplaw::tools
