// How many match.any.sync and redux.sync a second are executed: random lanes cut into one to four random groups, each
// naming its part. The masks are the warps' own, 8 MiB of them, copied into the operands some warps ahead.
#include "bench/first_loops.h"
#include "bench/warps.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::bench {
namespace {

struct Warp {
  std::uint32_t exec;
  std::array<std::uint32_t, spec::kLanes> masks{};
};
std::vector<Warp> anyWarps() {
  Random random(8);
  std::vector<Warp> warps(kWarps);
  for (Warp& warp : warps) {
    warp.exec = word(random);
    std::array<std::uint32_t, 4> groups{};
    const unsigned count = 1 + random() % groups.size();
    std::array<unsigned, spec::kLanes> group{};
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      group[lane] = random() % count;
      groups[group[lane]] |= warp.exec & 1u << lane;
    }
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      warp.masks[lane] = groups[group[lane]];
  }
  return warps;
}

template <class Modifiers, class Choices> struct Set {
  Modifiers modifiers;
  spec::Operands operands;
  Choices choices;
};

template <class AnySet, class Datapath>
void inGroups(benchmark::State& state, Datapath* datapath, decltype(AnySet::modifiers) modifiers) {
  Random random(9);
  std::vector<AnySet> sets(kOperandSets);
  for (AnySet& set : sets) {
    set.modifiers = modifiers;
    for (std::uint32_t& value : set.operands.row[spec::sync_rows::kValue])
      value = word(random) % 8; // some lanes hold the same
  }
  const spec::ExitedLanes exited;
  everyWarp(
      state, std::move(sets), anyWarps(),
      [](AnySet& set, const Warp& warp) {
        set.operands.exec = warp.exec;
        std::copy(warp.masks.begin(), warp.masks.end(), set.operands.row[spec::sync_rows::kMask]);
      },
      [&](AnySet& set, spec::Results* results) {
        datapath(&set.modifiers, &set.operands, &set.choices, &exited, results);
      },
      {.loads = 2, .stores = 1}); // value, mask; result
}

using MatchSet = Set<spec::MatchsyncModifiers, spec::MatchsyncChoices>;
using ReduxSet = Set<spec::ReduxsyncModifiers, spec::ReduxsyncChoices>;

} // namespace

void registerGroups() {
  const std::pair<const char*, concrete::MatchsyncDatapath*> kMatch[] = {
      {"first_loop", firstMatchLoop},
      {"portable", concrete::warplaw_matchsync_portable},
      {"avx512", concrete::warplaw_matchsync_avx512}};
  for (const auto& [who, datapath] : kMatch)
    if (runsHere(spec::Mnemonic::Matchsync, who))
      benchmark::RegisterBenchmark(fmt::format("match.any.sync.b32/{}/random_groups", who).c_str(),
                                   inGroups<MatchSet, concrete::MatchsyncDatapath>, datapath,
                                   spec::MatchsyncModifiers{});
  const std::pair<const char*, concrete::ReduxsyncDatapath*> kRedux[] = {
      {"first_loop", firstReduxLoop},
      {"portable", concrete::warplaw_reduxsync_portable},
      {"avx512", concrete::warplaw_reduxsync_avx512}};
  for (const auto& [op, name] : {std::pair{spec::ReduxsyncOp::Add, "add.u32"}, {spec::ReduxsyncOp::Max, "max.u32"}})
    for (const auto& [who, datapath] : kRedux)
      if (runsHere(spec::Mnemonic::Reduxsync, who))
        benchmark::RegisterBenchmark(fmt::format("redux.sync.{}/{}/random_groups", name, who).c_str(),
                                     inGroups<ReduxSet, concrete::ReduxsyncDatapath>, datapath,
                                     spec::ReduxsyncModifiers{.op = static_cast<std::uint32_t>(op)});
}

} // namespace warplaw::bench
