// What `warplaw bench` prints: of each executor the best of its repetitions, in million warp instructions a second of
// processor time, and how many times the first loop's that is, both of one run.
#pragma once
#include <benchmark/benchmark.h>
#include <map>
#include <string>

namespace warplaw::bench {

/// What is run is named "INSTRUCTION/who/lanes/..."; "INSTRUCTION/first_loop/lanes/..." is what it is compared with.
class Ratios : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

private:
  double firstLoopOf(const std::string& name) const; ///< a second; 0: there is none

  std::map<std::string, double> best_; ///< a second
  bool failed_ = false;
};

/// The processor's model, as the system names it.
std::string processor();

} // namespace warplaw::bench
