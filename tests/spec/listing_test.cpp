// Files of disassemblers and compilers: which lines are instructions, and what is run of them.
#include "spec/listing.h"
#include "spec/program_text.h"
#include <gtest/gtest.h>

namespace warplaw::spec {
namespace listing_test {

constexpr std::string_view kSass =
    "\n\tcode for sm_50\n\t\tFunction : kernel\n"
    "\t.headerflags    @\"EF_CUDA_SM50 EF_CUDA_PTX_SM(EF_CUDA_SM50)\"\n"
    "                                     /* 0x001fbc00fde007f6 */\n"
    "        /*0008*/               SHFL.BFLY PT, R2, R1.reuse, 0x1, 0x1f;  /* 0x4c98 */\n"
    "        /*0010*/         {     IADD R1, R1, R2\n"
    "        /*0018*/               CS2R R9, SR_CLOCKLO  }\n"
    "        /*0020*/               EXIT;\n"
    ".L_1:\n"
    "        /*0028*/               BRA `(.L_1);\n"
    "        /*0030*/               NOP;\n";

TEST(Listing, LinesOfADisassembler) {
  ASSERT_TRUE(isListing(kSass));
  const Listing listing = readListing(kSass);
  EXPECT_EQ(listing.target, 50u);
  std::vector<std::string> texts;
  for (const ListedLine& line : listing.lines) {
    texts.push_back(line.read ? print(line.read->front()) : line.isKnown ? "rejected" : line.text);
    EXPECT_TRUE(kSass.substr(line.position).starts_with(line.text.substr(0, 3))) << line.text;
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"SHFL.BFLY PT, R2, R1, 1, 31;", "IADD R1, R1, R2;",
                                             "CS2R.32 R9, SR_CLOCKLO;", "EXIT", "BRA `(.L_1)", "NOP"}));
}

TEST(Listing, RunsUpToItsEnd) {
  const auto program = programFromText(kSass);
  ASSERT_TRUE(program) << describe(program.error(), kSass);
  ASSERT_EQ(program->program.size(), 3u);
  EXPECT_EQ(kSass.substr(program->positions[1], 4), "IADD");
  // a target that is given goes before the text's own
  EXPECT_FALSE(programFromText(kSass, 70));
}

TEST(Listing, EveryLineThatIsNoneIsNamed) {
  const std::string text = "/*0000*/ MOV R1, c[0x0][0x20];\n/*0008*/ BAR.ARV 0x10, R4;\n/*0010*/ SEL R1, R2, R3, P0;\n"
                           "/*0018*/ @P0 EXIT;\n";
  const ListedProgram listed = programFromListing(text);
  std::vector<std::string> rules;
  for (const Rejection& other : listed.others)
    rules.push_back(other.rule);
  EXPECT_EQ(rules, (std::vector<std::string>{"program", "BAR-4", "program"}));
  EXPECT_EQ(programFromText(text).error().position, text.find("MOV"));
}

TEST(Listing, OneFunctionAtATime) {
  const std::string one = "Function : a\n/*0000*/ SEL R1, R2, R3, P0;\n/*0008*/ EXIT;\n";
  EXPECT_TRUE(programFromText(one));
  EXPECT_FALSE(programFromText(one + one));
  EXPECT_EQ(readListing(one + one).lines.back().function, 1u);
}

TEST(Listing, ATargetHoldsUpToTheNext_SR_3) {
  std::string text;
  const std::vector<std::pair<std::string, std::string>> all{
      {"\tcode for sm_52\n", "CS2R.32 R8, SR_CLOCKLO;"},
      {"", "CS2R.32 R8, SR_CLOCKLO;"},
      {"\tcode for sm_70\n", "CS2R R8, SR_CLOCKLO;"},
      {".headerflags @\"EF_CUDA_SM50\"\n", "CS2R.32 R8, SR_CLOCKLO;"},
      {"arch = sm_90a\n", "CS2R R8, SR_CLOCKLO;"}};
  for (const auto& [target, ignored] : all)
    text += target + "\tFunction : k\n/*0000*/ CS2R R8, SR_CLOCKLO;\n/*0008*/ EXIT;\n";
  for (const Target given : {Target(), Target(52), Target(90)}) {
    const Listing listing = readListing(text, given);
    ASSERT_EQ(listing.lines.size(), 2 * all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string wanted = !given ? all[i].second : all[*given == 52 ? 0 : 2].second;
      ASSERT_TRUE(listing.lines[2 * i].read);
      EXPECT_EQ(print(listing.lines[2 * i].read->front()), wanted) << i;
    }
  }
}

