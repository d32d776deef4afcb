// Ratios to the first loop: see ratios.h.
#include "bench/ratios.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace warplaw::bench {
namespace {
constexpr const char* kRate = "items_per_second";
} // namespace

bool Ratios::ReportContext(const Context& context) {
  PrintBasicContext(&std::cerr, context);
  return true;
}

void Ratios::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred) {
      fmt::print(stderr, "{}: {}\n", run.benchmark_name(), run.error_message);
      failed_ = true;
    }
    const auto rate = run.counters.find(kRate);
    if (run.run_type == Run::RT_Iteration && rate != run.counters.end()) {
      double& best = best_[run.run_name.function_name];
      best = std::max(best, rate->second.value);
    }
  }
}

double Ratios::firstLoopOf(const std::string& name) const {
  const std::size_t who = name.find('/') + 1, rest = std::min(name.find('/', who), name.size());
  const auto found = best_.find(name.substr(0, who) + "first_loop" + name.substr(rest));
  return found == best_.end() ? 0 : found->second;
}

void Ratios::Finalize() {
  fmt::print("{:<62} {:>10} {:>14}\n", "", "million/s", "of first loop");
  for (const auto& [name, rate] : best_) {
    const double first = firstLoopOf(name);
    fmt::print("{:<62} {:>10.1f} {:>14}\n", name, rate * 1e-6, first > 0 ? fmt::format("{:.2f}", rate / first) : "");
  }
  if (failed_)
    fmt::print("some measurements failed: see above\n");
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(": ") + 2, line.size()));
  return "unknown";
}

} // namespace warplaw::bench
