// ISETP: each rule on hand-checked lanes, and against exact numbers over random operands.
#include "concrete/instructions/isetp.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

/// Pu of lane 7 after `text`, which alone executes; R1 and R2 hold a and b, P1 true, P2 false.
bool holds(const std::string& text, std::uint32_t a, std::uint32_t b) {
  tests::State s;
  s.warp->active = 1u << 7;
  s.warp->registers[1][7] = a, s.warp->registers[2][7] = b;
  s.warp->predicates[1] = ~0u, s.warp->predicates[0] = 0x00FF0000;
  EXPECT_TRUE(s.run(text));
  EXPECT_EQ(s.warp->predicates[0] & ~(1u << 7), 0x00FF0000u) << text; // no other lane changes (MACH-1)
  return s.warp->predicates[0] >> 7 & 1;
}

TEST(Isetp, ComparesAsItsWordSays_ISETP_1) {
  struct Row {
    const char* word;
    bool less, equal, greater;
  };
  for (const Row& row : {Row{"F", false, false, false},
                         {"LT", true, false, false},
                         {"EQ", false, true, false},
                         {"LE", true, true, false},
                         {"GT", false, false, true},
                         {"NE", true, false, true},
                         {"GE", false, true, true},
                         {"T", true, true, true}}) {
    const auto signedText = "ISETP." + std::string(row.word) + ".AND P0, PT, R1, R2, PT";
    const auto unsignedText = "ISETP." + std::string(row.word) + ".U32.AND P0, PT, R1, R2, PT";
    for (const auto& text : {signedText, unsignedText}) {
      EXPECT_EQ(holds(text, 5, 6), row.less) << text;
      EXPECT_EQ(holds(text, 6, 6), row.equal) << text;
      EXPECT_EQ(holds(text, 7, 6), row.greater) << text;
    }
    EXPECT_EQ(holds(signedText, 0xFFFFFFFF, 1), row.less) << signedText;
    EXPECT_EQ(holds(unsignedText, 0xFFFFFFFF, 1), row.greater) << unsignedText;
    EXPECT_EQ(holds(signedText, 0x7FFFFFFF, 0x80000000), row.greater) << signedText;
    EXPECT_EQ(holds(unsignedText, 0x7FFFFFFF, 0x80000000), row.less) << unsignedText;
  }
}

TEST(Isetp, TheAnswerMeetsPp_ISETP_1_MACH_3) {
  struct Row {
    const char* combine;
    bool bothFalse, answerAlone, otherAlone, bothTrue;
  };
  for (const Row& row :
       {Row{"AND", false, false, false, true}, {"OR", false, true, true, true}, {"XOR", false, true, true, false}}) {
    const auto text = "ISETP.EQ." + std::string(row.combine) + " P0, PT, R1, R2, ";
    EXPECT_EQ(holds(text + "P2", 1, 2), row.bothFalse) << text;
    EXPECT_EQ(holds(text + "P2", 2, 2), row.answerAlone) << text;
    EXPECT_EQ(holds(text + "P1", 1, 2), row.otherAlone) << text;
    EXPECT_EQ(holds(text + "P1", 2, 2), row.bothTrue) << text;
    EXPECT_EQ(holds(text + "!P2", 1, 2), row.otherAlone) << text; // negated first
    EXPECT_EQ(holds(text + "!PT", 2, 2), row.answerAlone) << text;
  }
}

TEST(Isetp, ImmediateIsSignExtended_ISETP_2) {
  EXPECT_TRUE(holds("ISETP.EQ.AND P0, PT, R1, -1, PT", 0xFFFFFFFF, 0));
  EXPECT_TRUE(holds("ISETP.EQ.U32.AND P0, PT, R1, -524288, PT", 0xFFF80000, 0));
  EXPECT_TRUE(holds("ISETP.LT.U32.AND P0, PT, R1, -1, PT", 0xFFFFFFFE, 0)); // not 0xfffff
  EXPECT_FALSE(holds("ISETP.LT.AND P0, PT, R1, -1, PT", 5, 0));
  EXPECT_TRUE(holds("ISETP.EQ.AND P0, PT, R1, 524287, PT", 0x7FFFF, 0));
  EXPECT_TRUE(holds("ISETP.EQ.AND P0, PT, R1, 2, PT", 2, 3)); // not R2
}

