// Attributes and load metadata: what each makes poison, and what it makes undefined.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

/// Over a0 in 0..11 (32 bits), with a table "t" of eight words.
Failure over(const std::string& ir, const std::function<Outcome(Bits)>& reference) {
  const Lifting lifting(ir, tableAnd(8, 32, {32}));
  for (unsigned a = 0; a < 12; ++a)
    for (unsigned big : {0u, 0xfffffff0u}) {
      Assignment assignment{{"a0", a + big}};
      for (unsigned i = 0; i < 8; ++i)
        assignment[fmt::format("t[{}]", i)] = i;
      if (Failure failure = lifting.expect(assignment, reference(a + big)))
        return failure;
    }
  return std::nullopt;
}

const std::string kHead = "define i32 @f(ptr %t, i32 %a) {\n";

Failure rangeOfArgument() {
  return over("define internal i32 @g(i32 range(i32 2, 5) %x) {\nret i32 %x\n}\n" + kHead +
                  "%r = call i32 @g(i32 %a)\nret i32 %r\n}",
              [](Bits a) { return a >= 2 && a < 5 ? value(a) : poison(); });
}
Failure rangeOfResult() { // wraps around: everything but 3..6
  return over("define internal range(i32 7, 3) i32 @g(i32 %x) {\nret i32 %x\n}\n" + kHead +
                  "%r = call i32 @g(i32 %a)\nret i32 %r\n}",
              [](Bits a) { return a >= 7 || a < 3 ? value(a) : poison(); });
}
Failure noundefArgument() {
  return over("define internal i32 @g(i32 noundef %x) {\nret i32 0\n}\n" + kHead +
                  "%s = shl nuw i32 %a, 31\n%r = call i32 @g(i32 %s)\nret i32 %r\n}",
              [](Bits a) { return a < 2 ? value(0) : undefinedBehaviour(); });
}
Failure noundefResult() {
  return over("define internal noundef i32 @g(i32 %x) {\n%s = shl nuw i32 %x, 31\nret i32 %s\n}\n" + kHead +
                  "%r = call i32 @g(i32 %a)\nret i32 0\n}",
              [](Bits a) { return a < 2 ? value(0) : undefinedBehaviour(); });
}
Failure noundefRange() { // out of range is poison, and poison is then undefined
  return over("define internal i32 @g(i32 noundef range(i32 0, 4) %x) {\nret i32 %x\n}\n" + kHead +
                  "%r = call i32 @g(i32 %a)\nret i32 %r\n}",
              [](Bits a) { return a < 4 ? value(a) : undefinedBehaviour(); });
}
Failure ownNoundef() {
  return over("define noundef i32 @f(ptr %t, i32 %a) {\n%s = shl nuw i32 %a, 31\nret i32 %s\n}",
              [](Bits a) { return a < 2 ? value(a << 31) : undefinedBehaviour(); });
}
const std::string kPointer = "%c = icmp ult i32 %a, 4\n%p = select i1 %c, ptr %t, ptr null\n";
Failure nonnull() {
  return over("define internal i1 @g(ptr nonnull %x) {\n%r = icmp eq ptr %x, null\nret i1 %r\n}\n" + kHead + kPointer +
                  "%e = call i1 @g(ptr %p)\n%r = zext i1 %e to i32\nret i32 %r\n}",
              [](Bits a) { return a < 4 ? value(0) : poison(); });
}
Failure aligned() {
  return over("define internal i1 @g(ptr align 4 %x) {\n%r = icmp eq ptr %x, %x\nret i1 %r\n}\n" + kHead +
                  "%i = and i32 %a, 7\n%w = zext i32 %i to i64\n%p = getelementptr inbounds i8, ptr %t, i64 %w\n%e = "
                  "call i1 @g(ptr %p)\n%r = zext i1 %e to i32\nret i32 %r\n}",
              [](Bits a) { return (a & 3) == 0 ? value(1) : poison(); });
}
Failure dereferenceable() {
  return over("define internal i32 @g(ptr dereferenceable(28) %x) {\nret i32 1\n}\n" + kHead +
                  "%i = and i32 %a, 7\n%w = zext i32 %i to i64\n%p = getelementptr inbounds i8, ptr %t, i64 %w\n%r = "
                  "call i32 @g(ptr %p)\nret i32 %r\n}",
              [](Bits a) { return (a & 7) <= 4 ? value(1) : undefinedBehaviour(); });
}
Failure dereferenceableOrNull() {
  return over("define internal i32 @g(ptr dereferenceable_or_null(33) %x) {\nret i32 1\n}\n" + kHead + kPointer +
                  "%r = call i32 @g(ptr %p)\nret i32 %r\n}",
              [](Bits a) { return a < 4 ? undefinedBehaviour() : value(1); });
}

