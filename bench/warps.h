// How a datapath is run on the warps of a benchmark.
#pragma once
#include "concrete/execute.h"
#include "spec/datapath.h"
#include <benchmark/benchmark.h>
#include <random>
#include <vector>

namespace warplaw::bench {

inline constexpr std::size_t kWarps = 65536, kOperandSets = 1024, kAhead = 64;

using Random = std::mt19937;

/// Where results go: as in an interpreter, a few places that stay in the first-level cache. Their old contents are kept
/// by masked writes.
class ResultPlaces {
public:
  spec::Results* next() { return &places_[index_++ % places_.size()]; }

private:
  std::array<spec::Results, 8> places_{};
  std::size_t index_ = 0;
};

inline std::uint32_t word(Random& random) { return static_cast<std::uint32_t>(random()); }

inline void fill(spec::Operands& operands, Random& random) {
  for (auto& row : operands.row)
    for (std::uint32_t& value : row)
      value = word(random);
}

/// Words that a lane cannot do without: those that it reads and writes of operands, choices, memory and results. A byte
/// is a quarter of one; what a warp reads once is a 32nd.
struct Moved {
  double loads = 0, stores = 0;
};
inline constexpr const char *kLoads = "loads", *kStores = "stores"; ///< counters

/// Runs every warp once an iteration: `prepare` puts what is the warp's own into its set of operands, some warps ahead,
/// as an interpreter's registers are not written just before they are read.
template <class Set, class Own, class Prepare, class Execute>
void everyWarp(benchmark::State& state, std::vector<Set> sets, const std::vector<Own>& warps, Prepare prepare,
               Execute execute, Moved moved) {
  ResultPlaces results;
  for (auto _ : state) {
    for (std::size_t first = 0; first < warps.size(); first += kAhead) {
      for (std::size_t i = first; i < first + kAhead; ++i)
        prepare(sets[i % kOperandSets], warps[i]);
      for (std::size_t i = first; i < first + kAhead; ++i)
        execute(sets[i % kOperandSets], results.next());
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * warps.size()));
  state.counters[kLoads] = moved.loads;
  state.counters[kStores] = moved.stores;
}

/// By this processor.
inline bool runsHere(spec::Mnemonic mnemonic, std::string_view path) {
  for (const concrete::Path& known : concrete::paths(mnemonic))
    if (known.name == path)
      return known.supported;
  return true; // no path: a first loop
}

void registerReductions(); ///< RED's and SURED's
void registerGroups();     ///< those of the .sync forms

} // namespace warplaw::bench
