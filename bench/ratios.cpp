// Ratios to the first loop: see ratios.h.
#include "bench/ratios.h"
#include "bench/warps.h"
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
    const auto counted = [&](const char* name) {
      const auto found = run.counters.find(name);
      return found == run.counters.end() ? 0 : found->second.value;
    };
    if (run.run_type == Run::RT_Iteration && run.counters.contains(kRate)) {
      Row& row = rows_[run.run_name.function_name];
      row = {std::max(row.best, counted(kRate)), counted(kLoads), counted(kStores)};
    }
  }
}

double Ratios::firstLoopOf(const std::string& name) const {
  const std::size_t who = name.find('/') + 1, rest = std::min(name.find('/', who), name.size());
  const auto found = rows_.find(name.substr(0, who) + "first_loop" + name.substr(rest));
  return found == rows_.end() ? 0 : found->second.best;
}

/// A row that is copied is a load and a store of each lane.
std::string Ratios::limitOf(const Row& row) const {
  if (row.loads + row.stores == 0)
    return "";
  const auto copies = rows_.find(kCopies);
  const std::string moved = fmt::format("{:>6.2f} {:>6.2f}", row.loads, row.stores);
  if (copies == rows_.end()) // it was filtered out
    return moved;
  const double limit = copies->second.best / std::max(row.loads, row.stores);
  return fmt::format("{} {:>10.1f} {:>8.0f} %", moved, limit * 1e-6, 100 * row.best / limit);
}

void Ratios::Finalize() {
  fmt::print("{:<62} {:>10} {:>14} {:>6} {:>6} {:>10} {:>10}\n", "", "million/s", "of first loop", "loads", "stores",
             "limit", "reached");
  for (const auto& [name, row] : rows_) {
    const double first = firstLoopOf(name);
    fmt::print("{:<62} {:>10.1f} {:>14} {}\n", name, row.best * 1e-6,
               first > 0 ? fmt::format("{:.2f}", row.best / first) : "", limitOf(row));
  }
  fmt::print("loads and stores: words of 32 bits that a lane cannot do without; limit: million/s, if moving them by {} "
             "were all\n",
             kCopies);
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
