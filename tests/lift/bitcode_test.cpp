// What is taken out of bitcode before it is lifted, and several files as one.
#include "check.h"
#include "symbolic/lift/bitcode.h"
#include <gtest/gtest.h>

namespace warplaw::lift::test {
namespace {

constexpr const char* kScopes = "!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct !{!2}\n";
constexpr const char* kTypes =
    "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = !{!\"root\"}\n!3 = !{i64 0, i64 4, !0}\n";

struct Claimed {
  const char* body; ///< of i32 f(ptr %t, i32 %a)
  const char* metadata;
  std::map<std::string, unsigned> dropped;
};
const Claimed kClaimed[] = {
    {"store i32 %a, ptr %t, !alias.scope !0\n%r = load i32, ptr %t, !noalias !0\nret i32 %r",
     kScopes,
     {{"!alias.scope", 1}, {"!noalias", 1}}},
    {"call void @llvm.experimental.noalias.scope.decl(metadata !0)\nstore i32 %a, ptr %t\n"
     "%r = load i32, ptr %t, !noalias !0, !alias.scope !0\nret i32 %r",
     kScopes,
     {{"!alias.scope", 1}, {"!noalias", 1}}},
    {"store i32 %a, ptr %t, !tbaa !0\n%r = load i32, ptr %t, !tbaa !0\nret i32 %r", kTypes, {{"!tbaa", 2}}},
    {"store i32 %a, ptr %t\n%p = getelementptr i8, ptr %t, i64 4\n"
     "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %t, i64 4, i1 false), !tbaa.struct !3\n"
     "%r = load i32, ptr %p\nret i32 %r",
     kTypes,
     {{"!tbaa.struct", 1}}},
    {"store i32 %a, ptr %t\n%r = load i32, ptr %t\nret i32 %r", "", {}},
};

Module moduleOf(const Claimed& c) {
  return test::moduleOf(std::string("declare void @llvm.experimental.noalias.scope.decl(metadata)\n"
                                    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
                                    "define i32 @f(ptr %t, i32 %a) {\n") +
                        c.body + "\n}\n" + c.metadata);
}

/// The lifter itself trusts none of it and drops none of it: what ships must be without.
TEST(DropAliasMetadata, IsRejectedBeforeAndLiftedAfter) {
  for (const Claimed& c : kClaimed) {
    Module module = moduleOf(c);
    Terms terms;
    const Input input = tableAnd(8, 32, {32})(terms);
    EXPECT_EQ(std::holds_alternative<Unsupported>(lift(terms, module, "f", input)), !c.dropped.empty()) << c.body;
    EXPECT_EQ(dropAliasMetadata(module), c.dropped) << c.body;
    EXPECT_TRUE(dropAliasMetadata(module).empty()) << c.body;
    const std::vector<std::byte> bytes = bitcodeOf(module.llvm());
    const auto again = Module::parse(bytes, "again");
    ASSERT_TRUE(std::holds_alternative<Module>(again)) << c.body;
    const LiftResult result = lift(terms, std::get<Module>(again), "f", input);
    ASSERT_TRUE(std::holds_alternative<Lifted>(result)) << std::get<Unsupported>(result).what;
    const auto& lifted = std::get<Lifted>(result);
    EXPECT_TRUE(lifted.undefined.isFalse() && lifted.returned->poison.isFalse()) << c.body;
    EXPECT_TRUE(lifted.returned->bits.same(std::get<Term>(input.arguments[1]))) << c.body; // the accesses do overlap
  }
}

NamedBitcode named(const std::string& ir, const std::string& name) {
  return {bitcodeOf(test::moduleOf(ir).llvm()), name};
}

TEST(Linked, CallsReachTheOtherFile) {
  const NamedBitcode files[] = {named("declare i32 @g(i32)\ndefine i32 @f(ptr %t, i32 %a) {\n%r = call i32 @g(i32 %a)\n"
                                      "ret i32 %r\n}\n",
                                      "first"),
                                named("define i32 @g(i32 %x) {\n%r = add i32 %x, 1\nret i32 %r\n}\n", "second")};
  const auto bytes = linked(files);
  ASSERT_TRUE(std::holds_alternative<std::vector<std::byte>>(bytes)) << std::get<Unsupported>(bytes).what;
  const auto module = Module::parse(std::get<0>(bytes), "both");
  Terms terms;
  const Input input = tableAnd(8, 32, {32})(terms);
  const LiftResult result = lift(terms, std::get<Module>(module), "f", input);
  ASSERT_TRUE(std::holds_alternative<Lifted>(result)) << std::get<Unsupported>(result).what;
  const Term a = std::get<Term>(input.arguments[1]);
  EXPECT_TRUE(std::get<Lifted>(result).returned->bits.same(a + Bits{1}));
}

TEST(Linked, WhatCannotBeIsNamed) {
  const NamedBitcode one = named("define i32 @g(i32 %x) {\nret i32 %x\n}\n", "first"),
                     same = named("define i32 @g(i32 %x) {\nret i32 0\n}\n", "second");
  const NamedBitcode twice[] = {one, same};
  const auto bytes = linked(twice);
  ASSERT_TRUE(std::holds_alternative<Unsupported>(bytes));
  EXPECT_NE(std::get<Unsupported>(bytes).what.find("bitcode second cannot be linked: "), std::string::npos);
  EXPECT_NE(std::get<Unsupported>(bytes).what.find("'g'"), std::string::npos) << std::get<Unsupported>(bytes).what;
  const NamedBitcode broken[] = {one, {std::vector<std::byte>(16), "third"}};
  EXPECT_TRUE(std::holds_alternative<Unsupported>(linked(broken)));
}

} // namespace
} // namespace warplaw::lift::test