TEST(Isetp, ExactNumbersOverRandomOperands_ISETP_1) {
  std::mt19937 random(6);
  const spec::IsetpChoices choices;
  for (int round = 0; round < 1000; ++round) {
    spec::Operands operands = tests::edgeOperands(random);
    operands.predicate = static_cast<std::uint32_t>(random());
    for (unsigned lane = 0; lane < spec::kLanes; lane += 3)
      operands.row[spec::isetp_rows::kB][lane] = operands.row[spec::isetp_rows::kA][lane];
    for (std::uint32_t form = 0; form < 8 * 2 * 3; ++form) {
      const spec::IsetpModifiers modifiers{form % 8, form / 8 % 2, form / 16};
      spec::Results results, expected;
      std::memset(&results, 0xAB, sizeof results);
      std::memcpy(&expected, &results, sizeof results);
      concrete::warplaw_isetp_portable(&modifiers, &operands, &choices, &results);
      expected.written[0] = expected.written[1] = 0;
      expected.predicateWritten = operands.exec;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        expected.error[lane] = 0;
        const std::uint32_t a = operands.row[spec::isetp_rows::kA][lane], b = operands.row[spec::isetp_rows::kB][lane];
        const std::int64_t difference = modifiers.isUnsigned
                                            ? std::int64_t{a} - std::int64_t{b}
                                            : std::int64_t{static_cast<std::int32_t>(a)} - static_cast<std::int32_t>(b);
        bool answer = false;
        switch (static_cast<spec::IsetpCompare>(modifiers.compare)) {
        case spec::IsetpCompare::Never:
          answer = false;
          break;
        case spec::IsetpCompare::Lt:
          answer = difference < 0;
          break;
        case spec::IsetpCompare::Eq:
          answer = difference == 0;
          break;
        case spec::IsetpCompare::Le:
          answer = difference <= 0;
          break;
        case spec::IsetpCompare::Gt:
          answer = difference > 0;
          break;
        case spec::IsetpCompare::Ne:
          answer = difference != 0;
          break;
        case spec::IsetpCompare::Ge:
          answer = difference >= 0;
          break;
        case spec::IsetpCompare::Always:
          answer = true;
          break;
        }
        const bool other = operands.predicate >> lane & 1;
        const auto combine = static_cast<spec::IsetpCombine>(modifiers.combine);
        const bool truth = combine == spec::IsetpCombine::And  ? answer && other
                           : combine == spec::IsetpCombine::Or ? answer || other
                                                               : answer != other;
        if (operands.exec >> lane & 1)
          expected.predicate = (expected.predicate & ~(1u << lane)) | std::uint32_t{truth} << lane;
      }
      ASSERT_EQ(results.predicate, expected.predicate) << form;
      ASSERT_EQ(std::memcmp(&results, &expected, sizeof results), 0) << form; // no row changes
    }
  }
}

TEST(Isetp, WholeInstruction_ISETP_1) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  s.warp->predicates[2] = 0xF00F0F0F;
  ASSERT_TRUE(s.run("@P0 ISETP.LT.OR P2, PT, R0, 3, P2")); // Pu is Pp
  EXPECT_EQ(s.warp->predicates[2], 0xF00F0F0Fu | 0x7u);
  s.warp->predicates[1] = 0x80000001;
  ASSERT_TRUE(s.run("ISETP.GE.AND P0, PT, R0, 16, !P1"));
  EXPECT_EQ(s.warp->predicates[0], 0x7FFF0000u);
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      ASSERT_EQ(s.warp->registers[reg][lane], reg << 8 | lane);
}

TEST(Isetp, PTKeepsNothing_MACH_3) {
  tests::State s;
  for (std::uint32_t& predicate : s.warp->predicates)
    predicate = 0x12345678;
  ASSERT_TRUE(s.run("ISETP.T.AND PT, PT, R0, R1, PT"));
  for (const std::uint32_t predicate : s.warp->predicates)
    EXPECT_EQ(predicate, 0x12345678u);
}

} // namespace
} // namespace warplaw
