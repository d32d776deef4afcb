// The search for outcomes itself, on programs whose outcomes are counted by hand (RED-8, RED-9, SURED-9).
#include "linearize/litmus.h"
#include <gtest/gtest.h>

namespace warplaw::linearize::litmus {
namespace {

std::vector<Outcome> all(const Program& program, const Rules& rules = {}) {
  std::vector<Outcome> list;
  const Found found = outcomes(program, rules);
  EXPECT_TRUE(found.isComplete);
  for (const auto& [outcome, way] : found.outcomes)
    list.push_back(outcome);
  return list;
}
using Outcomes = std::vector<Outcome>;

LitmusStep load(unsigned address) { return {Kind::Load, address}; }
LitmusStep loadGlobal(unsigned address) { return {Kind::LoadGlobal, address}; }
LitmusStep store(unsigned address, std::uint32_t value) { return {Kind::Store, address, value}; }
LitmusStep reduce(unsigned address, std::uint32_t value, Op op = Op::Add) {
  return {Kind::Reduce, address, value, {op}};
}
LitmusStep atomic(unsigned address, std::uint32_t value, Op op = Op::Add, std::uint32_t swap = 0) {
  return {Kind::Atomic, address, value, {op}, swap};
}
const LitmusStep kMembar{Kind::Membar}, kBarrier{Kind::Barrier};
Program of(std::vector<Thread> threads, std::vector<std::uint32_t> memory, std::vector<Held> held = {}) {
  return {std::move(threads), std::move(memory), std::move(held), {}};
}

TEST(Litmus, NoStepLeavesMemory_RED_9) { EXPECT_EQ(all(of({{0, {}}}, {3, 4})), (Outcomes{{3, 4}})); }

TEST(Litmus, TwoReductionsCommute_RED_8) {
  EXPECT_EQ(all(of({{0, {reduce(0, 1)}}, {1, {reduce(0, 2)}}}, {10})), (Outcomes{{13}}));
}

TEST(Litmus, AStoreAndAReductionDoNot_RED_9) {
  EXPECT_EQ(all(of({{0, {reduce(0, 1)}}, {0, {store(0, 5)}}}, {10})), (Outcomes{{5}, {6}}));
}

TEST(Litmus, AHeldLineIsReadAsLongAsItStays_RED_8) {
  EXPECT_EQ(all(of({{0, {reduce(0, 1)}}, {1, {load(0)}}}, {0}, {{1, 0}})), (Outcomes{{0, 1}, {1, 1}}));
  const Found found = outcomes(of({{0, {reduce(0, 1), kMembar}}, {1, {loadGlobal(0), load(0)}}}, {0}, {{1, 0}}));
  const auto stale = found.outcomes.find({1, 0, 1});
  ASSERT_NE(stale, found.outcomes.end());
  EXPECT_NE(stale->second.find("LD [0] hits L1, gives 0"), std::string::npos);
}

TEST(Litmus, ALoadBetweenDiscardAndReductionBringsTheLineBack_RED_8) {
  const Program program = of({{0, {reduce(0, 1), load(0)}}, {0, {load(0)}}}, {0});
  EXPECT_EQ(all(program), (Outcomes{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}}));
  const Found found = outcomes(program);
  EXPECT_EQ(
      found.outcomes.at({0, 0, 1}),
      "thread 0: RED.ADD.U32 [0], 1 discards the line; thread 1: LD [0] gives 0, and L1 keeps the line; thread 0: "
      "RED.ADD.U32 [0], 1 is performed; thread 0: LD [0] hits L1, gives 0");
  EXPECT_EQ(all(program, {.discardsInTwoSteps = false}), (Outcomes{{1, 0, 1}, {1, 1, 1}}));
}

TEST(Litmus, ALineHasSeveralWords_RED_8) {
  Program program = of({{0, {reduce(0, 1), load(1), load(0)}}}, {0, 7});
  EXPECT_EQ(all(program), (Outcomes{{7, 1, 1, 7}})) << "a line each";
  program.lines = {0, 0};
  EXPECT_EQ(all(program), (Outcomes{{7, 0, 1, 7}, {7, 1, 1, 7}}));
  EXPECT_EQ(all(program, {.linesAreWhole = false}), (Outcomes{{7, 1, 1, 7}}));
}

TEST(Litmus, AnAtomicGivesTheOldValue) {
  EXPECT_EQ(all(of({{0, {atomic(0, 1)}}, {1, {atomic(0, 1)}}}, {5})), (Outcomes{{5, 6, 7}, {6, 5, 7}}));
  EXPECT_EQ(all(of({{0, {atomic(0, 5, Op::Cas, 9)}}, {1, {atomic(0, 5, Op::Cas, 8)}}}, {5})),
            (Outcomes{{5, 9, 9}, {8, 5, 8}}))
      << "one wins";
  EXPECT_EQ(all(of({{0, {atomic(0, 3, Op::Exch)}}}, {5}, {{0, 0}})), (Outcomes{{5, 3}}));
  EXPECT_EQ(all(of({{0, {atomic(0, 1), load(0)}}}, {5}, {{0, 0}})), (Outcomes{{5, 5, 6}, {5, 6, 6}}))
      << "nobody says what becomes of the line";
}

TEST(Litmus, EachOperationIsTheOneOfReductions_RED_6) {
  for (const auto& [op, value, left] : {std::tuple{Op::Add, 3u, 13u},
                                        {Op::Min, 3u, 3u},
                                        {Op::Max, 3u, 10u},
                                        {Op::Inc, 9u, 0u},
                                        {Op::Dec, 9u, 9u},
                                        {Op::And, 3u, 2u},
                                        {Op::Or, 3u, 11u},
                                        {Op::Xor, 3u, 9u}})
    EXPECT_EQ(all(of({{0, {reduce(0, value, op)}}}, {10})), (Outcomes{{left}})) << int(op);
}

TEST(Litmus, TextureLinesAreNotThoseOfLoads_SURED_9) {
  const auto after = [](Kind kind, LitmusStep with, std::vector<Held> held) {
    return all(of({{0, {with, kMembar, {kind, 0}}}}, {0}, std::move(held)));
  };
  const LitmusStep surface{Kind::ReduceSurface, 0, 1, {Op::Add}};
  const Held line{0, 0}, texture{0, 0, Cache::Texture};
  EXPECT_EQ(after(Kind::LoadTexture, surface, {texture}), (Outcomes{{0, 1}, {1, 1}}));
  EXPECT_EQ(after(Kind::LoadTexture, surface, {line}), (Outcomes{{1, 1}}));
  EXPECT_EQ(after(Kind::Load, surface, {texture}), (Outcomes{{1, 1}}));
  EXPECT_EQ(after(Kind::LoadTexture, reduce(0, 1), {texture}), (Outcomes{{0, 1}, {1, 1}})) << "RED's are global lines";
  EXPECT_EQ(after(Kind::LoadGlobal, surface, {texture, line}), (Outcomes{{1, 1}}));
}

TEST(Litmus, AThreadThatWaitsForNobodyEnds_RED_9) {
  // barriers meet pairwise, the first with the first
  EXPECT_EQ(all(of({{0, {store(0, 1), kBarrier, kBarrier, load(1)}}, {0, {kBarrier, store(1, 2), kBarrier, load(0)}}},
                   {0, 0})),
            (Outcomes{{2, 1, 1, 2}}));
  EXPECT_EQ(all(of({{0, {store(0, 1), kBarrier}}, {1, {kBarrier, loadGlobal(0)}}}, {0})), (Outcomes{{0, 1}, {1, 1}}))
      << "a barrier is of one SM's threads";
}

TEST(Litmus, ALimitIsNoAnswer) {
  const Program program = of({{0, {reduce(0, 1), load(0)}}, {0, {load(0), load(0)}}, {1, {load(0)}}}, {0});
  const Found whole = outcomes(program);
  ASSERT_TRUE(whole.isComplete);
  EXPECT_TRUE(outcomes(program, {}, {}, whole.states).isComplete);
  const Found part = outcomes(program, {}, {}, whole.states - 1);
  EXPECT_FALSE(part.isComplete);
  EXPECT_EQ(part.states, whole.states - 1);
  for (const auto& [outcome, way] : part.outcomes)
    EXPECT_TRUE(whole.outcomes.contains(outcome));
}

} // namespace
} // namespace warplaw::linearize::litmus
