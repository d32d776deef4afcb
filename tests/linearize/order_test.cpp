// The known order: contradictions between its parts, equal operations of several warps, and its cost.
#include "linearize/precedence.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "lines.h"
#include <chrono>
#include <fmt/format.h>

namespace warplaw::linearize::test {
namespace {

std::string inOrder(std::string_view lanes0, std::string_view lanes1, std::string_view lanes2, std::string_view more) {
  return fmt::format(
      R"({{"program_order":"lane","instructions":[{{"number":0,"operation":"EXCH","lanes":[{}]}},)"
      R"({{"number":1,"operation":"EXCH","lanes":[{}]}},{{"warp":1,"operation":"ADD","lanes":[{}]}}],{}}})",
      lanes0, lanes1, lanes2, more);
}
constexpr const char* kLane = R"({"lane":0,"address":0,"operand":1})";
constexpr const char* kOther = R"({"lane":0,"address":4,"operand":1})";

TEST(Order, LanesAgainstCompletion_RED_9) {
  constexpr const char* kBack = R"("completed":[[[0,1],[0,0]]])";
  EXPECT_EQ(ruleOf(inOrder(kLane, kLane, "", kBack)), "completion-order");
  EXPECT_EQ(ruleOf(inOrder(kLane, kOther, "", kBack)), "read"); // to different addresses they may be reordered
  EXPECT_EQ(ruleOf(inOrder(kLane, kLane, "", R"("completed":[[[0,0],[0,1]]])")), "read");
}

TEST(Order, LanesAgainstCompletionThroughAThird_RED_9) {
  constexpr const char* kBack = R"("completed":[[[0,1],[1,0]],[[1,0],[0,0]]])";
  EXPECT_EQ(ruleOf(inOrder(kLane, kLane, "", kBack)), "completion-order");
  EXPECT_EQ(ruleOf(inOrder(kLane, kOther, kLane, kBack)), "read");
}

TEST(Order, LanesAgainstBarriers_RED_9) {
  // warp 0's instruction 1 before the barrier that warp 1 leaves, whose instruction completed before instruction 0
  constexpr const char* kBack =
      R"("barriers":[[{"warp":0,"after":1},{"warp":1,"after":-1}]],"completed":[[[1,0],[0,0]]])";
  EXPECT_EQ(ruleOf(inOrder(kLane, kOther, "", kBack)), "completion-order");
  constexpr const char* kTwo =
      R"("barriers":[[{"warp":0,"after":0},{"warp":1,"after":-1}],[{"warp":1,"after":0},{"warp":0,"after":-1}]])";
  EXPECT_EQ(ruleOf(inOrder(kLane, kOther, "", kTwo)), "completion-order");
}

TEST(Order, LanesOverlapByBytes_RED_9) {
  const auto line = [](const char* address) {
    return fmt::format(
        R"({{"program_order":"lane","instructions":[{{"number":0,"operation":"EXCH.U64","lanes":[{{"lane":3,"address":8,"operand":1}}]}},)"
        R"({{"number":1,"operation":"EXCH","lanes":[{{"lane":3,"address":{},"operand":1}}]}}],"completed":[[[0,1],[0,0]]]}})",
        address);
  };
  EXPECT_EQ(ruleOf(line("12")), "completion-order");
  EXPECT_EQ(ruleOf(line("16")), "read");
}

/// Two warps, each storing to one word and then loading the other's, with or without a MEMBAR between.
std::string storeBuffering(bool fence0, bool fence1) {
  const auto warp = [](int number, int stores, int loads, bool fence) {
    return fmt::format(
        R"({{"warp":{0},"number":0,"operation":"ST","lanes":[{{"lane":3,"address":{1},"operand":1}}]}},)"
        R"({3}{{"warp":{0},"number":2,"operation":"LD","lanes":[{{"lane":3,"address":{2},"returned":0}}]}})",
        number, stores, loads,
        fence ? fmt::format(R"({{"warp":{},"number":1,"operation":"MEMBAR.GL","lanes":[{{"lane":3}}]}},)", number)
              : "");
  };
  return fmt::format(R"({{"program_order":"lane","initial":[{{"address":0,"words":[0,0]}}],"instructions":[{},{}]}})",
                     warp(0, 0, 4, fence0), warp(1, 4, 0, fence1));
}

TEST(Order, MembarOrdersAddresses_RED_9) {
  EXPECT_EQ(answerTo(storeBuffering(false, false)), Answer::Legal);
  EXPECT_EQ(answerTo(storeBuffering(true, false)), Answer::Legal);
  EXPECT_EQ(answerTo(storeBuffering(true, true)), Answer::Illegal);
  std::string other = storeBuffering(true, true); // of another lane
  const std::string fence = R"("MEMBAR.GL","lanes":[{"lane":3})";
  other.replace(other.find(fence), fence.size(), R"("MEMBAR.GL","lanes":[{"lane":4})");
  EXPECT_EQ(answerTo(other), Answer::Legal);
}

TEST(Order, MembarHandsOnWhatOtherAddressesSay_RED_9) {
  // warp 0 adds at 0, MEMBAR, adds at 4; that had completed before warp 1 added at 0, which found nothing
  const auto line = [](bool fence) {
    return fmt::format(
        R"({{"program_order":"lane","initial":[{{"address":0,"words":[0,0]}}],"instructions":[)"
        R"({{"number":0,"operation":"ADD","lanes":[{{"lane":0,"address":0,"operand":1,"returned":5}}]}},{})"
        R"({{"number":2,"operation":"ADD","lanes":[{{"lane":0,"address":4,"operand":1,"returned":0}}]}},)"
        R"({{"warp":1,"operation":"ADD","lanes":[{{"lane":0,"address":0,"operand":5,"returned":0}}]}}],)"
        R"("completed":[[[0,2],[1,0]]]}})",
        fence ? R"({"number":1,"operation":"MEMBAR.GL","lanes":[{"lane":0}]},)" : "");
  };
  EXPECT_EQ(answerTo(line(false)), Answer::Legal);
  EXPECT_EQ(answerTo(line(true)), Answer::Illegal);
}

TEST(Replay, RefusesWhatAMembarForbids_RED_9) {
  const History h = historyFrom(storeBuffering(false, false));
  Checker checker;
  const Verdict verdict = checker.check(h, {.witness = true, .budget = {}});
  History fenced = h;
  fenced.fences = {{0, 1, 1u << 3}, {1, 1, 1u << 3}};
  EXPECT_EQ(replay(h, verdict), "");
  EXPECT_NE(replay(fenced, verdict).find("the known order forbids"), std::string::npos);
}

TEST(Reason, CycleThroughTheCore_RED_9) {
  History h = historyFrom(storeBuffering(true, true));
  for (std::uint32_t k = 0; k < 6; ++k) { // others, at one of the words, that have nothing to do with it
    h.instructions.push_back({2, k, loadOf(Type::U32)});
    h.accesses.push_back({static_cast<std::uint32_t>(h.instructions.size()) - 1, 0, false, 0, 0, 0, 0, kBankOfAddress});
  }
  Checker checker;
  const Verdict& verdict = checker.check(h, {.witness = false, .core = true, .budget = {}});
  EXPECT_EQ(verdict.fault.core, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_TRUE(verdict.fault.coreIsMinimal);
  EXPECT_EQ(explain(h, verdict),
            "at addresses 0x0 and 0x4 no order of lane 3 of warp 0's instruction 0, lane 3 of warp 0's instruction 2, "
            "lane 3 of warp 1's instruction 0 and lane 3 of warp 1's instruction 2 gives what was seen, whatever the "
            "others did: lane 3 of warp 0's instruction 0 comes before lane 3 of warp 0's instruction 2 (known order), "
            "that before lane 3 of warp 1's instruction 0 (it found 0, as memory was at first), that before lane 3 of "
            "warp 1's instruction 2 (known order), that before lane 3 of warp 0's instruction 0 (it found 0, as memory "
            "was at first)");
}

/// Many warps of one lane each, which nothing orders.
History ofWarps(unsigned warps, Operation operation, std::initializer_list<std::uint64_t> operands,
                std::uint32_t final) {
  History h;
  h.memorySize = 64;
  for (std::uint32_t w = 0; w < warps; ++w) {
    h.instructions.push_back({w, 0, operation});
    Access a;
    a.instruction = w;
    a.operand = operands.begin()[w % operands.size()];
    h.accesses.push_back(a);
  }
  h.initial = {{0, {0, 0, 0, 0}}};
  h.final = {{0, {static_cast<std::uint8_t>(final), 0, 0, 0}}};
  return h;
}

TEST(Order, EqualOperationsOfUnorderedWarpsAreOneChoice_ATOMS_5) {
  Checker checker;
  const Verdict& limits = checker.check(ofWarps(20, {Op::Inc, Type::U32}, {9, 5}, 50));
  EXPECT_EQ(limits.answer, Answer::Illegal);
  EXPECT_LT(limits.spent.states, 2000u);
  History stores = ofWarps(26, {Op::Exch, Type::U32}, {7}, 4);
  stores.instructions.push_back({26, 0, {Op::Add, Type::U32}});
  Access add;
  add.instruction = 26;
  add.operand = 1;
  add.returns = true;
  add.returned = 3;
  stores.accesses.push_back(add);
  const Verdict& verdict = checker.check(stores);
  EXPECT_EQ(verdict.answer, Answer::Illegal);
  EXPECT_LT(verdict.spent.states, 100u);
  stores.accesses.back().returned = 7;
  stores.final[0].bytes[0] = 8;
  EXPECT_EQ(checker.check(stores, {.witness = true, .budget = {}}).answer, Answer::Legal);
}

double secondsOf(const History& h, const CheckerOptions& options, Answer wanted) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(validate(h));
  Checker checker;
  const Verdict& verdict = checker.check(h, options);
  EXPECT_EQ(verdict.answer, wanted) << explain(h, verdict);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

History manyAdds(unsigned words) {
  History h;
  h.memorySize = 64;
  for (std::uint32_t k = 0; k < 4000; ++k) {
    h.instructions.push_back({0, k, {Op::Add, Type::U32}});
    for (unsigned lane = 0; lane < 32; ++lane) {
      Access a;
      a.instruction = k;
      a.lane = static_cast<std::uint8_t>(lane);
      a.address = 4 * (lane % words);
      a.operand = 1;
      h.accesses.push_back(a);
    }
  }
  h.initial = {{0, std::vector<std::uint8_t>(8, 0)}};
  return h;
}

TEST(Budget, CoversLongHistoriesOfSeveralLocations_ATOMS_5) { // quadratic, this took 20 s
  EXPECT_LT(secondsOf(manyAdds(2), {.witness = true, .budget = {}}, Answer::Legal), 4);
}

TEST(Budget, FoldsDoNotAskForTheOrderOfLanes_RED_11) {
  History h = manyAdds(1);
  h.programOrder = ProgramOrder::Lane;
  EXPECT_LT(secondsOf(h, {.witness = true, .budget = {}}, Answer::Legal), 4);
}

TEST(Budget, SaysHowManyStatesItTried_RED_9) { // quadratic, this took 35 s
  History h = manyAdds(1);
  h.programOrder = ProgramOrder::Lane;
  for (Access& a : h.accesses) // neither a trail nor a fold
    if (a.lane == 0) {
      a.returns = true;
      a.returned = 0;
    }
  CheckerOptions options;
  options.budget.states = 20000;
  EXPECT_LT(secondsOf(h, options, Answer::Unknown), 4);
  Checker checker;
  const Verdict& verdict = checker.check(h, options);
  EXPECT_STREQ(verdict.spent.limit, "states");
  EXPECT_LE(verdict.spent.states, 20000u);
  EXPECT_NE(explain(h, verdict).find("as many states as it may try"), std::string::npos);
}

TEST(Budget, UnknownInitialValueOfALongRing_ATOMS_5) { // one run for each value of the ring took 12 s
  History h;
  h.memorySize = 64;
  constexpr std::uint32_t kWarps = 600, kValues = 32 * kWarps;
  for (std::uint32_t w = 0; w <= kWarps; ++w) {
    h.instructions.push_back({w, 0, {Op::Exch, Type::U32}});
    for (std::uint32_t lane = 0; lane < (w == kWarps ? 1u : 32u); ++lane) {
      const std::uint32_t value = w == kWarps ? 5 : 32 * w + lane;
      h.accesses.push_back(
          {w, static_cast<std::uint8_t>(lane), true, 0, (value + 1) % kValues, 0, value, kBankOfAddress});
    }
    if (w < kWarps)
      h.completed.emplace_back(w, kWarps);
  }
  EXPECT_LT(secondsOf(h, {.witness = true, .budget = {}}, Answer::Legal), 4);
  h.accesses.back().returned = kValues + 7;
  EXPECT_LT(secondsOf(h, {}, Answer::Illegal), 4);
}

TEST(Budget, TimeIsNamedWhereInitialValuesWereTried_RED_11) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Add, Type::F32}}};
  for (unsigned lane = 0; lane < 32; ++lane) {
    Access a;
    a.lane = static_cast<std::uint8_t>(lane);
    a.operand = 0x3f800000 + 7919 * lane;
    h.accesses.push_back(a);
  }
  h.final = {{0, {0, 0, 0, 0xc0}}};
  Checker checker;
  const Verdict& verdict = checker.check(h, {.witness = false, .budget = {50'000'000, 256u << 20}});
  EXPECT_EQ(verdict.answer, Answer::Unknown);
  EXPECT_STREQ(verdict.spent.limit, "time");
}

} // namespace
} // namespace warplaw::linearize::test
