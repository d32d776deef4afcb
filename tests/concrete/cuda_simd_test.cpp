// CUDA's SIMD functions (VID-9..11): each of them, called as text, gives what CUDA says of its name, half by half or
// byte by byte.
#include "concrete/execute.h"
#include "spec/cuda_call.h"
#include "spec/source_reader.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>

namespace warplaw {
namespace cuda_simd_test {

using Word = std::uint32_t;
using Lane = std::int64_t;

/// What stands between `__v` and the width: a function of two lanes. `s`: of numbers with a sign.
struct Row {
  std::string_view name;
  bool isSigned, isSum; ///< isSum: of all lanes together
  Lane (*of)(Lane a, Lane b, Lane least, Lane most);
};
constexpr auto kSum = [](Lane a, Lane b, Lane, Lane) { return a + b; };
constexpr auto kSumClamped = [](Lane a, Lane b, Lane least, Lane most) { return std::clamp(a + b, least, most); };
constexpr auto kLess = [](Lane a, Lane b, Lane, Lane) { return a - b; };
constexpr auto kLessClamped = [](Lane a, Lane b, Lane least, Lane most) { return std::clamp(a - b, least, most); };
constexpr auto kMost = [](Lane a, Lane b, Lane, Lane) { return std::max(a, b); };
constexpr auto kLeast = [](Lane a, Lane b, Lane, Lane) { return std::min(a, b); };
constexpr auto kApart = [](Lane a, Lane b, Lane, Lane) { return a < b ? b - a : a - b; };
constexpr auto kMean = [](Lane a, Lane b, Lane, Lane) { return (a + b + (a + b >= 0)) >> 1; };
const Row kRows[] = {
    {"add", false, false, kSum},
    {"addss", true, false, kSumClamped},
    {"addus", false, false, kSumClamped},
    {"sub", false, false, kLess},
    {"subss", true, false, kLessClamped},
    {"subus", false, false, kLessClamped},
    {"maxs", true, false, kMost},
    {"maxu", false, false, kMost},
    {"mins", true, false, kLeast},
    {"minu", false, false, kLeast},
    {"absdiffs", true, false, kApart},
    {"absdiffu", false, false, kApart},
    {"sads", true, true, kApart},
    {"sadu", false, true, kApart},
    {"avgs", true, false, kMean},
    {"avgu", false, false, [](Lane a, Lane b, Lane, Lane) { return (a + b + 1) >> 1; }},
    {"abs", true, false, [](Lane a, Lane, Lane, Lane) { return a < 0 ? -a : a; }},
    {"absss", true, false, [](Lane a, Lane, Lane, Lane most) { return std::min(a < 0 ? -a : a, most); }},
    {"neg", true, false, [](Lane a, Lane, Lane, Lane) { return -a; }},
    {"negss", true, false, [](Lane a, Lane, Lane, Lane most) { return std::min(-a, most); }},
    {"seteq", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a == b}; }},
    {"setne", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a != b}; }},
    {"setlts", true, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a < b}; }},
    {"setltu", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a < b}; }},
    {"setles", true, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a <= b}; }},
    {"setleu", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a <= b}; }},
    {"setgts", true, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a > b}; }},
    {"setgtu", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a > b}; }},
    {"setges", true, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a >= b}; }},
    {"setgeu", false, false, [](Lane a, Lane b, Lane, Lane) { return Lane{a >= b}; }},
};

Word expected(const Row& row, unsigned bits, Word a, Word b) {
  const Word ones = (1u << bits) - 1;
  const auto lane = [&](Word word, unsigned at) {
    const Lane value = word >> at & ones;
    return row.isSigned && value >> (bits - 1) ? value - (Lane{1} << bits) : value;
  };
  const Lane least = row.isSigned ? -(Lane{1} << (bits - 1)) : 0, most = least + ones;
  Word all = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    const Lane result = row.of(lane(a, at), lane(b, at), least, most);
    if (row.isSum)
      all += static_cast<Word>(result);
    else
      all |= (static_cast<Word>(result) & ones) << at;
  }
  return all;
}

TEST(CudaSimd, EachFunctionGivesWhatItsNameSays_VID_10) {
  std::set<std::string> stated;
  std::mt19937 random(1);
  for (const Row& row : kRows)
    for (const unsigned width : {2u, 4u}) {
      const std::string name = "__v" + std::string(row.name) + std::to_string(width);
      const spec::CudaFunction* const function = spec::findCudaFunction(name);
      ASSERT_TRUE(function) << name;
      stated.insert(name);
      const auto line = spec::readLine(spec::exampleCall(*function));
      ASSERT_TRUE(line) << name;
      auto warp = std::make_unique<spec::Warp>();
      warp->active = ~0u;
      for (unsigned turn = 0; turn < 64; ++turn) {
        constexpr Word kBounds[] = {0,          0x80008000, 0x7fff7fff, 0xffffffff,
                                    0x80808080, 0x7f7f7f7f, 0x00010001, 0x01010101};
        for (unsigned reg : {1u, 2u})
          for (Word& word : warp->registers[reg])
            word = random() % 2 ? static_cast<Word>(random()) : kBounds[random() % std::size(kBounds)];
        spec::Surroundings surroundings;
        const spec::Instruction& instruction = line->instructions.front();
        ASSERT_TRUE(concrete::execute(instruction, spec::defaultChoices(instruction.form), spec::ShaderKind::Compute,
                                      *warp, surroundings));
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          ASSERT_EQ(warp->registers[0][lane],
                    expected(row, 32 / width, warp->registers[1][lane], warp->registers[2][lane]))
              << name << std::hex << " 0x" << warp->registers[1][lane] << " 0x" << warp->registers[2][lane];
      }
    }
  for (const spec::CudaFunction& function : spec::cudaFunctions()) // none that nothing is said of
    EXPECT_EQ(function.name.starts_with("__v"), stated.contains(std::string(function.name))) << function.name;
}

/// One line for what is no instruction, and none for what is.
TEST(CudaSimd, WhatIsElsewhereIsSaid) {
  for (const char* const name :
       {"__vcmpeq4", "__vhaddu2", "__viaddmax_s32", "atomicSub", "atomicAdd_block", "__syncwarp"}) {
    EXPECT_NE(spec::insteadOf(name), "") << name;
    EXPECT_LE(spec::insteadOf(name).size(), 120u) << name;
  }
  for (const spec::CudaFunction& function : spec::cudaFunctions())
    EXPECT_EQ(spec::insteadOf(function.name), "");
  EXPECT_EQ(spec::insteadOf("vadd4"), "");
}

} // namespace cuda_simd_test
} // namespace warplaw
