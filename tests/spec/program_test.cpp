// Case files of several warps and programs (format 2): canonical bytes, round trips, what is rejected and where.
#include "arbitrary.h"
#include "spec/instructions/atoms.h"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace warplaw::spec {
namespace program_test {

ProgramStep step(std::string_view text) {
  const Instruction instruction = *parse(text);
  return {instruction, defaultChoices(instruction.form)};
}

/// Two warps take tickets from one counter, warp 1 first.
ProgramCase tickets() {
  ProgramCase c;
  c.comment = "warp 1 takes its tickets first";
  c.rules = {"ATOMS-5"};
  c.warps.resize(2);
  for (WarpCase& warp : c.warps)
    warp.program = {step("S2R R1, SR_LANEID"), step("ATOMS.ADD R0, [RZ], R1")};
  c.warps[0].warp.active = 0x3;
  c.warps[1].warp.active = 0x6;
  c.warps[1].warp.registers[5][2] = 7;
  c.schedule = {0, 1, 1, 0};
  c.surroundings.shared = {10, 0, 0, 0};
  c.surroundings.cells.inputs = inputsOfCta(2);
  ProgramExpected& expected = c.expected.emplace();
  expected.warps.resize(2);
  expected.warps[0].registers = {{1, 1, {false, 1}}};
  expected.warps[0].errors = {{3, true, ErrorKind::None}};
  expected.memories[0] = {{0, {false, 14}}};
  expected.frame = false;
  return c;
}

constexpr std::string_view kTickets = R"({
  "version": 2,
  "comment": "warp 1 takes its tickets first",
  "rules": ["ATOMS-5"],
  "program": [
    "S2R R1, SR_LANEID;",
    "ATOMS.ADD.U32 R0, [RZ], R1;"
  ],
  "warps": [
    {"active": "0x3"},
    {
      "active": "0x6",
      "registers": {
        "R5": {"2": "0x7"}
      }
    }
  ],
  "schedule": [0, 1, 1, 0],
  "memories": {
    "shared": {
      "allocated": 4,
      "words": {"0x0": "0xa"}
    }
  },
  "expected": {
    "warps": [
      {
        "registers": {
          "R1": {"1": "0x1"}
        },
        "errors": {"3": "any"}
      },
      {}
    ],
    "memories": {
      "shared": {"0x0": "0xe"}
    },
    "frame": false
  }
}
)";

TEST(ProgramCaseFile, CanonicalBytes) {
  EXPECT_EQ(toJson(tickets()), kTickets);
  auto back = programCaseFromJson(kTickets);
  ASSERT_TRUE(back) << describe(back.error(), kTickets);
  EXPECT_TRUE(*back == tickets());
}

TEST(ProgramCaseFile, EachWarpMayHaveItsOwnProgramAndChoices) {
  ProgramCase c = tickets();
  auto& choices = c.warps[1].program[1].choices.as<AtomsChoices>();
  std::ranges::reverse(choices.order);
  const std::string text = toJson(c);
  auto back = programCaseFromJson(text);
  ASSERT_TRUE(back) << describe(back.error(), text);
  EXPECT_TRUE(*back == c);
  EXPECT_EQ(back->warps[0].program[1].choices.as<AtomsChoices>().order[0], 0);
  EXPECT_EQ(back->warps[1].program[1].choices.as<AtomsChoices>().order[0], 31);
  EXPECT_EQ(toJson(*back), text);
}

TEST(ProgramCaseFile, WithoutAScheduleEachWarpRunsToItsEnd) {
  ProgramCase c = tickets();
  c.schedule = {0, 0, 1, 1};
  const std::string text = toJson(c);
  EXPECT_EQ(text.find("schedule"), std::string::npos);
  EXPECT_EQ(programCaseFromJson(text)->schedule, c.schedule);
}

TEST(ProgramCaseFile, OneWarpAndOneInstructionIsWrittenAsVersion1) {
  const std::string two = R"({"version":2,"program":["ATOMS.ADD R0, [RZ], R1"],"warps":[{"active":3}],
    "memories":{"shared":{"allocated":4}},"expected":{"warps":[{"errors":{"0":"none"}}],"memories":{"shared":{"0x0":1}}}})";
  auto c = programCaseFromJson(two);
  ASSERT_TRUE(c) << describe(c.error(), two);
  const std::string one = toJson(*c);
  EXPECT_NE(one.find("\"version\": 1"), std::string::npos);
  EXPECT_TRUE(*programCaseFromJson(one) == *c);
  auto single = caseFromJson(two);
  ASSERT_TRUE(single) << describe(single.error(), two);
  EXPECT_TRUE(*single == *caseFromJson(one));
  EXPECT_EQ(single->expected->memory.size(), 1u);
}

