// Programs as text: lines, comments, and what is rejected where.
#include "spec/program_text.h"
#include <gtest/gtest.h>

namespace warplaw::spec {
namespace program_text_test {

TEST(ProgramText, LinesAndComments) {
  constexpr std::string_view kText = "// a comment: with a colon\n"
                                     "rules: SHFL-13 \t# why\r\n"
                                     "  ensures:   R1[lane] == 1  \n"
                                     "\n"
                                     "\t@!P0 SEL R1, R2, 5, P1; // one\n"
                                     "SEL R3, R4, R5, PT";
  const auto program = programFromText(kText);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->program.size(), 2u);
  EXPECT_EQ(print(program->program[0]), "@!P0 SEL R1, R2, 5, P1;");
  EXPECT_EQ(kText.substr(program->positions[1]), "SEL R3, R4, R5, PT");
  ASSERT_EQ(program->directives.size(), 2u);
  EXPECT_EQ(program->directives[0].kind, DirectiveKind::Rules);
  EXPECT_EQ(program->directives[0].text, "SHFL-13");
  EXPECT_EQ(program->directives[1].kind, DirectiveKind::Ensures);
  EXPECT_EQ(program->directives[1].text, "R1[lane] == 1");
  EXPECT_EQ(kText.substr(program->directives[1].position, 8), "R1[lane]");
}

TEST(ProgramText, CommentsBelongToTheLineBelow) {
  const auto program =
      programFromText("//  A title\r\n// and more\nrules: SHFL-13\n\n"
                      "// what\n  // it says\nensures: R1[lane] == 1\n"
                      "claim: R1[lane] == 2\n// of nothing\n\nclaim: R1[lane] == 3\n"
                      "SEL R1, R2, 5, P1 // no line of its own\nexactly: active[lane] <==> R1[0] == 1");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->head, (std::vector<std::string>{"A title", "and more"}));
  std::vector<std::string> comments;
  for (const Directive& line : program->directives)
    comments.push_back(line.comment);
  EXPECT_EQ(comments, (std::vector<std::string>{"A title and more", "what it says", "", "", ""}));
  EXPECT_EQ(program->directives.back().kind, DirectiveKind::Exactly);
}

TEST(ProgramText, RulesAreThoseThatThereAre) {
  EXPECT_EQ(*rulesOf(*programFromText("rules: SHFL-13 SYNC-2\nrules: FADD-1\nSEL R1, R2, 5, P1")),
            (std::vector<std::string>{"SHFL-13", "SYNC-2", "FADD-1"}));
  const auto none = rulesOf(*programFromText("SEL R1, R2, 5, P1\nrules: SHFL-13 SHFL-99"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().rule, "program");
  EXPECT_EQ(none.error().position, 25u);
}

/// `marked` holds a `^` before the byte at which it must be rejected.
void expectRejected(std::string marked, std::string_view rule) {
  const std::size_t place = marked.find('^');
  marked.erase(place, 1);
  const auto program = programFromText(marked);
  ASSERT_FALSE(program) << marked << " is accepted";
  EXPECT_EQ(program.error().rule, rule) << describe(program.error(), marked);
  EXPECT_EQ(program.error().position, place) << describe(program.error(), marked);
}

TEST(ProgramText, RejectedWithItsPlace) {
  expectRejected("^", "program");
  expectRejected("rules: SHFL-1\n^", "program");
  expectRejected("SEL R1, R2, R3, P0\n^loop:\nSEL R1, R2, R3, P0\n", "program");
  expectRejected("^ensures:   // nothing\n", "program");
  expectRejected("SEL R1, R2, R3, P0\nSEL R1, ^5, R3, P0\n", "MACH-3");
  expectRejected("SEL R1, R2, R3, P0\nSHFL.IDX P0, R1, R2, ^32, 0\n", "SHFL-9");
}

TEST(ProgramText, WhatBranchesIsRejectedWhereItStands) {
  for (const std::string branch : {"BRA", "SSY", "SYNC", "EXIT", "CAL", "RET", "BRK", "JMP", "BSSY"}) {
    expectRejected("SEL R1, R2, R3, P0\n  ^" + branch + " 0x100;\n", "program");
    expectRejected("SEL R1, R2, R3, P0\n@!P0 ^" + branch + " loop;\n", "program");
  }
}

} // namespace program_text_test
} // namespace warplaw::spec
