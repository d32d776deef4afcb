// The lifter's checks as tests, and what it must reject by name.
#include "check.h"
#include <cctype>
#include <gtest/gtest.h>

namespace warplaw::lift::test {
namespace {

class Lift : public testing::TestWithParam<Check> {};

TEST_P(Lift, AgreesWithTheLanguageReference) {
  const Failure failure = GetParam().run();
  EXPECT_FALSE(failure) << *failure;
}

std::string nameOf(const testing::TestParamInfo<Check>& info) {
  std::string name;
  bool upper = true;
  for (char c : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = !std::isalnum(static_cast<unsigned char>(c));
  }
  return name + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Operations, Lift, testing::ValuesIn(operationChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Floats, Lift, testing::ValuesIn(floatChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Memory, Lift, testing::ValuesIn(memoryChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Pointers, Lift, testing::ValuesIn(pointerChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Vectors, Lift, testing::ValuesIn(vectorChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Control, Lift, testing::ValuesIn(controlChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Attributes, Lift, testing::ValuesIn(attributeChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Effects, Lift, testing::ValuesIn(effectChecks()), nameOf);
INSTANTIATE_TEST_SUITE_P(Cut, Lift, testing::ValuesIn(cutChecks()), nameOf);

/// What cannot be seen of a contract is rejected: that it does not read, or reaches an object by one argument only.
TEST(LiftRejectsOthers, ClaimsAboutContractsThatCannotBeSeen) {
  const std::pair<const char*, const char*> claims[] = {
      {"declare i32 @c(ptr writeonly, ptr)\n", "call i32 @c(ptr %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr readnone)\n", "call i32 @c(ptr %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr) memory(none)\n", "call i32 @c(ptr %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr) memory(argmem: read)\n", "call i32 @c(ptr %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr)\n", "call i32 @c(ptr writeonly %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr)\n", "call i32 @c(ptr %t, ptr %t) memory(write)"},
      {"define i32 @c(ptr %x, ptr %y) {\nret i32 0\n}\n", "call i32 @c(ptr %t, ptr %t) memory(none)"},
      {"declare i32 @c(ptr noalias, ptr)\n", "call i32 @c(ptr %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr)\n", "call i32 @c(ptr noalias %t, ptr %t)"},
      {"declare i32 @c(ptr, ptr) speculatable\n", "call i32 @c(ptr %t, ptr %t)"}};
  for (const auto& [declaration, call] : claims) {
    const Module module =
        moduleOf(std::string(declaration) + "define i32 @f(ptr %t, i32 %a) {\n%r = " + call + "\nret i32 %r\n}\n");
    Terms terms;
    Input input = tableAnd(8, 32, {32})(terms);
    input.contracts["c"] = [](ContractCall& asked) {
      return Cell{asked.terms.constant(32, 0), asked.terms.truth(false)};
    };
    const LiftResult result = lift(terms, module, "f", input);
    ASSERT_TRUE(std::holds_alternative<Unsupported>(result)) << declaration << call;
    EXPECT_NE(std::get<Unsupported>(result).what.find("attribute "), std::string::npos);
  }
}

/// A rejection names the construct.
struct Rejected {
  const char* name;
  const char* ir;
  const char* says;
};

class LiftRejects : public testing::TestWithParam<Rejected> {};

TEST_P(LiftRejects, ByName) {
  const Module module = moduleOf(GetParam().ir);
  Terms terms;
  const LiftResult result = lift(terms, module, "f", tableAnd(8, 32, {32})(terms));
  const auto* unsupported = std::get_if<Unsupported>(&result);
  ASSERT_TRUE(unsupported) << "was lifted";
  EXPECT_NE(unsupported->what.find(GetParam().says), std::string::npos) << unsupported->what;
}

#define WARPLAW_F(body) "define i32 @f(ptr %t, i32 %a) {\nentry:\n" body "\n}\n"
const Rejected kRejected[] = {
    {"UnknownCall", "declare i32 @outside(i32)\n" WARPLAW_F("%r = call i32 @outside(i32 %a)\nret i32 %r"),
     "unknown function outside"},
    {"IndirectCall", WARPLAW_F("%r = call i32 %t(i32 %a)\nret i32 %r"), "indirect call"},
    {"InlineAsm", WARPLAW_F("%r = call i32 asm \"nop\", \"=r\"()\nret i32 %r"), "inline asm"},
    {"VolatileLoad", WARPLAW_F("%r = load volatile i32, ptr %t\nret i32 %r"), "volatile load"},
    {"VolatileStore", WARPLAW_F("store volatile i32 %a, ptr %t\nret i32 0"), "volatile store"},
    {"VolatileMemcpy",
     WARPLAW_F("%p = getelementptr i8, ptr %t, i64 16\ncall void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %p, i64 4, i1 "
               "true)\nret i32 0"),
     "volatile llvm.memcpy"},
    {"AtomicLoad", WARPLAW_F("%r = load atomic i32, ptr %t seq_cst, align 4\nret i32 %r"), "atomic load"},
    {"AtomicAdd", WARPLAW_F("%r = atomicrmw add ptr %t, i32 %a seq_cst\nret i32 %r"), "atomicrmw"},
    {"Fence", WARPLAW_F("fence seq_cst\nret i32 0"), "fence"},
    {"Recursion", WARPLAW_F("%r = call i32 @f(ptr %t, i32 %a)\nret i32 %r"), "recursion: f"},
    {"MutualRecursion",
     "define i32 @g(ptr %t, i32 %a) {\n%r = call i32 @f(ptr %t, i32 %a)\nret i32 %r\n}\n" WARPLAW_F(
         "%r = call i32 @g(ptr %t, i32 %a)\nret i32 %r"),
     "recursion: f"},
    {"FloatOfInteger", WARPLAW_F("%x = uitofp i32 %a to float\n%r = bitcast float %x to i32\nret i32 %r"), "uitofp"},
    {"FloatSubtraction",
     WARPLAW_F("%x = bitcast i32 %a to float\n%y = fsub float %x, %x\n%r = bitcast float %y to i32\nret i32 %r"),
     "fsub"},
    {"FloatNegation",
     WARPLAW_F("%x = bitcast i32 %a to float\n%y = fneg float %x\n%r = bitcast float %y to i32\nret i32 %r"), "fneg"},
    {"FloatComparisonOfNothing",
     WARPLAW_F("%x = bitcast i32 %a to float\n%c = fcmp true float %x, %x\n%r = zext i1 %c to i32\nret i32 %r"),
     "fcmp true"},
    {"FloatIntrinsic",
     "declare float @llvm.fabs.f32(float)\n" WARPLAW_F(
         "%x = bitcast i32 %a to float\n%y = call float @llvm.fabs.f32(float %x)\n%r = bitcast float %y to i32\nret "
         "i32 %r"),
     "llvm.fabs"},
    {"FloatMetadata",
     WARPLAW_F("%x = bitcast i32 %a to float\n%y = fadd float %x, %x, !fpmath !0\n%r = bitcast float %y to i32\nret "
               "i32 %r") "!0 = !{float 2.5}\n",
     "metadata !fpmath"},
    {"OtherFloats",
     WARPLAW_F("%x = trunc i32 %a to i16\n%y = bitcast i16 %x to bfloat\n%z = fadd bfloat %y, %y\nret i32 0"),
     "floating point"},
    {"FloatWidened", WARPLAW_F("%x = bitcast i32 %a to float\n%y = fpext float %x to double\nret i32 0"), "fpext"},
    {"FloatNarrowed",
     WARPLAW_F("%x = zext i32 %a to i64\n%y = bitcast i64 %x to double\n%z = fptrunc double %y to float\nret i32 0"),
     "fptrunc"},
    {"VectorOfFloats", WARPLAW_F("%x = load <2 x float>, ptr %t\n%y = fadd <2 x float> %x, %x\nret i32 0"),
     "floating point"},
    {"FlushedDenormals",
     "define i32 @f(ptr %t, i32 %a) \"denormal-fp-math\"=\"preserve-sign,preserve-sign\" {\nret i32 0\n}",
     "denormal-fp-math"},
    {"UnsafeMath", "define i32 @f(ptr %t, i32 %a) \"unsafe-fp-math\"=\"true\" {\nret i32 0\n}", "unsafe-fp-math"},
    {"StrictFloats", "define i32 @f(ptr %t, i32 %a) strictfp {\nret i32 0\n}", "strictfp"},
    {"PointerToInteger", WARPLAW_F("%x = ptrtoint ptr %t to i64\n%r = trunc i64 %x to i32\nret i32 %r"), "ptrtoint"},
    {"IntegerToPointer",
     WARPLAW_F("%x = zext i32 %a to i64\n%p = inttoptr i64 %x to ptr\n%r = load i32, ptr %p\nret i32 %r"), "inttoptr"},
    {"MutableGlobal", "@g = global i32 3\n" WARPLAW_F("%r = load i32, ptr @g\nret i32 %r"), "global variable g"},
    {"AddressSpace",
     WARPLAW_F("%p = addrspacecast ptr %t to ptr addrspace(3)\n%r = load i32, ptr addrspace(3) %p\nret i32 %r"),
     "address space"},
    {"IndirectBranch", WARPLAW_F("indirectbr ptr blockaddress(@f, %x), [label %x]\nx:\nret i32 0"), "indirectbr"},
    {"Invoke",
     "declare i32 @p(...)\ndefine i32 @g() {\nret i32 0\n}\ndefine i32 @f(ptr %t, i32 %a) personality ptr @p {\n%r = "
     "invoke i32 @g() to label %x unwind label %y\nx:\nret i32 %r\ny:\n%l = landingpad { ptr, i32 } cleanup\nret i32 "
     "1\n}",
     "personality"},
    {"VariableAlloca", WARPLAW_F("%x = alloca i32, i32 %a\nret i32 0"), "alloca of variable size"},
    {"VariableMemcpy",
     WARPLAW_F("%p = getelementptr i8, ptr %t, i64 16\n%n = zext i32 %a to i64\ncall void @llvm.memcpy.p0.p0.i64(ptr "
               "%t, ptr %p, i64 %n, i1 false)\nret i32 0"),
     "of variable size"},
    {"UnknownIntrinsic",
     WARPLAW_F("%r = call i32 @llvm.sadd.sat.i32(i32 %a, i32 1)\n%x = call i64 @llvm.readcyclecounter()\nret i32 %r"),
     "intrinsic llvm.readcyclecounter"},
    {"UnknownAttribute", "define i32 @f(ptr byref(i32) %t, i32 %a) {\nret i32 0\n}", "attribute byref"},
    {"UnknownStringAttribute", "define i32 @f(ptr %t, i32 %a) \"patchable-function\"=\"x\" {\nret i32 0\n}",
     "patchable-function"},
    {"Speculatable", "define i32 @f(ptr %t, i32 %a) speculatable {\nret i32 0\n}", "attribute speculatable"},
    {"AllocationSize",
     "define internal ptr @g(i32 %n, ptr %x) allocsize(0) {\nret ptr %x\n}\n" WARPLAW_F(
         "%p = call ptr @g(i32 4, ptr %t)\nret i32 0"),
     "attribute allocsize"},
    {"TypeBasedAliasing",
     WARPLAW_F("%r = load i32, ptr %t, !tbaa !0\nret i32 %r") "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = "
                                                              "!{!\"root\"}\n",
     "!tbaa"},
    {"AliasScope",
     WARPLAW_F("%r = load i32, ptr %t, !alias.scope !0\nret i32 %r") "!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = "
                                                                     "distinct !{!2}\n",
     "!alias.scope"},
    {"NoAliasScope",
     WARPLAW_F("store i32 1, ptr %t, !noalias !0\nret i32 0") "!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct "
                                                              "!{!2}\n",
     "!noalias"},
    {"NoAliasResultAtCall",
     "define internal ptr @g(ptr %x) {\nret ptr %x\n}\n" WARPLAW_F("%p = call noalias ptr @g(ptr %t)\nret i32 0"),
     "noalias on the result"},
    {"NoAliasBrokenAtCall",
     "define internal void @g(ptr %x, ptr %y) {\nret void\n}\n" WARPLAW_F(
         "call void @g(ptr noalias %t, ptr %t)\nret i32 0"),
     "noalias"},
    {"NoAliasBrokenAtIntrinsic",
     WARPLAW_F("%p = getelementptr i8, ptr %t, i64 16\ncall void @llvm.memmove.p0.p0.i64(ptr noalias %t, ptr %p, i64 "
               "4, i1 false)\nret i32 0"),
     "noalias"},
    {"ExtendedOnOneSide",
     "define internal i32 @g(i8 zeroext %x) {\nret i32 0\n}\n" WARPLAW_F("%r = call i32 @g(i8 signext 3)\nret i32 "
                                                                         "%r"),
     "on one side only of the call of g"},
    {"ByValueOnOneSide",
     "define internal i32 @g(ptr byval(i32) %x) {\nret i32 0\n}\n" WARPLAW_F("%r = call i32 @g(ptr %t)\nret i32 %r"),
     "attribute byval on one side only"},
    {"UnknownMetadata", WARPLAW_F("%r = load i32, ptr %t, !invariant.load !0\nret i32 %r") "!0 = !{}\n",
     "!invariant.load"},
    {"ParallelLoop",
     WARPLAW_F(
         "br label %l\nl:\nbr i1 true, label %x, label %l, !llvm.loop !0\nx:\nret i32 0") "!0 = distinct !{!0, !1}\n!1 "
                                                                                          "= "
                                                                                          "!{!\"llvm.loop.parallel_"
                                                                                          "accesses\", !2}\n!2 = "
                                                                                          "distinct !{}\n",
     "llvm.loop.parallel_accesses"},
    {"OddWidthLoad", WARPLAW_F("%x = load i5, ptr %t\n%r = zext i5 %x to i32\nret i32 %r"), "whole number of bytes"},
    {"Irreducible",
     WARPLAW_F("%c = trunc i32 %a to i1\nbr i1 %c, label %x, label %y\nx:\n%d = icmp eq i32 %a, 3\nbr i1 %d, label %y, "
               "label %z\ny:\n%e = icmp eq i32 %a, 5\nbr i1 %e, label %x, label %z\nz:\nret i32 0"),
     "irreducible"},
    {"NoAliasBroken",
     "define internal void @g(ptr noalias %x, ptr %y) {\nret void\n}\n" WARPLAW_F(
         "call void @g(ptr %t, ptr %t)\nret i32 0"),
     "noalias"},
    {"PointerAsInteger",
     WARPLAW_F("%x = alloca ptr\nstore ptr %t, ptr %x\n%y = load i64, ptr %x\n%r = trunc i64 %y to i32\nret i32 %r"),
     "pointer's bytes"},
    {"WrongConvention", "define internal fastcc i32 @g() {\nret i32 0\n}\n" WARPLAW_F("%r = call i32 @g()\nret i32 %r"),
     "calling convention"},
    {"WideInteger", WARPLAW_F("%x = zext i32 %a to i200\n%r = trunc i200 %x to i32\nret i32 %r"),
     "integers of 200 bits"},
    {"LongDoubleInStruct",
     WARPLAW_F(
         "%x = insertvalue {i32, x86_fp80} poison, i32 %a, 0\n%r = extractvalue {i32, x86_fp80} %x, 0\nret i32 %r"),
     "floating point"},
    {"WideDivision", WARPLAW_F("%x = zext i32 %a to i128\n%y = udiv i128 %x, 3\n%r = trunc i128 %y to i32\nret i32 %r"),
     "division of more than 64 bits"},
    {"NoAliasResult",
     "define internal noalias ptr @g(ptr %x) {\nret ptr %x\n}\n" WARPLAW_F("%p = call ptr @g(ptr %t)\nret i32 0"),
     "noalias on the result"},
    {"VariableArguments", "define i32 @f(ptr %t, i32 %a, ...) {\nret i32 0\n}", "variable arguments"},
    {"AssumeBundles", WARPLAW_F("call void @llvm.assume(i1 true) [ \"align\"(ptr %t, i64 64) ]\nret i32 0"),
     "operand bundles"},
};
INSTANTIATE_TEST_SUITE_P(Lift, LiftRejects, testing::ValuesIn(kRejected),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(LiftRejectsOthers, BrokenBitcode) {
  const std::array<std::byte, 8> junk{};
  EXPECT_TRUE(std::holds_alternative<Unsupported>(Module::parse(junk, "junk")));
  EXPECT_TRUE(std::holds_alternative<Unsupported>(Module::parse({}, "nothing")));
}

TEST(LiftRejectsOthers, FunctionThatIsNotThere) {
  const Module module = moduleOf("declare void @f()\n");
  Terms terms;
  EXPECT_TRUE(std::holds_alternative<Unsupported>(lift(terms, module, "f", {})));
  EXPECT_TRUE(std::holds_alternative<Unsupported>(lift(terms, module, "g", {})));
}

TEST(LiftRejectsOthers, ArgumentsOfOtherTypes) {
  const Module module = moduleOf("define i32 @f(ptr %t, i32 %a) {\nret i32 %a\n}\n");
  Terms terms;
  EXPECT_TRUE(std::holds_alternative<Unsupported>(lift(terms, module, "f", tableAnd(8, 32, {64})(terms))));
  EXPECT_TRUE(std::holds_alternative<Unsupported>(lift(terms, module, "f", tableAnd(8, 32, {})(terms))));
}

TEST(LiftRejectsOthers, SecondLoopToCut) {
  const std::string loop = "{0}:\n%k{0} = phi i32 [ 0, %{1} ], [ %n{0}, %{0} ]\n%n{0} = add i32 %k{0}, 1\n%c{0} = icmp "
                           "ult i32 %n{0}, 4\nbr i1 %c{0}, label %{0}, label %{2}, !llvm.loop !0\n";
  const auto make = [&](std::string name, std::string from, std::string to) {
    std::string text = loop;
    for (auto [key, by] : {std::pair{"{0}", name}, {"{1}", from}, {"{2}", to}})
      for (std::size_t at; (at = text.find(key)) != std::string::npos;)
        text.replace(at, 3, by);
    return text;
  };
  const Module module =
      moduleOf("define void @f() {\nentry:\nbr label %x\n" + make("x", "entry", "y") + make("y", "x", "z") +
               "z:\nret void\n}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.disable\"}\n");
  Terms terms;
  Input input;
  input.cut = true;
  const LiftResult result = lift(terms, module, "f", input);
  ASSERT_TRUE(std::holds_alternative<Unsupported>(result));
  EXPECT_NE(std::get<Unsupported>(result).what.find("second loop to cut"), std::string::npos);
}

TEST(LiftBound, LoopWithoutCutOrBoundExceedsIt) {
  const Module module =
      moduleOf("define i32 @f(i32 %a) {\nentry:\nbr label %l\nl:\n%i = phi i32 [ 0, %entry ], [ %n, %l ]\n%n = add i32 "
               "%i, 1\n%c = icmp ult i32 %n, %a\nbr i1 %c, label %l, label %x\nx:\nret i32 %i\n}\n");
  Terms terms;
  Input input;
  input.arguments = {terms.variable(32, "a")};
  const LiftResult result = lift(terms, module, "f", input);
  ASSERT_TRUE(std::holds_alternative<Lifted>(result));
  const std::array roots{std::get<Lifted>(result).boundExceeded};
  EXPECT_EQ(symbolic::evaluate(roots, {{"a", 65}})[0], 1u);
  EXPECT_EQ(symbolic::evaluate(roots, {{"a", 64}})[0], 0u);
}

} // namespace
} // namespace warplaw::lift::test