TEST(Listing, ALineThatNamesNoTargetIsSaid) {
  const std::string text = ".version 9.0\n.target sm_5x\nredux.sync.add.u32 %r1, %r2, 1;\n";
  ASSERT_EQ(readListing(text).noTargets.size(), 1u);
  EXPECT_EQ(readListing(text).noTargets.front().position, text.find("sm_5x"));
  EXPECT_TRUE(readListing(text, 50).noTargets.empty());
  for (const std::string& program : {text, std::string(".target sm_5x\nCS2R R9, SR_CLOCKLO\n"),
                                     std::string(".target sm_52\n.target sm_70\nCS2R R8, SR_CLOCKLO\n")}) {
    const auto read = programFromText(program);
    ASSERT_FALSE(read) << program;
    EXPECT_EQ(read.error().rule, "program") << program;
    EXPECT_EQ(read.error().position,
              program.rfind("sm_5x") == program.npos ? program.rfind(".target") : program.find("sm_5x"))
        << program;
  }
}

TEST(Listing, ModulesOfPtx) {
  constexpr std::string_view kPtx = ".version 9.0\n.target sm_80\n.address_size 64\n\n"
                                    ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n"
                                    "\t.reg .pred \t%p<50>;\n\t.reg .b32 \t%r<400>;\n\n"
                                    "\t// begin inline asm\n\t{ shfl.sync.down.b32 %r300|%p41,\n\t%r1, 16, 31, %r2; }\n"
                                    "$L__BB0_2:\n\tredux.sync.add.u32 %r3, %r300, %r2; // sum\n\tret;\n\n}\n";
  ASSERT_TRUE(isListing(kPtx));
  const auto program = programFromText(kPtx);
  ASSERT_TRUE(program) << describe(program.error(), kPtx);
  ASSERT_EQ(program->program.size(), 2u);
  EXPECT_EQ(print(program->program[0]), "shfl.sync.down.b32 %r254|%p6, %r1, 16, 31, %r2;");
  EXPECT_EQ(print(program->program[1]), "redux.sync.add.u32 %r3, %r254, %r2;");
}

TEST(Listing, ProgramsOfOursAreNone) {
  for (const char* text : {"SEL R1, R2, R3, P0", "reg: R1=1\n/* what */ SEL R1, R2, R3, P0\n", ".reg .b32 %x;\n"})
    EXPECT_FALSE(isListing(text)) << text;
}

TEST(ProgramText, NamesTargetsAndPairsOfInstructions) {
  const auto program = programFromText(".target sm_50\n.reg .b64 key;\nnames: %r7=R40\nreg: key.lo=lane\n"
                                       "ensures: %r300[lane] == 0\n"
                                       "match.any.sync.b64 %r300, key, %r7\nCS2R R9, SR_CLOCKLO\n"
                                       "bar.cta.red.popc.u32 %r1, 0, %p0;\nbarrier.red.or.aligned.pred %p1, 0, %p0\n");
  ASSERT_TRUE(program) << program.error().message;
  std::vector<std::string> texts;
  for (const Instruction& instruction : program->program)
    texts.push_back(print(instruction));
  EXPECT_EQ(texts, (std::vector<std::string>{"match.any.sync.b64 %r254, %rd126, %r40;", "CS2R.32 R9, SR_CLOCKLO;",
                                             "BAR.RED.POPC 0, P0;", "B2R.RESULT R1;", "BAR.RED.OR 0, P0;",
                                             "B2R.RESULT RZ, P1;"}));
  EXPECT_EQ(program->directives[1].text, "R252=lane");
  EXPECT_EQ(program->directives[2].text, "R254 [lane] == 0");
}

} // namespace listing_test
} // namespace warplaw::spec
