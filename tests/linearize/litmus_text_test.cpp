// The text of litmus tests: what is read, and where and why anything else is rejected (docs/litmus.md).
#include "linearize/litmus_text.h"
#include <gtest/gtest.h>

namespace warplaw::linearize::litmus {
namespace {

Test read(std::string_view text) {
  auto test = readTest(text);
  EXPECT_TRUE(test) << (test ? "" : test.error().message);
  return test ? *test : Test{};
}
/// "RULE@POSITION: message".
std::string rejected(std::string_view text) {
  const auto test = readTest(text);
  return test ? "accepted"
              : test.error().rule + "@" + std::to_string(test.error().position) + ": " + test.error().message;
}

TEST(LitmusText, AWholeTest) {
  const litmus::Test test = read("# comment\n"
                                 "line x y # two words\n"
                                 "memory x=1 z=-1\n"
                                 "held sm1: y\ntexture sm0: z\n"
                                 "thread sm0: RED.ADD [x], 1; LD R1, [y]; ATOM.CAS.S32 R2, [z], 0x10, 3\n"
                                 "thread sm1: TEX R3, [z]; MEMBAR.GL; SURED.MIN.S32 [z], -2; LD.CG R4, [x]; ST [w], 9\n"
                                 "ask R1=0\nallowed [x]=2 R2=4294967295\nforbidden R3=1 R3=2\n");
  EXPECT_EQ(test.words, (std::vector<std::string>{"x", "y", "z", "w"}));
  EXPECT_EQ(test.registers, (std::vector<std::string>{"R1", "R2", "R3", "R4"}));
  EXPECT_EQ(test.program.memory, (std::vector<std::uint32_t>{1, 0, 0xffffffff, 0}));
  EXPECT_EQ(test.program.lines, (std::vector<unsigned>{0, 0, 1, 2}));
  ASSERT_EQ(test.program.held.size(), 2u);
  EXPECT_EQ(test.program.held[0].sm, 1u);
  EXPECT_EQ(test.program.held[0].line, 0u);
  EXPECT_EQ(test.program.held[1].line, 1u);
  EXPECT_EQ(test.program.held[1].cache, Cache::Texture);
  std::string steps;
  for (const Thread& thread : test.program.threads)
    for (const LitmusStep& step : thread.steps)
      steps += textOf(step, test.words) + "; ";
  EXPECT_EQ(steps, "RED.ADD.U32 [x], 1; LD [y]; ATOM.CAS.S32 [z], 16, 3; TEX [z]; MEMBAR.GL; SURED.MIN.S32 [z], "
                   "4294967294; LD.CG [x]; ST [w], 9; ");
  ASSERT_EQ(test.statements.size(), 3u);
  EXPECT_EQ(test.statements[0].says, Statement::Says::Nothing);
  EXPECT_EQ(test.statements[1].says, Statement::Says::Allowed);
  EXPECT_EQ(test.statements[1].text, "[x]=2 R2=4294967295");
  EXPECT_EQ(test.statements[1].line, 9u);
  EXPECT_TRUE(test.statements[1].fits({0, 0xffffffff, 0, 0, 2, 0, 0, 0}));
  EXPECT_FALSE(test.statements[1].fits({0, 0xffffffff, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(test.statements[2].says, Statement::Says::Forbidden);
  EXPECT_EQ(textOf(test, {1, 2, 3, 4, 5, 6, 7, 8}), "R1=1 R2=2 R3=3 R4=4 [x]=5 [y]=6 [z]=7 [w]=8");
}

TEST(LitmusText, WhatIsWrongIsSaidWhereItStands) {
  const std::pair<const char*, const char*> texts[] = {
      {"", "syntax@0: there is no thread"},
      {"thread sm0:\nmem x=1", "syntax@12: 'mem' begins no line"},
      {"thread 0: MEMBAR.GL", "syntax@7: '0' is no SM"},
      {"thread sm8: MEMBAR.GL", "syntax@7: 'sm8' is no SM"},
      {"thread sm: MEMBAR.GL", "syntax@7: 'sm' is no SM"},
      {"thread sm0 MEMBAR.GL", "syntax@11: 'MEMBAR.GL' is not what comes here"},
      {"thread sm0: LDX R1, [x]", "syntax@12: 'LDX' is no step"},
      {"thread sm0: LD R1 [x]", "syntax@18: '[' is not what comes here"},
      {"thread sm0: LD R1, x", "syntax@19: 'x' is not what comes here"},
      {"thread sm0: LD R1, [x", "syntax@21: 'end of line' is not what comes here"},
      {"thread sm0: LD R1, [4]", "syntax@20: '4' is no name"},
      {"thread sm0: LD R1, [x]; LD R1, [y]", "syntax@27: 'R1' is written twice"},
      {"thread sm0: LD R1, [x]\nthread sm0: LD R1, [x]", "syntax@38: 'R1' is written twice"},
      {"thread sm0: ST [x]", "syntax@18: 'end of line' is not what comes here"},
      {"thread sm0: ST [x], 4294967296", "syntax@20: '4294967296' is no number of 32 bits"},
      {"thread sm0: ST [x], -2147483649", "syntax@20: '-2147483649' is no number of 32 bits"},
      {"thread sm0: ST [x], 0xg", "syntax@20: '0xg' is no number of 32 bits"},
      {"thread sm0: ST [x], 1 2", "syntax@22: '2' is not what comes here"},
      {"thread sm0: RED [x], 1", "RED-1@12: 'RED' is no operation on a word here"},
      {"thread sm0: RED.EXCH [x], 1", "RED-1@12: 'RED.EXCH' is no operation on a word here"},
      {"thread sm0: RED.ADD.U64 [x], 1", "RED-1@12: 'RED.ADD.U64' is no operation on a word here"},
      {"thread sm0: RED.INC.S32 [x], 1", "RED-1@12: 'RED.INC.S32' is no operation on a word here"},
      {"thread sm0: SURED.CAS [x], 1, 2", "SURED-2@12: 'SURED.CAS' is no operation on a word here"},
      {"thread sm0: ATOM.CAST R1, [x], 1, 2", "ATOMS-1@12: 'ATOM.CAST' is no operation on a word here"},
      {"thread sm0: ATOM.CAS R1, [x], 1", "syntax@31: 'end of line' is not what comes here"},
      {"thread sm0:\nline x y\nline z x", "syntax@28: 'x' has a line already"},
      {"thread sm0:\nheld sm1: 3", "syntax@22: '3' is no name"},
      {"thread sm0: LD R1, [x]\nask R2=1", "syntax@27: there is no register 'R2'"},
      {"thread sm0: LD R1, [x]\nask [R1]=1", "syntax@28: there is no word 'R1'"},
      {"thread sm0: LD R1, [x]\nask", "syntax@26: 'end of line' is no name"},
      {"thread sm0: BAR.SYNC\nthread sm0: MEMBAR.GL",
       "BAR-2@42: threads of sm0 come to unlike counts of barriers: some would wait forever"}};
  for (const auto& [text, wanted] : texts)
    EXPECT_EQ(rejected(text), wanted) << text;
  EXPECT_EQ(rejected("thread sm0: BAR.SYNC\nthread sm1: MEMBAR.GL"), "accepted") << "of another SM";
}

TEST(LitmusText, Limits) {
  const auto repeated = [](std::string text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
      all += text;
    return all;
  };
  const auto thread = [&](std::size_t steps) { return "thread sm0: " + repeated("MEMBAR.GL; ", steps) + "\n"; };
  EXPECT_EQ(rejected(thread(kMostSteps)), "accepted");
  EXPECT_NE(rejected(thread(kMostSteps + 1)).find("more steps"), std::string::npos);
  EXPECT_EQ(rejected(repeated(thread(1), kMostThreads)), "accepted");
  EXPECT_NE(rejected(repeated(thread(1), kMostThreads + 1)).find("more threads"), std::string::npos);
  std::string words = "thread sm0:\nline";
  for (std::size_t i = 0; i < kMostWords; ++i)
    words += " x" + std::to_string(i);
  EXPECT_EQ(rejected(words), "accepted");
  EXPECT_NE(rejected(words + " y").find("more words"), std::string::npos);
  EXPECT_NE(rejected(std::string(kMostText + 1, '#')).find("longer"), std::string::npos);
}

} // namespace
} // namespace warplaw::linearize::litmus
