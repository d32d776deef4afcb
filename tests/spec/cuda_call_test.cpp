// CUDA's functions as instructions: each has one that its rules are about, and arguments that are none have their
// place.
#include "spec/cuda_call.h"
#include "spec/rules.h"
#include "spec/source_reader.h"
#include <gtest/gtest.h>
#include <sstream>

namespace warplaw::spec {
namespace cuda_call_test {

std::string instructionsOf(std::string_view call) {
  const auto line = readLine(call);
  if (!line)
    return line.error().rule + ": " + line.error().message;
  std::string text;
  for (const Instruction& instruction : line->instructions)
    text += (text.empty() ? "" : " ") + print(instruction);
  return text;
}

TEST(CudaCall, EveryFunctionsExampleIsAnInstructionAndItsRulesAreThere) {
  for (const CudaFunction& function : cudaFunctions()) {
    const std::string call = exampleCall(function);
    EXPECT_TRUE(isCall(call)) << call;
    EXPECT_TRUE(readLine(call)) << call << ": " << instructionsOf(call);
    EXPECT_EQ(instructionOf(function).find('$'), std::string::npos) << function.name;
    std::istringstream rules{std::string(function.rules)};
    for (std::string rule; rules >> rule;)
      EXPECT_TRUE(findRule(rule)) << function.name << ": " << rule;
    EXPECT_EQ(findCudaFunction(function.name), &function);
  }
}

TEST(CudaCall, WidthIsSegmentMaskAndClamp_CSHFL_1) {
  for (const unsigned width : {1u, 2u, 4u, 8u, 16u, 32u})
    for (const auto& [name, mode, clamp] :
         {std::tuple{"__shfl_sync", "idx", 31u}, {"__shfl_up_sync", "up", 0u}, {"__shfl_xor_sync", "bfly", 31u}}) {
      const unsigned c = (32 - width) << 8 | clamp;
      EXPECT_EQ(instructionsOf(std::string(name) + "(0xffffffff, R1, 16, " + std::to_string(width) + ")"),
                instructionsOf("shfl.sync." + std::string(mode) + ".b32 %r0, %r1, 16, " + std::to_string(c) +
                               ", 0xffffffff"));
    }
  EXPECT_EQ(instructionsOf("__shfl_down_sync(0xffffffff, R1, 16, 8)"),
            "shfl.sync.down.b32 %r0, %r1, 16, 0x181f, 0xffffffff;");
  EXPECT_EQ(instructionsOf("__shfl_up(R1, 33)"), "SHFL.UP PT, R0, R1, 1, 0;"); // CSHFL-5
}

// as C++ computes them, in 32 bits
TEST(CudaCall, ConstantsAreExpressions) {
  for (const auto& [constant, value] :
       std::vector<std::pair<std::string, std::string>>{{"FULL_MASK", "0xffffffff"},
                                                        {"0xffffffffu", "0xffffffff"},
                                                        {"0xFFFFFFFFUL", "0xffffffff"},
                                                        {"~0", "0xffffffff"},
                                                        {"~0u >> 16", "0xffff"},
                                                        {"-1", "0xffffffff"},
                                                        {"-1 >> 4", "0xffffffff"},
                                                        {"(unsigned)-1 >> 28", "15"},
                                                        {"(1u << 16) - 1", "0xffff"},
                                                        {"(1<<warpSize/2)-1", "0xffff"},
                                                        {"0xff | 0xf00 & 0x700 ^ 1", "0x7ff"},
                                                        {"0b1010", "10"},
                                                        {"2 * (3 + 4) % 5", "4"},
                                                        {"7 - 2 - 1", "4"},
                                                        {"-7 / 2", "0xfffffffd"},
                                                        {"UINT_MAX / 3", "0x55555555"}})
    EXPECT_EQ(instructionsOf("__shfl_sync(" + constant + ", R1, 2)"),
              instructionsOf("shfl.sync.idx.b32 %r0, %r1, 2, 31, " + value))
        << constant;
  EXPECT_EQ(instructionsOf("__shfl_xor_sync(FULL_MASK, R1, 1 << 3, warpSize >> 1)"),
            "shfl.sync.bfly.b32 %r0, %r1, 8, 0x101f, 0xffffffff;");
  for (const char* none :
       {"1/0", "1 % 0", "1 << 32", "1 << -1", "(1", "1)", "1 +", "+", "0x", "0xg", "1 2", "4294967296"})
    EXPECT_EQ(instructionsOf(std::string("__shfl_sync(") + none + ", R1, 2)").substr(0, 6), "syntax") << none;
  EXPECT_EQ(
      instructionsOf("__shfl_sync(" + std::string(5000, '(') + "1" + std::string(5000, ')') + ", R1, 2)").substr(0, 6),
      "syntax");
}

TEST(CudaCall, VariablesAreRegistersByTheirNames) {
  EXPECT_EQ(instructionsOf("sum = __shfl_down_sync(FULL_MASK, sum, offset)"),
            "shfl.sync.down.b32 %r254, %r254, %r253, 31, 0xffffffff;");
  EXPECT_EQ(instructionsOf("ok = __all_sync(FULL_MASK, !pred)"), "vote.sync.all.pred %p6, !%p5, 0xffffffff;");
  EXPECT_EQ(instructionsOf("__reduce_max_sync(mask, (int)x)"), "redux.sync.max.s32 %r0, %r254, %r253;");
}

TEST(CudaCall, ResultsAreWhatStandsBeforeOrWhatNobodyNames) {
  EXPECT_EQ(instructionsOf("R7 = __ballot_sync(R0, !P3);"), "vote.sync.ballot.b32 %r7, !%p3, %r0;");
  EXPECT_EQ(instructionsOf("__ballot_sync(R0, P3)"), "vote.sync.ballot.b32 %r1, %p3, %r0;");
  EXPECT_EQ(instructionsOf("@!P1 P2 = __all(P0)"), "@!P1 VOTE.ALL RZ, P2, P0;");
  EXPECT_EQ(instructionsOf("__all_sync(0xff, P0)"), "vote.sync.all.pred %p1, %p0, 0xff;");
  EXPECT_EQ(instructionsOf("__match_all_sync(1, %rd0, &P2)"), "match.all.sync.b64 %r2|%p2, %rd0, 1;");
  EXPECT_EQ(instructionsOf("__reduce_min_sync(1, (int)R0)"), "redux.sync.min.s32 %r1, %r0, 1;");
  EXPECT_EQ(instructionsOf("__syncthreads_count(P0)"), "BAR.RED.POPC 0, P0; B2R.RESULT R0;");
  EXPECT_EQ(instructionsOf("__shfl_sync(%r300, %f7, %r301)"), "shfl.sync.idx.b32 %r0, %r254, %r253, 31, %r252;");
}

TEST(CudaCall, MeansTheSameOnEveryTarget_SR_3) {
  for (const CudaFunction& function : cudaFunctions())
    EXPECT_EQ(readLine(exampleCall(function), 50)->instructions, readLine(exampleCall(function), 90)->instructions)
        << function.name;
}

TEST(CudaCall, RejectedWithRuleAndPlace) {
  const auto rejects = [](std::string marked, std::string_view rule) {
    const std::size_t place = marked.find('^');
    marked.erase(place, 1);
    const auto line = readLine(marked);
    ASSERT_FALSE(line) << marked;
    EXPECT_EQ(line.error().rule, rule) << describe(line.error(), marked);
    EXPECT_EQ(line.error().position, place) << describe(line.error(), marked);
  };
  rejects("__shfl_sync(1, R1, 2, ^5)", "CSHFL-1");
  rejects("__shfl_sync(1, R1, 2, ^R3)", "CSHFL-1");
  rejects("__shfl_sync(1, ^%rd1, 2)", "SYNC-8");
  rejects("__shfl_sync(1, ^7, 2)", "syntax");
  rejects("^__shfl_sync(1, R1)", "syntax");
  rejects("^__frobnicate(1)", "syntax");
  rejects("__shfl_sync(1, R1, 2^", "syntax");
  rejects("__shfl_sync(1, R1, 2) ^+ 1", "syntax");
  rejects("__ballot_sync(1, ^R1)", "syntax");
  rejects("^P1 = __ballot_sync(1, P1)", "syntax");
  rejects("__prof_trigger(^8)", "PM-2");
  rejects("__reduce_max_sync(1, ^R1)", "syntax");
}

} // namespace cuda_call_test
} // namespace warplaw::spec
