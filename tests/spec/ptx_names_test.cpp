// Registers of PTX by their names: each is apart from the others and from ours, and what is rejected has its place.
#include "spec/ptx_names.h"
#include "spec/source_reader.h"
#include <gtest/gtest.h>
#include <set>

namespace warplaw::spec {
namespace ptx_names_test {

PtxNames namesOf(std::initializer_list<std::string_view> instructions, std::string_view declaration = {}) {
  PtxNames names;
  names.declare(declaration);
  for (const std::string_view line : instructions)
    names.collect(line);
  EXPECT_TRUE(names.settle());
  return names;
}

TEST(PtxNames, NumbersAreRegistersOfOurs) {
  const PtxNames names = namesOf({"redux.sync.add.u32 %r254, %r0, 1", "@%p6 vote.sync.all.pred %p0, %p1, 1"});
  EXPECT_TRUE(names.shown().empty());
  for (const char* same : {"redux.sync.add.u32 %r254, %r0, 1", "@%p6 vote.sync.all.pred %p0, %p1, 1"})
    EXPECT_EQ(names.inInstruction(same).text(), same);
}

TEST(PtxNames, APairIsThatOfItsNumberUnlessAnInstructionNamesOneOfTheTwo) {
  constexpr std::string_view kMatch = "match.any.sync.b64 %r0, %rd1, 1";
  EXPECT_EQ(namesOf({kMatch}).inInstruction(kMatch).text(), kMatch);
  for (const char* other : {"redux.sync.add.u32 %r2, %r0, 1", "redux.sync.add.u32 %r9, %r3, 1", "IADD R2, R0, R0"})
    EXPECT_EQ(namesOf({kMatch, other}).inInstruction(kMatch).text(), "match.any.sync.b64 %r0, %rd126, 1") << other;
}

// ... or the state or a statement does: its other half would be what nobody gave
TEST(PtxNames, APairIsApartFromWhatAStateNames_MACH_3) {
  constexpr std::string_view kMatch = "match.any.sync.b64 %r9, %rd1, 1";
  for (const char* state : {"%r2=5", "%r3=lane", "%r9[lane] == %r2[0]"}) {
    PtxNames names;
    names.collect(kMatch);
    names.avoid(state);
    ASSERT_TRUE(names.settle());
    EXPECT_EQ(names.inInstruction(kMatch).text(), "match.any.sync.b64 %r9, %rd126, 1") << state;
    EXPECT_NE(names.inStatement("%rd1.lo"), names.inStatement("%r2")) << state;
    EXPECT_EQ(names.inStatement("%r3=lane"), "R3=lane") << state;
  }
  PtxNames ours; // a register of ours is given to no other name, but it is what the pair is
  ours.collect(kMatch);
  ours.avoid("R2=5");
  ASSERT_TRUE(ours.settle());
  EXPECT_EQ(ours.inInstruction(kMatch).text(), kMatch);
}

TEST(PtxNames, EveryNameIsApart_MACH_3) {
  const std::vector<std::string> all{"%r0",  "%r254",  "%r255",  "%r1000", "%f0", "%f300", "%rd0", "%rd1",
                                     "%rd9", "%rd126", "%rd127", "%fd3",   "%p0", "%p40",  "%p7",  "%x"};
  PtxNames names;
  names.declare(".reg .b32 %x;");
  for (const std::string& name : all)
    names.collect("op " + name);
  names.collect("IADD R250, R20, R251");
  ASSERT_TRUE(names.settle());
  std::set<std::string> places{"R250", "R20", "R251"};
  for (const std::string& name : all)
    for (const std::string& part : name.find('d') == name.npos ? std::vector<std::string>{name}
                                                               : std::vector<std::string>{name + ".lo", name + ".hi"}) {
      const std::string place = names.inStatement(part);
      EXPECT_TRUE(place.starts_with(name.starts_with("%p") ? 'P' : 'R')) << part << " is " << place;
      EXPECT_TRUE(places.insert(place).second) << part << " is " << place << ", and something else is, too";
    }
}

TEST(PtxNames, DeclarationsSayTheClass) {
  const PtxNames names =
      namesOf({"op %r1, sum, %q2, ok"}, ".reg .b64 %r<10>;\n.reg .f32 sum;\n.reg .pred %q<3>, ok;\n.reg .b16 %rs<4>;");
  EXPECT_EQ(names.inInstruction("op %r1, sum, %q2, ok, %rs1, sum2").text(), "op %rd126, %r254, %p6, %p5, %rs1, sum2");
}

TEST(PtxNames, BindingsMayOverlap) {
  PtxNames names;
  ASSERT_TRUE(names.bind(" %rd2=R4 %r300=R4"));
  names.collect("op %rd2, %r4, %r300");
  ASSERT_TRUE(names.settle());
  EXPECT_EQ(names.inInstruction("op %rd2, %r4, %r300").text(), "op %rd2, %r4, %r4");
  for (const char* wrong : {"%rd2=R5", "%r1=P1", "%r1", "%rs1=R1", "R1=R2", "%p1=R1", "%r1=R1 %r1=R2", "%r1=R255"}) {
    PtxNames other;
    EXPECT_FALSE(other.bind(wrong)) << wrong;
  }
}

TEST(PtxNames, StatedRegistersAreLeftAlone) {
  PtxNames names;
  names.avoid("R254=5");
  names.collect("op %r300");
  ASSERT_TRUE(names.settle());
  EXPECT_EQ(names.inStatement("%r300[lane] == R254[0] + %r7[1]"), "R253 [lane] == R254[0] + R7 [1]");
}

TEST(PtxNames, NamesInBracesAreRegistersInARow_MACH_3) {
  const auto text = [](const std::vector<std::string>& instructions, std::size_t which = 0) {
    PtxNames names;
    for (const std::string& one : instructions)
      names.collect(one);
    EXPECT_TRUE(names.settle());
    return names.inInstruction(instructions[which]).text();
  };
  EXPECT_EQ(text({"op {%r4,%r5}, %r1"}), "op {%r4,%r5}, %r1"); // those of their numbers
  EXPECT_EQ(text({"op {%r1,%r2}, %r3"}), "op {%r252,%r253}, %r3");
  EXPECT_EQ(text({"op {%r1,%r2}, %r252"}), "op {%r250,%r251}, %r252");
  EXPECT_EQ(text({"op {%r1,%r2,%r3,%r3}, %r9"}), "op {%r248,%r249,%r250,%r250}, %r9");
  EXPECT_EQ(text({"op {%r8,%r9,%r10,%r10}"}), "op {%r8,%r9,%r10,%r10}");
  EXPECT_EQ(text({"op {%f1,%r2}, %f1", "op %r253"}), "op {%r250,%r251}, %r250"); // R252 would be free, R253 is not
  EXPECT_EQ(text({"op {%r1,%r2}", "op {%r2,%r3}"}), "op {%r252,%r253}");         // the first of two that share a name
  EXPECT_EQ(text({"op {%r1,%r1}"}), "op {%r1,%r1}");
  for (const char* line :
       {"sured.b.add.2d.u32.clamp [%rd20,{%r1,%r2}],%r3", "sured.b.add.3d.u32.clamp [%rd20,{%r1,%r2,%r5,%r5}],%r3"})
    EXPECT_TRUE(readLine(line)) << line << ": " << readLine(line).error().message;
}

TEST(PtxNames, TooManyAreRejected) {
  PtxNames names;
  for (int i = 0; i < 8; ++i)
    names.collect("op %p" + std::to_string(40 + i));
  const auto settled = names.settle();
  ASSERT_FALSE(settled);
  EXPECT_EQ(settled.error().rule, "MACH-3");
  EXPECT_NE(settled.error().message.find("%p47"), std::string::npos);
}

TEST(PtxNames, RejectedWhereItStandsByTheNameThatStandsThere) {
  const auto line = readLine("redux.sync.add.u32 %r1, %rd300, 1");
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().position, 24u);
  EXPECT_NE(line.error().message.find("`%rd300`"), std::string::npos) << line.error().message;
}

// what nothing declares: its place says its class, whatever it is called
TEST(PtxNames, TheFirstUseSaysTheClass_MACH_3) {
  const auto readsAs = [](std::string_view line, std::string_view ours, std::vector<std::string_view> shown) {
    const auto read = readLine(line);
    ASSERT_TRUE(read) << line << ": " << read.error().message;
    EXPECT_EQ(print(read->instructions.front()), ours);
    std::vector<std::string> names;
    for (const PtxNames::Shown& one : read->names.shown())
      names.push_back(one.name + " is " + one.registers);
    EXPECT_EQ(names, std::vector<std::string>(shown.begin(), shown.end())) << line;
  };
  readsAs("shfl.sync.idx.b32 sum|ok, val, 3, 31, -1", "shfl.sync.idx.b32 %r254|%p6, %r253, 3, 31, 0xffffffff;",
          {"sum is R254", "ok is P6", "val is R253"});
  readsAs("shfl.sync.idx.b32 %sum|%ok, %val, 3, 31, %mask", "shfl.sync.idx.b32 %r254|%p6, %r253, 3, 31, %r252;",
          {"%sum is R254", "%ok is P6", "%val is R253", "%mask is R252"});
  readsAs("@!$q vote.sync.ballot.b32 %r254, p_1, -1;", "@!%p6 vote.sync.ballot.b32 %r254, %p5, 0xffffffff;",
          {"$q is P6", "p_1 is P5"});
  readsAs("match.any.sync.b64 d, wide, -1", "match.any.sync.b64 %r254, %rd126, 0xffffffff;",
          {"d is R254", "wide is R252 and R253"});
  readsAs("vadd.s32.s32.s32.sat x, y.b1, z", "VADD.S32.S32.S32.SAT R254, R253.B1, R252;",
          {"x is R254", "y is R253", "z is R252"});
  readsAs("atom.shared.exch.b64 old, [address+8], more", "ATOMS.EXCH.U64 R252, [R254 + 0x8], R250;",
          {"old is R252 and R253", "address is R254", "more is R250 and R251"});
  readsAs("mov.u32 lane, %laneid", "S2R R254, SR_LANEID;", {"lane is R254"});
  readsAs("redux.sync.add.u32 redux, r1, 0xff", "redux.sync.add.u32 %r254, %r253, 0xff;",
          {"redux is R254", "r1 is R253"});
  readsAs("bar.sync bar", "BAR.SYNC R254;", {"bar is R254"});
}

TEST(PtxNames, OfAFirstUseAreTheSameInEveryLine) {
  SourceReader reader;
  const std::vector<std::string> lines{"shfl.sync.idx.b32 sum|ok, val, 3, 31, -1",
                                       "@ok redux.sync.add.u32 %total, sum, -1", "vote.sync.any.pred ok, ok, -1",
                                       "bar.sync sum", "IADD R254, R253, R252"};
  for (const std::string& line : lines)
    reader.collect(line);
  ASSERT_TRUE(reader.names().settle());
  const std::vector<std::string> ours{
      "shfl.sync.idx.b32 %r251|%p6, %r250, 3, 31, 0xffffffff;", "@%p6 redux.sync.add.u32 %r249, %r251, 0xffffffff;",
      "vote.sync.any.pred %p6, %p6, 0xffffffff;", "BAR.SYNC R251;", "IADD R254, R253, R252;"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto read = reader.read(lines[i]);
    EXPECT_EQ(read ? print(read->front()) : read.error().message, ours[i]) << lines[i];
  }
  EXPECT_EQ(reader.names().inStatement("sum[lane] == lane + val[sum]"), "R251[lane] == lane + R250[R251]");
}

// what is wrong beside them is what is said
TEST(PtxNames, OfAFirstUseHideNoMistake) {
  for (const auto& [marked, rule] :
       std::vector<std::pair<std::string, std::string>>{{"shfl.sync.idx.b32 sum|ok, val, 3, 31^", "syntax"},
                                                        {"shfl.sync.idx.b32 sum|ok, val, 3, 31, -1^, x", "syntax"},
                                                        {"SHFL.UP P0, R0, ^RX, 1, 0", "MACH-3"},
                                                        {"SHFL.UP P0, R0, ^sum, 1, 0", "MACH-3"},
                                                        {"^frob.sync sum, val", "syntax"}}) {
    std::string text = marked;
    const std::size_t place = text.find('^');
    text.erase(place, 1);
    const auto read = readLine(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().position, place) << text << ": " << read.error().message;
  }
}

TEST(SourceReader, BeforeVoltaCs2rWritesOneRegister_SR_3) {
  const auto text = [](std::string_view line, Target target) {
    const auto read = readLine(line, target);
    return read ? print(read->instructions.front()) : read.error().rule;
  };
  EXPECT_EQ(text("CS2R R9, SR_CLOCKLO", 50), "CS2R.32 R9, SR_CLOCKLO;");
  EXPECT_EQ(text("@!P0 CS2R R8, SR_CLOCKHI", 61), "@!P0 CS2R.32 R8, SR_CLOCKHI;");
  EXPECT_EQ(text("CS2R.32 R9, SR_CLOCKLO", 50), "CS2R.32 R9, SR_CLOCKLO;");
  for (const Target target : {Target(), Target(70), Target(90)}) {
    EXPECT_EQ(text("CS2R R9, SR_CLOCKLO", target), "MACH-3");
    EXPECT_EQ(text("CS2R R8, SR_CLOCKLO", target), "CS2R R8, SR_CLOCKLO;");
  }
}

TEST(SourceReader, TargetsByTheirNames) {
  for (const auto& [line, target] :
       std::vector<std::pair<std::string, Target>>{{".target sm_90a, debug", 90},
                                                   {".target debug, sm_80\r", 80},
                                                   {"\tcode for sm_61", 61},
                                                   {"arch = sm_100f", 100},
                                                   {".headerflags\t@\"EF_CUDA_64BIT_ADDRESS EF_CUDA_SM52\"", 52},
                                                   {"Function : k_sm_70", {}},
                                                   {"sm_50", {}}}) {
    const auto read = targetOfLine(line);
    ASSERT_TRUE(read) << line;
    EXPECT_EQ(*read, target) << line;
  }
  for (const std::string marked : {".target ^sm_5x", ".target ^sm_5", ".target debug, ^sm_abc", "code for ^sm_5x",
                                   ".target ^sm_050", ".target ^debug", ".target^"}) {
    std::string line = marked;
    const std::size_t place = line.find('^');
    const auto read = targetOfLine(line.erase(place, 1));
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().position, place) << line;
  }
}

} // namespace ptx_names_test
} // namespace warplaw::spec
