// How many reductions a second RED and SURED execute, in random masks and orders.
#include "bench/first_loops.h"
#include "bench/warps.h"
#include "spec/texture_header.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::bench {
namespace {

constexpr std::uint64_t kAddress = 0x12'0000'0000; ///< of the memory
constexpr std::uint32_t kBytes = 48 * 1024;
constexpr std::uint32_t kWidth = 100, kHeight = 96; ///< of the surface: 42 KiB of blocks

struct Warp {
  std::uint32_t exec;
  decltype(spec::RedChoices::order) order = spec::RedChoices{}.order;
};
std::vector<Warp> anyWarps() {
  Random random(6);
  std::vector<Warp> warps(kWarps);
  for (Warp& warp : warps) {
    warp.exec = word(random);
    std::shuffle(warp.order.begin(), warp.order.end(), random);
  }
  return warps;
}

template <class Modifiers, class Choices> struct Set {
  Modifiers modifiers;
  spec::Operands operands;
  Choices choices;
};
/// As many sets as there are; `place` fills in what lane `lane` goes by.
template <class AnySet, class Place> std::vector<AnySet> anySets(auto size, Place place) {
  Random random(7);
  std::vector<AnySet> sets(kOperandSets);
  for (AnySet& set : sets) {
    fill(set.operands, random);
    set.modifiers.size = static_cast<std::uint32_t>(size);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      place(set, lane, random);
  }
  return sets;
}

/// Memory of zeros in one region, and everything else that a reduction looks at.
template <class AnySet, class Datapath, class Part>
void reduce(benchmark::State& state, Datapath* datapath, std::vector<AnySet> sets, const Part& part, Moved moved) {
  std::vector<std::uint8_t> memory(kBytes);
  spec::GenericRegions regions;
  regions.baseHigh[0] = static_cast<std::uint32_t>(kAddress >> 32);
  std::fill(std::begin(regions.end), std::end(regions.end), kBytes);
  everyWarp(
      state, std::move(sets), anyWarps(),
      [](AnySet& set, const Warp& warp) {
        set.operands.exec = warp.exec;
        set.choices.order = warp.order;
      },
      [&](AnySet& set, spec::Results* results) {
        datapath(&set.modifiers, &set.operands, &set.choices, {memory.data(), kBytes}, &regions, &part, results);
      },
      moved);
}

using RedSet = Set<spec::RedModifiers, spec::RedChoices>;
void red(benchmark::State& state, concrete::RedDatapath* datapath, spec::RedSize size) {
  const auto place = [](RedSet& set, unsigned lane, Random& random) {
    set.modifiers.extended = 1;
    set.operands.row[spec::red_rows::kBase][lane] = word(random) % (kBytes / 4) * 4;
    set.operands.row[spec::red_rows::kBaseHigh][lane] = static_cast<std::uint32_t>(kAddress >> 32);
  };
  // address of two words, order, of half of the lanes operand and memory; memory and error
  reduce(state, datapath, anySets<RedSet>(size, place), spec::SpecialInputs{}, {.loads = 3.25, .stores = 0.75});
}

using SuredSet = Set<spec::SuredModifiers, spec::SuredChoices>;
void sured(benchmark::State& state, concrete::SuredDatapath* datapath, spec::SuredSize size,
           spec::HeaderVersion version) {
  const auto place = [](SuredSet& set, unsigned lane, Random& random) {
    set.modifiers.dim = static_cast<std::uint32_t>(spec::SuredDim::D2);
    set.operands.row[spec::sured_rows::kX][lane] = word(random) % kWidth;
    set.operands.row[spec::sured_rows::kSecond][lane] = word(random) % kHeight;
    set.operands.row[spec::sured_rows::kHandle][lane] = 0;
  };
  spec::Surfaces surfaces;
  const bool isPitch = version == spec::HeaderVersion::Pitch;
  setHeader(surfaces, 0,
            spec::headerOf({.components = static_cast<std::uint32_t>(spec::TexelComponents::R32),
                            .type = static_cast<std::uint32_t>(spec::TexelType::Uint),
                            .version = static_cast<std::uint32_t>(version),
                            .address = kAddress,
                            .blockHeight = isPitch ? 0u : 1u,
                            .pitch = isPitch ? (4 * kWidth + 31) / 32 * 32 : 0,
                            .texture = static_cast<std::uint32_t>(spec::TextureType::T2D),
                            .lastX = kWidth - 1,
                            .lastY = kHeight - 1}));
  // handle, two coordinates, order, of half of the lanes operand and memory; memory and error
  reduce(state, datapath, anySets<SuredSet>(size, place), surfaces, {.loads = 4.25, .stores = 0.75});
}

} // namespace

void registerReductions() {
  const std::pair<const char*, concrete::RedDatapath*> kRed[] = {{"first_loop", firstRedLoop},
                                                                 {"portable", concrete::warplaw_red_portable},
                                                                 {"avx512", concrete::warplaw_red_avx512},
                                                                 {"vbmi2", concrete::warplaw_red_vbmi2}};
  for (const auto& [who, datapath] : kRed) {
    if (!runsHere(spec::Mnemonic::Red, who))
      continue;
    const std::string lanes = fmt::format("{}/random_mask_and_order", who);
    benchmark::RegisterBenchmark(("RED.E.ADD.U32/" + lanes).c_str(), red, datapath, spec::RedSize::U32);
    benchmark::RegisterBenchmark(("RED.E.ADD.F32/" + lanes).c_str(), red, datapath, spec::RedSize::F32);
  }
  const std::pair<const char*, concrete::SuredDatapath*> kSured[] = {{"first_loop", firstSuredLoop},
                                                                     {"portable", concrete::warplaw_sured_portable},
                                                                     {"avx512", concrete::warplaw_sured_avx512}};
  for (const auto& [who, datapath] : kSured) {
    const std::string lanes = fmt::format("{}/random_mask_and_order", who);
    const auto add = [&](const char* name, spec::SuredSize size, spec::HeaderVersion version) {
      benchmark::RegisterBenchmark((name + lanes).c_str(), sured, datapath, size, version);
    };
    add("SURED.D.2D.ADD.U32/", spec::SuredSize::U32, spec::HeaderVersion::BlockLinear);
    add("SURED.D.2D.ADD.F32/", spec::SuredSize::F32, spec::HeaderVersion::BlockLinear);
    add("SURED.D.2D.ADD.U32.pitch/", spec::SuredSize::U32, spec::HeaderVersion::Pitch);
  }
}

} // namespace warplaw::bench
