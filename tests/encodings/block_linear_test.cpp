// The block-linear map on whole small surfaces and on corners worked out by hand (SURED-8, SURED-10).
#include "symbolic/encodings/block_linear.h"
#include "symbolic/native/described.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace warplaw::symbolic {
namespace block_linear_test {

struct Surface {
  std::uint64_t widthBytes = 1, height = 1, depth = 1, blockHeight = 0, blockDepth = 0;
};
struct At {
  std::uint64_t x = 0, y = 0, z = 0, layer = 0;
};

class BlockLinear : public ::testing::Test {
protected:
  struct Answer {
    std::uint64_t offset, heightLog, depthLog, layerBytes;
  };
  static Answer ask(const Surface& surface, const At& at) {
    static const native::Function kFunction = compiled();
    Answer answer;
    const void* inputs[] = {&surface, &at};
    void* outputs[] = {&answer};
    kFunction(inputs, outputs);
    return answer;
  }

private:
  static native::Function compiled() {
    Terms terms;
    std::vector<native::Slot> inputs;
    const auto variable = [&](const char* name) {
      inputs.push_back({terms.variable(64, name), unsigned(inputs.size() / 5), inputs.size() % 5 * 8, 8});
      return inputs.back().term;
    };
    const Term width = variable("width"), height = variable("height"), depth = variable("depth");
    const Term blockHeight = variable("blockHeight"), blockDepth = variable("blockDepth");
    const Term x = variable("x"), y = variable("y"), z = variable("z"), layer = variable("layer");
    const BlockLinearShape shape = blockLinearShape(width, height, depth, blockHeight, blockDepth);
    const native::Slot outputs[] = {{blockLinearOffset(shape, x, y, z, layer).offset, 0, 0, 8},
                                    {shape.heightLog, 0, 8, 8},
                                    {shape.depthLog, 0, 16, 8},
                                    {blockLinearLayerBytes(shape, depth), 0, 24, 8}};
    return native::compile(inputs, outputs);
  }
};

TEST_F(BlockLinear, AGobsBits_SURED_8) {
  const Surface oneGob{64, 8};
  constexpr std::pair<At, std::uint64_t> kCorners[] = {{{1, 0}, 1},    {{15, 0}, 15}, {{16, 0}, 32}, {{32, 0}, 256},
                                                       {{0, 1}, 16},   {{0, 2}, 64},  {{0, 4}, 128}, {{48, 7}, 496},
                                                       {{63, 7}, 511}, {{31, 3}, 127}};
  for (const auto& [at, offset] : kCorners)
    EXPECT_EQ(ask(oneGob, at).offset, offset) << at.x << ", " << at.y;
}

TEST_F(BlockLinear, BlocksSlabsAndLayers_SURED_8) {
  // 130 bytes: 3 blocks beside each other. 40 rows: 5 of GOBs, blocks of 2 of them: 3 rows of blocks. 6 slices by
  // fours.
  const Surface surface{130, 40, 6, 1, 2};
  constexpr std::uint64_t kBlock = 512 * 2 * 4, kRow = 3 * kBlock, kSlab = 3 * kRow;
  EXPECT_EQ(ask(surface, {64}).offset, kBlock);
  EXPECT_EQ(ask(surface, {129}).offset, 2 * kBlock + 1);
  EXPECT_EQ(ask(surface, {0, 8}).offset, 512u);
  EXPECT_EQ(ask(surface, {0, 16}).offset, kRow);
  EXPECT_EQ(ask(surface, {0, 39}).offset, 2 * kRow + 3 * 64 + 16);
  EXPECT_EQ(ask(surface, {0, 0, 1}).offset, 1024u);
  EXPECT_EQ(ask(surface, {0, 0, 5}).offset, kSlab + 1024);
  EXPECT_EQ(ask(surface, {65, 25, 5}).offset, kSlab + kRow + kBlock + 1024 + 512 + 16 + 1);
  EXPECT_EQ(ask(surface, {}).layerBytes, 2 * kSlab);
  const Surface layers{130, 40, 1, 1, 2};
  EXPECT_EQ(ask(layers, {0, 0, 0, 3}).offset, 3 * ask(layers, {}).layerBytes);
  EXPECT_EQ(ask(layers, {}).layerBytes, kSlab / 4);
}

TEST_F(BlockLinear, BlocksShrinkUntilTheyAreLessThanTwice_SURED_8) {
  const auto halved = [](std::uint64_t log, std::uint64_t unit, std::uint64_t count) { // the rules' loop
    while (log > 0 && unit << log >= 2 * count)
      --log;
    return log;
  };
  std::set<std::pair<std::uint64_t, std::uint64_t>> shrunk;
  for (std::uint64_t log = 0; log <= 5; ++log)
    for (std::uint64_t count : {1,  2,  3,  4,  5,  7,  8,   9,   15,  16,  17,  31,  32,    33,
                                63, 64, 65, 66, 80, 95, 127, 128, 129, 255, 256, 257, 16384, 65536}) {
      EXPECT_EQ(ask({64, count, 1, log, 0}, {}).heightLog, halved(log, 8, count)) << log << " of " << count;
      EXPECT_EQ(ask({64, 1, count, 0, log}, {}).depthLog, halved(log, 1, count)) << log << " of " << count;
      shrunk.insert({log, halved(log, 8, count)});
    }
  EXPECT_EQ(shrunk.size(), 21u); // from each to each
}

/// Every element of 4 bytes, of all layers: apart, aligned, and inside.
TEST_F(BlockLinear, ElementsAreApartAndInside_SURED_10) {
  std::mt19937_64 random(5);
  unsigned surfaces = 0;
  for (std::uint64_t blocks = 0; blocks < 36; ++blocks)
    for (unsigned round = 0; round < 6; ++round, ++surfaces) {
      const bool isArray = round % 2;
      const std::uint64_t widthBytes = 4 * (1 + random() % 50), deep = 1 + random() % 9;
      const Surface surface{widthBytes, 1 + random() % 70, isArray ? 1 : deep, blocks % 6, blocks / 6};
      const std::uint64_t layers = isArray ? deep : 1;
      std::set<std::uint64_t> taken;
      std::uint64_t elements = 0;
      for (At at; at.layer < layers; ++at.layer)
        for (at.z = 0; at.z < surface.depth; ++at.z)
          for (at.y = 0; at.y < surface.height; ++at.y)
            for (at.x = 0; at.x < widthBytes; at.x += 4, ++elements) {
              const Answer answer = ask(surface, at);
              ASSERT_EQ(answer.offset % 4, 0u);
              ASSERT_LE(answer.offset + 4, layers * answer.layerBytes);
              taken.insert(answer.offset);
            }
      EXPECT_EQ(taken.size(), elements) << "block " << blocks % 6 << ", " << blocks / 6;
    }
  EXPECT_EQ(surfaces, 216u);
}

} // namespace block_linear_test
} // namespace warplaw::symbolic
