// SHFL's datapaths: each rule on hand-checked lanes, every (mode, lane, b, clamp, seg), and the other paths against
// the portable one.
#include "concrete/execute.h"
#include "concrete/instructions/shfl.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace warplaw {
namespace {
using spec::ShflMode;
using Datapath = concrete::ShflDatapath;

std::uint32_t rangeOperand(std::uint32_t clamp, std::uint32_t seg) { return clamp | seg << 8; }

struct Shuffled {
  spec::Operands operands;
  spec::ShflChoices choices;
  spec::Results results;
  Shuffled() {
    operands.exec = ~0u;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      operands.row[0][lane] = 1000 + lane;
      choices.inactive[lane] = 5000 + lane;
    }
    std::memset(&results, 0xAB, sizeof results);
  }
  void all(std::uint32_t b, std::uint32_t c) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      operands.row[1][lane] = b;
      operands.row[2][lane] = c;
    }
  }
  void run(Datapath* datapath, ShflMode mode) {
    const spec::ShflModifiers modifiers{static_cast<std::uint32_t>(mode)};
    datapath(&modifiers, &operands, &choices, &results);
  }
  /// The lane that was read; at least 4000 if it was the inactive value.
  std::uint32_t from(std::uint32_t lane) const { return results.row[0][lane] - 1000; }
  bool predicate(std::uint32_t lane) const { return results.predicate >> lane & 1; }
};

bool supported(std::string_view name) {
  for (const auto& path : concrete::paths(spec::Mnemonic::Shfl))
    if (path.name == name)
      return path.supported;
  return false;
}

std::vector<std::string_view> pathNames() {
  std::vector<std::string_view> names;
  for (const auto& path : concrete::paths(spec::Mnemonic::Shfl))
    names.push_back(path.name);
  return names;
}

class Shfl : public testing::TestWithParam<std::string_view> {
protected:
  void SetUp() override {
    if (!supported(GetParam()))
      GTEST_SKIP() << "this processor cannot run it";
  }
  Datapath* datapath() const {
    return reinterpret_cast<Datapath*>(concrete::shippedFunction("warplaw_shfl_" + std::string(GetParam())));
  }
};
INSTANTIATE_TEST_SUITE_P(Paths, Shfl, testing::ValuesIn(pathNames()),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Shfl, SegmentsAndClampBoundTheLanes_SHFL_1) {
  Shuffled w; // quads: seg 0b11100, clamp 1: only the first two lanes of a quad are in range
  w.all(1, rangeOperand(1, 0b11100));
  w.run(datapath(), ShflMode::Bfly);
  EXPECT_EQ(w.from(4), 5u);
  EXPECT_TRUE(w.predicate(4));
  EXPECT_EQ(w.from(6), 6u);
  EXPECT_FALSE(w.predicate(6));
}

TEST_P(Shfl, IdxReadsWithinTheSegment_SHFL_2) {
  Shuffled w;
  w.all(9, rangeOperand(31, 0b11000)); // b = 9 is 1 within segments of 8
  w.run(datapath(), ShflMode::Idx);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(w.from(lane), (lane & 24) + 1);
  EXPECT_EQ(w.results.predicate, ~0u);
}

TEST_P(Shfl, IdxAboveTheClampIsOutOfRange_SHFL_2) {
  Shuffled w;
  w.all(5, rangeOperand(4, 0));
  w.run(datapath(), ShflMode::Idx);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(w.from(lane), lane);
  EXPECT_EQ(w.results.predicate, 0u);
}

TEST_P(Shfl, DownCountsUpToTheLastLane_SHFL_3) {
  Shuffled w;
  w.all(16, rangeOperand(31, 0));
  w.run(datapath(), ShflMode::Down);
  EXPECT_EQ(w.from(0), 16u);
  EXPECT_EQ(w.from(15), 31u);
  EXPECT_EQ(w.from(16), 16u); // 32 is beyond the warp, not lane 0
  EXPECT_EQ(w.results.predicate, 0x0000FFFFu);
}

TEST_P(Shfl, UpComparesWithMaxLane_SHFL_4) {
  Shuffled w;
  w.all(1, rangeOperand(4, 0)); // maxLane = 4 in every lane: lanes 1..4 would be in range of minLane = 0
  w.run(datapath(), ShflMode::Up);
  EXPECT_EQ(w.results.predicate, ~0u << 5);
  EXPECT_EQ(w.from(4), 4u);
  EXPECT_EQ(w.from(5), 4u);
}

TEST_P(Shfl, UpBelowLaneZeroIsNegative_SHFL_4) {
  Shuffled w;
  w.all(31, rangeOperand(0, 0));
  w.run(datapath(), ShflMode::Up);
  EXPECT_EQ(w.results.predicate, 1u << 31);
  EXPECT_EQ(w.from(31), 0u);
  EXPECT_EQ(w.from(30), 30u);
}

TEST_P(Shfl, ButterflyExchanges_SHFL_5) {
  Shuffled w;
  w.all(21, rangeOperand(31, 0));
  w.run(datapath(), ShflMode::Bfly);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(w.from(lane), lane ^ 21);
}

TEST_P(Shfl, OutOfRangeReadsTheOwnLane_SHFL_6) {
  Shuffled w;
  w.all(16, rangeOperand(15, 0)); // lanes 0..15 would read 16..31
  w.run(datapath(), ShflMode::Bfly);
  EXPECT_EQ(w.from(3), 3u);
  EXPECT_EQ(w.from(19), 3u);
}