TEST(ProgramCaseFile, WhatNeedsOneInstructionSaysSo) {
  auto read = caseFromJson(kTickets);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "2 warps and 4 instructions where one of each is needed");
  EXPECT_EQ(read.error().accepted, "a case of one warp and one instruction");
}

TEST(ProgramCaseFile, EveryFieldCountsForEquality) {
  const ProgramCase c = tickets();
  const auto differs = [&](auto change) {
    ProgramCase other = c;
    change(other);
    auto back = programCaseFromJson(toJson(other));
    return !(other == c) && back && *back == other && toJson(other) != toJson(c);
  };
  EXPECT_TRUE(differs([](ProgramCase& o) { o.comment = "else"; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.rules.clear(); }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.warps[1].warp.predicates[6] = 1; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.warps[1].program[0] = step("S2R R2, SR_LANEID"); }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.warps[0].program[1].choices.as<AtomsChoices>().errorWrites = 1; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.schedule = {1, 0, 1, 0}; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.surroundings.shared[1] = 1; }));
  EXPECT_TRUE(differs(
      [](ProgramCase& o) { o.surroundings.cells.inputs.ctaid[0] = 0, o.surroundings.cells.inputs.nctaid[1] = 2; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.surroundings.cells.counters.count[15] = 1; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.surroundings.cells.barriers.latchIsCount = 1; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.clocks = {0, 0, 0, 1}; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.expected.reset(); }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.expected->frame = true; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.expected->memories[0].clear(); }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.expected->cells = {{30, {true, 0}}}; }));
  EXPECT_TRUE(differs([](ProgramCase& o) { o.expected->warps[1].errors = {{2, false, ErrorKind::None}}; }));
}

RC_GTEST_PROP(ProgramCaseProperty, RoundTrip, ()) {
  const ProgramCase c = tests::anyProgramCase();
  const std::string text = toJson(c);
  auto back = programCaseFromJson(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == c);
  RC_ASSERT(toJson(*back) == text);
}

RC_GTEST_PROP(ProgramCaseProperty, ACaseOfOneInstructionIsTheSameAsAProgram, ()) {
  const Case c = tests::anyCase();
  const auto single = asSingle(asProgram(c));
  RC_ASSERT(single && *single == c);
  RC_ASSERT(toJson(asProgram(c)) == toJson(c));
}

/// `marked`: what stands after the version, with a `^` before the byte at which it must be rejected.
void expectRejected(std::string_view marked, std::string_view message, std::string_view rule = "case-format") {
  std::string text = R"({"version":2,)" + std::string(marked) + "}";
  const std::size_t caret = text.find('^');
  ASSERT_NE(caret, std::string::npos);
  text.erase(caret, 1);
  auto result = programCaseFromJson(text);
  ASSERT_FALSE(result) << text << " is accepted";
  EXPECT_EQ(result.error().rule, rule) << describe(result.error(), text);
  EXPECT_EQ(result.error().position, caret) << describe(result.error(), text);
  EXPECT_TRUE(result.error().message.starts_with(message)) << describe(result.error(), text);
  EXPECT_FALSE(result.error().accepted.empty());
  auto single = caseFromJson(text);
  ASSERT_FALSE(single);
  EXPECT_EQ(single.error(), result.error());
}

constexpr std::string_view kProgram = R"("program":["S2R R0, SR_LANEID","ATOMS.ADD R0, [RZ], R1"],)";
std::string program(std::string_view members) { return std::string(kProgram) + std::string(members); }

TEST(ProgramRejected, Warps) {
  auto missing = programCaseFromJson(R"({"version":2,"program":["S2R R0, SR_LANEID"]})");
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().message.starts_with("no \"warps\"")) << missing.error().message;
  expectRejected(program(R"("^warps":[])"), "/warps: 0 warps");
  std::string many = "{}";
  for (unsigned w = 0; w < kMaxWarps; ++w)
    many += ",{}";
  expectRejected(program("\"^warps\":[" + many + "]"), "/warps: 33 warps");
  expectRejected(program(R"("^warps":{})"), "/warps: not an array");
  expectRejected(program(R"("warps":[{},^7])"), "/warps/1: not an object");
  expectRejected(program(R"("warps":[{"colour":^1}])"), "/warps/0/colour: unknown key");
  expectRejected(program(R"("warps":[{},{"registers":{"R1":{"32":^1}}}])"), "/warps/1/registers/R1/32");
}

TEST(ProgramRejected, ErrorsAreOfTheOutcome_MACH_8) {
  expectRejected(program(R"("warps":[{"^errors":{"0":"none"}}])"), "/warps/0/errors: unknown key");
  expectRejected(program(R"("warps":[{}],"^errors":{"0":"none"})"), "/errors: unknown key");
}

