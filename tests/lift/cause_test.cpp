// What is shown of undefined behaviour: each kind of cause by the numbers of a witness, and where a poison value came
// from.
#include "check.h"
#include "symbolic/lift/cause.h"
#include <gtest/gtest.h>

namespace warplaw::lift::test {
namespace {

struct Shown {
  const char* name;
  const char* body; ///< of i32 f(ptr %t, i32 %a, i32 %b), %t a table of 8 words
  Bits a, b;
  const char* says; ///< empty: it is defined there
};

Module moduleOf(const Shown& c) {
  return test::moduleOf(
      "declare i32 @llvm.ctlz.i32(i32, i1)\ndeclare void @llvm.assume(i1)\ndeclare void @llvm.trap()\n"
      "define internal i32 @g(i32 noundef %x) {\nret i32 %x\n}\n"
      "define internal i32 @at(ptr dereferenceable(4) %x) {\nret i32 0\n}\n"
      "define internal i32 @two(ptr dereferenceable(8) %x) {\nret i32 0\n}\n"
      "define i32 @f(ptr %t, i32 %a, i32 %b) {\n" +
      std::string(c.body) + "\n}\n");
}

std::string explanation(const Shown& c) {
  const Module module = moduleOf(c);
  Terms terms;
  Reasons reasons;
  const LiftResult result = lift(terms, module, "f", tableAnd(8, 32, {32, 32})(terms), reasons);
  if (const auto* unsupported = std::get_if<Unsupported>(&result))
    return unsupported->what;
  const Assignment witness{{"a0", c.a}, {"a1", c.b}};
  const auto why = explained(reasons, witness);
  const Term undefined = std::get<Lifted>(result).undefined;
  EXPECT_EQ(why.has_value(), symbolic::evaluate(std::span(&undefined, 1), witness)[0] != 0) << c.name;
  return why ? why->place + why->text : "";
}

constexpr const char* kRead = "%i = sext i32 %a to i64\n%p = getelementptr inbounds i32, ptr %t, i64 %i\n"
                              "%r = load i32, ptr %p, align 4\nret i32 %r";
constexpr const char* kShift = "%s = shl i32 1, %a\n%r = call i32 @g(i32 noundef %s)\nret i32 %r";
constexpr const char* kStruct = "%l = alloca {i32, [4 x i16]}, align 4\n%i = zext i32 %a to i64\n"
                                "%p = getelementptr i8, ptr %l, i64 4\n"
                                "%q = getelementptr [4 x i16], ptr %p, i64 0, i64 %i\n"
                                "store i16 1, ptr %q, align 2\nret i32 0";
constexpr const char* kPoint = "%i = sext i32 %a to i64\n%p = getelementptr i32, ptr %t, i64 %i\n"
                               "%r = call i32 @at(ptr %p)\nret i32 %r";
constexpr const char* kPointAtTwo = "%i = sext i32 %a to i64\n%p = getelementptr i32, ptr %t, i64 %i\n"
                                    "%r = call i32 @two(ptr %p)\nret i32 %r";
const Shown kShown[] = {
    {"ReadInside", kRead, 7, 0, ""},
    {"ReadOutside", kRead, 8, 0, "reads t.x[8] of 8"},
    {"ReadFarOutside", kRead, 40, 0, "reads t.x[40] of 8"},
    {"ReadBefore", kRead, 0xffffffff, 0, "reads t.x[-1] of 8"},
    {"PointInside", kPoint, 7, 0, ""},
    {"PointOutside", kPoint, 8, 0, "an argument of at points at t.x[8] of 8"},
    {"PointBefore", kPoint, 0xffffffff, 0, "an argument of at points at t.x[-1] of 8"},
    {"PointAtTwoInside", kPointAtTwo, 6, 0, ""},
    {"PointAtTwoAtTheLast", kPointAtTwo, 7, 0, "an argument of two must point at 8 bytes, and points at t.x[7] of 8"},
    {"WriteOutside", "%i = zext i32 %a to i64\n%p = getelementptr i32, ptr %t, i64 %i\nstore i32 1, ptr %p\nret i32 0",
     9, 0, "writes t.x[9] of 8"},
    {"WriteIntoAMember", kStruct, 3, 0, ""},
    {"WritePastAMember", kStruct, 4, 0, "writes l.1[4] of 4"},
    {"Misaligned",
     "%i = zext i32 %a to i64\n%p = getelementptr i8, ptr %t, i64 %i\n%r = load i32, ptr %p, align 4\nret i32 %r", 6, 0,
     "reads byte 6 of t, which has 32, 4 bytes that are not aligned to 4"},
    {"MoreAlignedThanItIs", "%r = load i32, ptr %t, align 16\nret i32 %r", 0, 0,
     "reads t.x[0] of 8 as if it were aligned to 16 bytes"},
    {"ThroughNull", "%c = icmp eq i32 %a, 3\n%p = select i1 %c, ptr null, ptr %t\n%r = load i32, ptr %p\nret i32 %r", 3,
     0, "reads through null, or a pointer to a function or to a local that is gone"},
    {"ShiftInside", kShift, 31, 0, ""},
    {"ShiftTooFar", kShift, 35, 0, "shift by 35 of 32 bits; then an argument of g is poison"},
    {"SignedOverflow",
     "%s = add nsw i32 %a, %b\n%c = icmp eq i32 %s, 0\nbr i1 %c, label %x, label %y\nx:\nret i32 1\ny:\nret i32 2",
     0x7fffffff, 2, "signed overflow of 2147483647 + 2 in 32 bits; then branches on a value that is poison"},
    {"UnsignedOverflow", "%s = sub nuw i32 %a, %b\n%r = call i32 @g(i32 noundef %s)\nret i32 %r", 1, 2,
     "unsigned overflow of 1 - 2 in 32 bits; then an argument of g is poison"},
    {"SignedProduct", "%s = mul nsw i32 %a, %b\n%r = call i32 @g(i32 noundef %s)\nret i32 %r", 0x80000000, 0xffffffff,
     "signed overflow of -2147483648 * -1 in 32 bits; then an argument of g is poison"},
    {"TheOneThatIsUsed", "%u = add nsw i32 %a, %a\n%s = shl i32 1, %b\n%r = call i32 @g(i32 noundef %s)\nret i32 %r",
     0x7fffffff, 33, "shift by 33 of 32 bits; then an argument of g is poison"},
    {"PoisonThatIsNotUsed", "%u = add nsw i32 %a, %a\nret i32 0", 0x7fffffff, 0, ""},
    {"DivisionByZero", "%r = udiv i32 %a, %b\nret i32 %r", 77, 0, "division of 77 by zero"},
    {"DivisionOverflow", "%r = sdiv i32 %a, %b\nret i32 %r", 0x80000000, 0xffffffff,
     "signed overflow of -2147483648 / -1 in 32 bits"},
    {"NeverSet", "%l = alloca [2 x i32]\n%v = load i32, ptr %l\n%r = call i32 @g(i32 noundef %v)\nret i32 %r", 0, 0,
     "reads l[0] of 2 where nothing was ever set; then an argument of g is poison"},
    {"ZerosOfZero", "%v = call i32 @llvm.ctlz.i32(i32 %a, i1 true)\n%r = call i32 @g(i32 noundef %v)\nret i32 %r", 0, 0,
     "counts the zeros of 0, as __builtin_clz does; then an argument of g is poison"},
    {"Assumption", "%c = icmp ne i32 %a, 5\ncall void @llvm.assume(i1 %c)\nret i32 0", 5, 0,
     "breaks what __builtin_assume was told"},
    {"Trap",
     "%c = icmp eq i32 %a, 5\nbr i1 %c, label %x, label %y\nx:\ncall void @llvm.trap()\nunreachable\ny:\nret i32 0", 5,
     0, "stops by a trap"},
    {"FirstOfTwo",
     "%q = udiv i32 %a, %b\n%i = zext i32 %a to i64\n%p = getelementptr i32, ptr %t, i64 %i\n"
     "%r = load i32, ptr %p\nret i32 %r",
     99, 0, "division of 99 by zero"},
};

class Causes : public testing::TestWithParam<Shown> {};

TEST_P(Causes, IsShownByTheWitness) { EXPECT_EQ(explanation(GetParam()), GetParam().says); }

INSTANTIATE_TEST_SUITE_P(All, Causes, testing::ValuesIn(kShown), [](const auto& info) { return info.param.name; });

/// Who asks for reasons gets the same terms.
TEST(Reasons, ChangeNoTerm) {
  for (const Shown& c : kShown) {
    const Module module = moduleOf(c);
    Terms terms;
    const Input input = tableAnd(8, 32, {32, 32})(terms);
    Reasons reasons;
    const LiftResult with = lift(terms, module, "f", input, reasons), without = lift(terms, module, "f", input);
    const auto &x = std::get<Lifted>(with), &y = std::get<Lifted>(without);
    EXPECT_TRUE(x.undefined.same(y.undefined)) << c.name;
    EXPECT_TRUE(x.returned->bits.same(y.returned->bits) && x.returned->poison.same(y.returned->poison)) << c.name;
    std::vector<Term> conditions;
    for (const auto& cause : reasons.causes)
      conditions.push_back(cause.condition);
    EXPECT_TRUE(terms.any(conditions).same(x.undefined)) << c.name;
  }
}

} // namespace
} // namespace warplaw::lift::test
