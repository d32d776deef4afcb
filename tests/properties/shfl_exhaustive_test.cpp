// SHFL's lane and predicate functions over all modes, lanes, b, clamps and segment masks: every path of the executor
// against the encoding's machine code, and the encoding against the rules in plain integers (SHFL-1..6, -8, -10).
#include "concrete/execute.h"
#include "fuzz/instructions/shfl.h"
#include <gtest/gtest.h>
#include <numeric>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
namespace rows = spec::shfl_rows;
using Datapath = void(const spec::ShflModifiers*, const spec::Operands*, const spec::ShflChoices*, spec::Results*);

/// All 32 lanes execute, Ra is the lane's number, b and c the same in every lane.
ShflTrial uniform(std::uint32_t mode, std::uint32_t b, std::uint32_t clamp, std::uint32_t seg) {
  ShflTrial trial;
  trial.modifiers.mode = mode;
  trial.operands.exec = ~0u;
  std::iota(std::begin(trial.operands.row[rows::kValue]), std::end(trial.operands.row[rows::kValue]), 0u);
  std::fill_n(trial.operands.row[rows::kLane], kLanes, b);
  std::fill_n(trial.operands.row[rows::kRange], kLanes, seg << 8 | clamp);
  return trial;
}

template <class F> void forAll(F visit) {
  for (std::uint32_t mode = 0; mode < 4; ++mode)
    for (std::uint32_t seg = 0; seg < 32; ++seg)
      for (std::uint32_t clamp = 0; clamp < 32; ++clamp)
        for (std::uint32_t b = 0; b < 32; ++b)
          visit(mode, b, clamp, seg);
}

TEST(Shfl, EveryPathIsTheEncodingExhaustively_SHFL_1_to_8) {
  std::vector<Datapath*> paths;
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Shfl))
    if (path.supported)
      paths.push_back(reinterpret_cast<Datapath*>(concrete::shippedFunction("warplaw_shfl_" + std::string(path.name))));
  ASSERT_FALSE(paths.empty());
  ShflFuzzer fuzzer;
  std::size_t rowsTried = 0;
  forAll([&](std::uint32_t mode, std::uint32_t b, std::uint32_t clamp, std::uint32_t seg) {
    const ShflTrial trial = uniform(mode, b, clamp, seg);
    ShflFuzzer::Wanted wanted;
    fuzzer.encode(trial, wanted);
    const spec::Results& expected = wanted.results;
    for (Datapath* path : paths) {
      spec::Results got = untouchedResults();
      path(&trial.modifiers, &trial.operands, &trial.choices, &got);
      ASSERT_EQ(differingKinds(expected, got, ~0u), 0u)
          << "mode " << mode << " b " << b << " clamp " << clamp << " seg " << seg;
    }
    ++rowsTried;
  });
  EXPECT_EQ(rowsTried, 4u * 32768);
}

TEST(Shfl, EncodingIsTheRulesInPlainIntegers_SHFL_1_to_6) {
  ShflFuzzer fuzzer;
  std::size_t disagreeingWithMinLane = 0;
  forAll([&](std::uint32_t mode, std::uint32_t b, std::uint32_t clamp, std::uint32_t seg) {
    const ShflTrial trial = uniform(mode, b, clamp, seg);
    ShflFuzzer::Wanted wanted;
    fuzzer.encode(trial, wanted);
    const spec::Results& got = wanted.results;
    for (int i = 0; i < static_cast<int>(kLanes); ++i) {
      const int delta = static_cast<int>(b), within = 31 - static_cast<int>(seg);
      const int minLane = i & static_cast<int>(seg), maxLane = minLane + (static_cast<int>(clamp) & within);
      const int candidates[] = {minLane + (delta & within), i - delta, i + delta, i ^ delta};
      const int j = candidates[mode];
      const bool inRange = mode == 1 ? j >= maxLane : j <= maxLane;
      if (mode == 1 && inRange != (j >= minLane))
        ++disagreeingWithMinLane;
      ASSERT_EQ(got.predicate >> i & 1, inRange ? 1u : 0u)
          << "mode " << mode << " b " << b << " clamp " << clamp << " seg " << seg << " lane " << i;
      ASSERT_EQ(got.row[0][i], static_cast<std::uint32_t>(inRange ? j : i))
          << "mode " << mode << " b " << b << " clamp " << clamp << " seg " << seg << " lane " << i;
    }
  });
  EXPECT_EQ(disagreeingWithMinLane, 162368u) << "SHFL-4: how often the published comparison is wrong";
}

} // namespace
} // namespace warplaw::fuzz