TEST(ProgramRejected, Programs) {
  expectRejected(R"("^warps":[{}])", "/warps/0: a warp without a program");
  expectRejected(R"("^program":[],"warps":[{}])", "/program: a program of 0 instructions");
  expectRejected(R"("program":[^7],"warps":[{}])", "/program/0: not a string");
  expectRejected(R"("program":["S2R R0, SR_LANEID"],"^warps":[{"program":["S2R R1, SR_LANEID"]}])",
                 "/warps: every warp has a program of its own");
  expectRejected(R"("program":["S2R R0, SR_LANEID","SHFL.UP P1, R2, R1, ^32, 0"],"warps":[{}])", "/program/1",
                 "SHFL-9");
  expectRejected(R"("warps":[{"program":[{"instruction":"S2R R0, SR_LANEID","colour":^1}]}])",
                 "/warps/0/program/0/colour: unknown key");
  expectRejected(R"("program":[{"instruction":"S2R R0, SR_LANEID","choices":{"order":^1}}],"warps":[{}])",
                 "/program/0/choices/order: unknown key");
  std::string many = "\"S2R R0, SR_LANEID\"";
  for (std::size_t k = 0; k < kMaxSteps; ++k)
    many += ",\"S2R R0, SR_LANEID\"";
  expectRejected("\"^program\":[" + many + R"(],"warps":[{}])", "/program: a program of 4097 instructions");
  expectRejected(program(R"("warps":[{}],"shader":"^pixel")"), "/shader", "ATOMS-11");
}

TEST(ProgramRejected, StepsWithoutAnInstruction) {
  auto result = programCaseFromJson(R"({"version":2,"program":[{"choices":{}}],"warps":[{}]})");
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().message.starts_with("/program/0: no \"instruction\"")) << result.error().message;
}

TEST(ProgramRejected, Schedules) {
  const auto schedule = [](std::string_view list) { return program(R"("warps":[{},{}],)" + std::string(list)); };
  expectRejected(schedule(R"("schedule":[0,1,^2])"), "/schedule/2: not a number in range");
  expectRejected(schedule(R"("schedule":[0,1,0,^0])"), "/schedule/3: warp 0 is at its end");
  expectRejected(schedule(R"("^schedule":[0,0,1])"), "/schedule: warp 1 has 2 instructions, and is named 1 time");
  expectRejected(schedule(R"("^schedule":[])"), "/schedule: warp 0 has 2 instructions, and is named 0 times");
  expectRejected(schedule(R"("schedule":^3)"), "/schedule: not an array");
}

TEST(ProgramRejected, Memories) {
  const auto memories = [](std::string_view members) {
    return program(R"("warps":[{}],"memories":)" + std::string(members));
  };
  expectRejected(program(R"("warps":[{}],"^shared":{"allocated":4})"), "/shared: unknown key");
  expectRejected(memories(R"({"^global":{"allocated":4}})"), "/memories/global: unknown key");
  expectRejected(memories(R"({"^shared":{}})"), "/memories/shared: no \"allocated\"");
  expectRejected(memories(R"({"shared":{"allocated":^16777217}})"), "/memories/shared/allocated");
  expectRejected(memories(R"({"shared":{"allocated":4,"words":{"0x4":^1}}})"), "/memories/shared/words/0x4");
}

TEST(ProgramRejected, ExpectedValues) {
  const auto expected = [](std::string_view members) {
    return program(R"("warps":[{},{}],"memories":{"shared":{"allocated":4}},"expected":)" + std::string(members));
  };
  expectRejected(expected(R"({"^warps":[{}]})"), "/expected/warps: expected values of 1 warp");
  expectRejected(expected(R"({"warps":[{},{"^frame":true}]})"), "/expected/warps/1/frame: unknown key");
  expectRejected(expected(R"({"warps":[{},{"predicates":{"P1":{"3":^2}}}]})"), "/expected/warps/1/predicates/P1/3");
  expectRejected(expected(R"({"^registers":{}})"), "/expected/registers: unknown key");
  expectRejected(expected(R"({"memories":{"shared":^7}})"), "/expected/memories/shared: not an object");
  expectRejected(expected(R"({"memories":{"shared":{"0x4":^1}}})"), "/expected/memories/shared/0x4");
  expectRejected(expected(R"({"memories":{"^constant":{}}})"), "/expected/memories/constant: unknown key");
  expectRejected(expected(R"({"frame":"^no"})"), "/expected/frame");
}

} // namespace program_test
} // namespace warplaw::spec