Failure dereferenceableNull() {
  return over("define internal i32 @g(ptr dereferenceable(1) %x) {\nret i32 1\n}\n" + kHead + kPointer +
                  "%r = call i32 @g(ptr %p)\nret i32 %r\n}",
              [](Bits a) { return a < 4 ? value(1) : undefinedBehaviour(); });
}

std::string loadOf(const std::string& metadata) {
  return kHead +
         "%i = and i32 %a, 7\n%w = zext i32 %i to i64\n%p = getelementptr inbounds i32, ptr %t, i64 %w\n%r = load i32, "
         "ptr %p, " +
         metadata + "\nret i32 %r\n}\n!0 = !{i32 2, i32 4, i32 6, i32 7}\n!1 = !{}\n";
}
bool inRanges(Bits v) { return (v >= 2 && v < 4) || v == 6; }

Failure rangeMetadata() {
  return over(loadOf("!range !0"), [](Bits a) { return inRanges(a & 7) ? value(a & 7) : poison(); });
}
Failure noundefMetadata() {
  return over(loadOf("!range !0, !noundef !1"),
              [](Bits a) { return inRanges(a & 7) ? value(a & 7) : undefinedBehaviour(); });
}
Failure nonnullMetadata() {
  return over(kHead + "%x = alloca ptr\n" + kPointer +
                  "store ptr %p, ptr %x\n%q = load ptr, ptr %x, !nonnull !1\n%e = icmp eq ptr %q, null\n%r = zext i1 "
                  "%e to i32\nret i32 %r\n}\n!1 = !{}\n",
              [](Bits a) { return a < 4 ? value(0) : poison(); });
}

Failure alignMetadata() {
  return over(kHead + "%x = alloca ptr\n%i = and i32 %a, 7\n%w = zext i32 %i to i64\n%p = getelementptr inbounds i8, "
                      "ptr %t, i64 %w\nstore ptr %p, ptr %x\n%q = load ptr, ptr %x, !align !0\n"
                      "%e = icmp eq ptr %q, %q\n%r = zext i1 %e to i32\nret i32 %r\n}\n!0 = !{i64 4}\n",
              [](Bits a) { return (a & 3) == 0 ? value(1) : poison(); });
}

} // namespace

std::vector<Check> attributeChecks() {
  return {{"range of an argument", rangeOfArgument},
          {"range of a result", rangeOfResult},
          {"noundef argument", noundefArgument},
          {"noundef result", noundefResult},
          {"noundef and range", noundefRange},
          {"noundef result of the function itself", ownNoundef},
          {"nonnull", nonnull},
          {"align", aligned},
          {"dereferenceable", dereferenceable},
          {"dereferenceable_or_null", dereferenceableOrNull},
          {"!range", rangeMetadata},
          {"!noundef", noundefMetadata},
          {"!nonnull", nonnullMetadata},
          {"dereferenceable null", dereferenceableNull},
          {"!align", alignMetadata}};
}

} // namespace warplaw::lift::test
