// What `warplaw bench` prints: of each executor the best of its repetitions, in million warp instructions a second of
// processor time, and how many times the first loop's that is, both of one run. Beside it the limit that the machine
// sets: how many warps a second could move the words that a lane cannot do without, if that were all they did.
#pragma once
#include <benchmark/benchmark.h>
#include <map>
#include <string>

namespace warplaw::bench {

/// Copies rows of words, as many as `items` says: what the machine can move.
inline constexpr const char* kCopies = "machine/copies_of_rows";

/// What is run is named "INSTRUCTION/who/lanes/..."; "INSTRUCTION/first_loop/lanes/..." is what it is compared with.
class Ratios : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

private:
  struct Row {
    double best = 0;              ///< a second
    double loads = 0, stores = 0; ///< of words, a lane; both 0: not said
  };
  double firstLoopOf(const std::string& name) const; ///< a second; 0: there is none
  std::string limitOf(const Row& row) const;

  std::map<std::string, Row> rows_;
  bool failed_ = false;
};

/// The processor's model, as the system names it.
std::string processor();

} // namespace warplaw::bench