TEST_P(Shfl, InactiveSourceGivesTheChosenValueOfTheReader_SHFL_7) {
  Shuffled w;
  w.operands.exec = ~(1u << 7);
  w.all(7, rangeOperand(31, 0));
  w.run(datapath(), ShflMode::Idx);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if (lane != 7)
      EXPECT_EQ(w.results.row[0][lane], 5000 + lane);
}

TEST_P(Shfl, PredicateIgnoresActivity_SHFL_8) {
  Shuffled all, some;
  some.operands.exec = 0x0F0F1234;
  for (Shuffled* w : {&all, &some}) {
    w->all(3, rangeOperand(31, 0b10000));
    w->run(datapath(), ShflMode::Down);
  }
  EXPECT_EQ(some.results.predicate & 0x0F0F1234, all.results.predicate & 0x0F0F1234);
}

TEST_P(Shfl, EachLaneUsesItsOwnOperandsAndOnlyTheirBits_SHFL_9) {
  Shuffled w;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    w.operands.row[1][lane] = 0xFFFFFFE0u | (31 - lane);
    w.operands.row[2][lane] = 0xFFFFE0FFu; // clamp 31, segment mask 0, all ignored bits set
  }
  w.run(datapath(), ShflMode::Idx);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(w.from(lane), 31 - lane);
}

TEST_P(Shfl, UpLeavesItsSegmentUnderAMaskThatIsNoPrefix_SHFL_11) {
  Shuffled w;
  w.all(1, rangeOperand(0, 0b00001)); // lane 2: segment of the even lanes, minLane = maxLane = 0, reads lane 1
  w.run(datapath(), ShflMode::Up);
  EXPECT_EQ(w.from(2), 1u);
  EXPECT_TRUE(w.predicate(2));
}

TEST_P(Shfl, ButterflyLeavesItsSegment_SHFL_12) {
  Shuffled w;
  w.all(16, rangeOperand(31, 0b10000));
  w.run(datapath(), ShflMode::Bfly);
  EXPECT_EQ(w.from(16), 0u);
  EXPECT_TRUE(w.predicate(16));
}

TEST_P(Shfl, OnlyLanesOfExecChange_MACH_1_MACH_5) {
  Shuffled w;
  w.operands.exec = 0x80000001;
  w.all(0, rangeOperand(31, 0));
  const spec::Results before = w.results;
  w.run(datapath(), ShflMode::Idx);
  EXPECT_EQ(w.results.written[0], 0x80000001u);
  EXPECT_EQ(w.results.written[1], 0u);
  EXPECT_EQ(w.results.predicateWritten, 0x80000001u);
  EXPECT_EQ(w.results.predicate & ~0x80000001u, before.predicate & ~0x80000001u);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(w.results.error[lane], 0);
    EXPECT_EQ(w.results.row[1][lane], before.row[1][lane]);
    if (!(w.operands.exec >> lane & 1))
      EXPECT_EQ(w.results.row[0][lane], before.row[0][lane]);
  }
}

/// Source lane and predicate as the rules say, in plain integers.
std::pair<int, bool> expectedLane(ShflMode mode, int i, int b, int clamp, int seg) {
  const int minLane = i & seg, maxLane = minLane | (clamp & ~seg & 31);
  int j = 0;
  switch (mode) {
  case ShflMode::Idx:
    j = minLane | (b & ~seg & 31);
    break;
  case ShflMode::Up:
    j = i - b;
    break;
  case ShflMode::Down:
    j = i + b;
    break;
  case ShflMode::Bfly:
    j = i ^ b;
    break;
  }
  const bool p = mode == ShflMode::Up ? j >= maxLane : j <= maxLane;
  return {p ? j : i, p};
}

TEST_P(Shfl, EveryModeLaneIndexClampAndSegment_SHFL_1_to_8) {
  Shuffled w;
  for (int mode = 0; mode < 4; ++mode)
    for (int b = 0; b < 32; ++b)
      for (int clamp = 0; clamp < 32; ++clamp)
        for (int seg = 0; seg < 32; ++seg) {
          w.all(b, rangeOperand(clamp, seg));
          w.run(datapath(), static_cast<ShflMode>(mode));
          for (int lane = 0; lane < 32; ++lane) {
            const auto [from, p] = expectedLane(static_cast<ShflMode>(mode), lane, b, clamp, seg);
            ASSERT_EQ(w.from(lane), static_cast<std::uint32_t>(from))
                << mode << " " << lane << " " << b << " " << clamp << " " << seg;
            ASSERT_EQ(w.predicate(lane), p) << mode << " " << lane << " " << b << " " << clamp << " " << seg;
          }
        }
}

TEST_P(Shfl, IsThePortablePathOnRandomWarps) {
  std::mt19937 random(7);
  const auto fill = [&](auto& object) {
    auto* bytes = reinterpret_cast<unsigned char*>(&object);
    for (std::size_t at = 0; at < sizeof object; ++at)
      bytes[at] = static_cast<unsigned char>(random());
  };
  for (int round = 0; round < 20000; ++round) {
    spec::Operands operands;
    spec::ShflChoices choices;
    spec::Results portable;
    fill(operands);
    fill(choices);
    fill(portable);
    spec::Results wide = portable;
    const spec::ShflModifiers modifiers{static_cast<std::uint32_t>(random() % 4)};
    concrete::warplaw_shfl_portable(&modifiers, &operands, &choices, &portable);
    datapath()(&modifiers, &operands, &choices, &wide);
    ASSERT_EQ(std::memcmp(&portable, &wide, sizeof portable), 0) << "mode " << modifiers.mode << ", round " << round;
  }
}
} // namespace
} // namespace warplaw
