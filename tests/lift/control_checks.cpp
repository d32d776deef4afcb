// Control flow: joins, switch, loops of every accepted shape, calls, and the bound.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

using Reference = std::function<Outcome(Bits a, Bits b)>;

/// A function of two 32-bit integers (and a table that it may ignore), over a square of small values.
Failure over(const std::string& ir, const Reference& reference, unsigned limit = 9, unsigned bound = 64) {
  const Lifting lifting(ir, [=](Terms& terms) {
    Input input = tableAnd(8, 32, {32, 32})(terms);
    input.unrollBound = bound;
    return input;
  });
  for (unsigned a = 0; a < limit; ++a)
    for (unsigned b = 0; b < limit; ++b) {
      Assignment assignment{{"a0", a}, {"a1", b}};
      for (unsigned i = 0; i < 8; ++i)
        assignment[fmt::format("t[{}]", i)] = 10 * i;
      if (Failure failure = lifting.expect(assignment, reference(a, b)))
        return failure;
    }
  return std::nullopt;
}

const std::string kHead = "define i32 @f(ptr %t, i32 %a, i32 %b) {\nentry:\n";

Failure diamond() {
  return over(kHead + "%c = icmp ult i32 %a, %b\nbr i1 %c, label %then, label %else\nthen:\n%x = add i32 %a, "
                      "100\nstore i32 1, ptr %t\nbr label %end\n"
                      "else:\n%y = sub i32 %a, %b\nbr label %end\nend:\n%p = phi i32 [ %x, %then ], [ %y, %else ]\n%m "
                      "= load i32, ptr %t\n%m2 = mul i32 %m, 1000\n%r = add i32 %p, %m2\nret i32 %r\n}",
              [](Bits a, Bits b) { return value(a < b ? a + 100 + 1000 : a - b); });
}

Failure shortCircuit() { // a && b || c, with joins of unequal depth
  return over(kHead + "%c1 = icmp ugt i32 %a, 3\nbr i1 %c1, label %second, label %third\nsecond:\n%c2 = icmp ugt i32 "
                      "%b, 3\nbr i1 %c2, label %yes, label %third\n"
                      "third:\n%c3 = icmp eq i32 %b, 2\nbr i1 %c3, label %yes, label %no\nyes:\nbr label %end\nno:\nbr "
                      "label %end\nend:\n%r = phi i32 [ 1, %yes ], [ 0, %no ]\nret i32 %r\n}",
              [](Bits a, Bits b) { return value((a > 3 && b > 3) || b == 2); });
}

Failure switched() {
  return over(kHead + "switch i32 %a, label %other [ i32 1, label %one\n i32 2, label %two\n i32 5, label %one "
                      "]\none:\n%x = add i32 %b, 1\nbr label %end\ntwo:\nbr label %end\nother:\nret i32 99\n"
                      "end:\n%r = phi i32 [ %x, %one ], [ 7, %two ]\nret i32 %r\n}",
              [](Bits a, Bits b) {
                return value(a == 1 || a == 5 ? b + 1 : a == 2 ? 7 : 99);
              });
}

Failure branchOnPoison() {
  const std::string shifted = "%s = shl i32 1, %a\n%c = trunc i32 %s to i1\n";
  if (Failure failure = over(
          kHead + shifted + "br i1 %c, label %x, label %y\nx:\nret i32 1\ny:\nret i32 2\n}",
          [](Bits a, Bits) { return a >= 32 ? undefinedBehaviour() : value(a == 0 ? 1 : 2); }, 35))
    return failure;
  return over(
      kHead + shifted + "switch i1 %c, label %x [ i1 0, label %y ]\nx:\nret i32 1\ny:\nret i32 2\n}",
      [](Bits a, Bits) { return a >= 32 ? undefinedBehaviour() : value(a == 0 ? 1 : 2); }, 35);
}

Failure unreached() {
  return over(kHead +
                  "%c = icmp eq i32 %a, 3\nbr i1 %c, label %bad, label %good\nbad:\nunreachable\ngood:\nret i32 %b\n}",
              [](Bits a, Bits b) { return a == 3 ? undefinedBehaviour() : value(b); });
}

Failure undefinedOnOnePath() { // division by b, on one side only
  return over(kHead + "%c = icmp eq i32 %a, 3\nbr i1 %c, label %x, label %y\nx:\n%q = udiv i32 8, %b\nbr label "
                      "%y\ny:\n%r = phi i32 [ %q, %x ], [ 0, %entry ]\nret i32 %r\n}",
              [](Bits a, Bits b) { return a != 3   ? value(0)
                                          : b == 0 ? undefinedBehaviour()
                                                   : value(8 / b); });
}

Failure counted() { // bottom-tested, with a value that leaves the loop without a phi
  return over(
      kHead + "br label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %n, %loop ]\n%s = phi i32 [ %a, %entry ], [ %s2, "
              "%loop ]\n%s2 = add i32 %s, %b\n%n = add i32 %i, 1\n"
              "%c = icmp ult i32 %n, 5\nbr i1 %c, label %loop, label %end\nend:\n%r = add i32 %s2, %n\nret i32 %r\n}",
      [](Bits a, Bits b) { return value(a + 5 * b + 5); });
}

Failure early() { // a search: two exits to different places, from different iterations, live-out values on each
  return over(
      kHead + "br label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %n, %next ]\n%w = zext i32 %i to i64\n%p = "
              "getelementptr inbounds i32, ptr %t, i64 %w\n%v = load i32, ptr %p\n"
              "%hit = icmp uge i32 %v, %a\nbr i1 %hit, label %found, label %next\nnext:\n%n = add i32 %i, 1\n%stop = "
              "icmp ugt i32 %n, %b\nbr i1 %stop, label %gave, label %loop\n"
              "found:\n%f = add i32 %i, 100\nret i32 %f\ngave:\nret i32 %n\n}",
      [](Bits a, Bits b) {
        for (Bits i = 0;; ++i) {
          if (i >= 8)
            return undefinedBehaviour();
          if (10 * i >= a)
            return value(i + 100);
          if (i + 1 > b)
            return value(i + 1);
        }
      },
      30);
}

Failure joinedExits() { // two exits to one block, the value defined in the loop used after it
  return over(
      kHead +
          "br label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %n, %next ]\n%d = mul i32 %i, 3\n%x = icmp eq i32 %i, "
          "%a\nbr i1 %x, label %end, label %next\n"
          "next:\n%n = add i32 %i, 1\n%y = icmp ult i32 %n, 6\nbr i1 %y, label %loop, label %end\nend:\nret i32 %d\n}",
      [](Bits a, Bits) { return value(3 * (a < 6 ? a : 5)); });
}

Failure nested() { // inner count depends on the outer index; two latches by continue
  return over(kHead + "br label %outer\nouter:\n%i = phi i32 [ 0, %entry ], [ %i2, %skip ], [ %i2, %after ]\n%s = phi "
                      "i32 [ 0, %entry ], [ %s, %skip ], [ %s3, %after ]\n"
                      "%done = icmp eq i32 %i, 4\nbr i1 %done, label %end, label %body\nbody:\n%i2 = add i32 %i, "
                      "1\n%odd = icmp eq i32 %i, %b\nbr i1 %odd, label %skip, label %inner\n"
                      "skip:\nbr label %outer\ninner:\n%j = phi i32 [ 0, %body ], [ %j2, %inner ]\n%s2 = phi i32 [ %s, "
                      "%body ], [ %s3, %inner ]\n%s3 = add i32 %s2, %a\n%j2 = add i32 %j, 1\n"
                      "%more = icmp ult i32 %j2, %i2\nbr i1 %more, label %inner, label %after\nafter:\nbr label "
                      "%outer\nend:\nret i32 %s\n}",
              [](Bits a, Bits b) {
                Bits s = 0;
                for (Bits i = 0; i < 4; ++i)
                  if (i != b)
                    s += a * (i + 1);
                return value(s);
              });
}

Failure nestedAgain() { // what the inner loop hands on is another value in each turn of the outer one
  return over(kHead + "br label %outer\nouter:\n%o = phi i32 [ 0, %entry ], [ %on, %after ]\n%s = phi i32 [ 0, %entry "
                      "], [ %s2, %after ]\nbr label %inner\n"
                      "inner:\n%i = phi i32 [ 0, %outer ], [ %in, %body ]\n%u = phi i32 [ %s, %outer ], [ %u2, %body "
                      "]\n%v = add i32 %o, %b\n%c = icmp ult i32 %i, %a\nbr i1 %c, label %body, label %after\n"
                      "body:\n%u2 = add i32 %u, %v\n%in = add i32 %i, 1\nbr label %inner\n"
                      "after:\n%s2 = add i32 %u, %v\n%on = add i32 %o, 1\n%oc = icmp ult i32 %on, 3\nbr i1 %oc, label "
                      "%outer, label %end\nend:\nret i32 %s2\n}",
              [](Bits a, Bits b) {
                Bits s = 0;
                for (Bits o = 0; o < 3; ++o)
                  s += (a + 1) * (o + b);
                return value(s);
              });
}

Failure bounded() { // runs a times: exceeds a bound of 4 where a > 4 (the test counts that as undefined)
  return over(
      kHead + "br label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %n, %body ]\n%c = icmp ult i32 %i, %a\nbr i1 %c, "
              "label %body, label %end\nbody:\n%n = add i32 %i, 1\nbr label %loop\nend:\nret i32 %i\n}",
      [](Bits a, Bits) { return a > 4 ? undefinedBehaviour() : value(a); }, 9, 5);
}

Failure boundIsNamed() { // an endless loop exceeds every bound
  const Lifting lifting("define i32 @f(ptr %t) {\nentry:\nbr label %loop\nloop:\nbr label %loop\n}",
                        tableAnd(1, 32, {}));
  if (lifting.problem())
    return lifting.problem();
  return lifting.lifted().boundExceeded.isTrue() ? Failure() : "the bound is not exceeded";
}

Failure called() {
  return over("define internal i32 @max(i32 %x, i32 %y) {\n%c = icmp ugt i32 %x, %y\nbr i1 %c, label %l, label "
              "%r\nl:\nret i32 %x\nr:\nret i32 %y\n}\n"
              "define internal void @bump(ptr %p) {\n%v = load i32, ptr %p\n%w = add i32 %v, 1\nstore i32 %w, ptr "
              "%p\nret void\n}\n" +
                  kHead +
                  "%x = alloca i32\n%m = call i32 @max(i32 %a, i32 %b)\nstore i32 %m, ptr %x\ncall void @bump(ptr "
                  "%x)\ncall void @bump(ptr %x)\n%r = load i32, ptr %x\nret i32 %r\n}",
              [](Bits a, Bits b) { return value(std::max(a, b) + 2); });
}

Failure calledInLoop() { // each call has locals of its own, uninitialised each time
  return over(
      "define internal i32 @g(i32 %x, i32 %n) {\n%l = alloca i32\n%c = icmp eq i32 %n, 0\nbr i1 %c, label %s, label "
      "%d\ns:\nstore i32 %x, ptr %l\nbr label %d\nd:\n%v = load i32, ptr %l\nret i32 %v\n}\n" +
          kHead +
          "br label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %n, %loop ]\n%v = call i32 @g(i32 %b, i32 %i)\n%n = "
          "add i32 %i, 1\n%c = icmp ult i32 %i, %a\nbr i1 %c, label %loop, label %end\nend:\nret i32 %v\n}",
      [](Bits a, Bits b) { return a == 0 ? value(b) : poison(); });
}

Failure localOutlived() {
  return over(
      "define internal ptr @g() {\n%l = alloca i32\nstore i32 1, ptr %l\nret ptr %l\n}\n" + kHead +
          "%p = call ptr @g()\n%r = load i32, ptr %p\nret i32 %r\n}",
      [](Bits, Bits) { return undefinedBehaviour(); }, 1);
}

Failure byValue() { // the callee's copy is its own
  return over("define internal void @g(ptr byval({i32, i32}) align 4 %s) {\nstore i32 55, ptr %s\nret void\n}\n" +
                  kHead +
                  "%x = alloca {i32, i32}\nstore i32 %a, ptr %x\n%y = getelementptr i8, ptr %x, i64 4\nstore i32 %b, "
                  "ptr %y\ncall void @g(ptr byval({i32, i32}) align 4 %x)\n%r = load i32, ptr %x\nret i32 %r\n}",
              [](Bits a, Bits) { return value(a); });
}

Failure assumed() {
  return over(kHead + "%c = icmp ult i32 %a, 4\ncall void @llvm.assume(i1 %c)\nret i32 %a\n}",
              [](Bits a, Bits) { return a < 4 ? value(a) : undefinedBehaviour(); });
}

Failure noReturn() {
  return over(
      "define internal void @g() noreturn {\nret void\n}\n" + kHead +
          "%c = icmp ult i32 %a, 4\nbr i1 %c, label %x, label %y\nx:\nret i32 %b\ny:\ncall void @g()\nret i32 1\n}",
      [](Bits a, Bits b) { return a < 4 ? value(b) : undefinedBehaviour(); });
}

Failure trapped() {
  return over(kHead + "%c = icmp ult i32 %a, 4\nbr i1 %c, label %x, label %y\nx:\nret i32 %b\ny:\ncall void "
                      "@llvm.trap()\nunreachable\n}",
              [](Bits a, Bits b) { return a < 4 ? value(b) : undefinedBehaviour(); });
}

} // namespace

std::vector<Check> controlChecks() {
  return {{"join", diamond},
          {"joins of unequal depth", shortCircuit},
          {"switch", switched},
          {"branch and switch on poison", branchOnPoison},
          {"unreachable", unreached},
          {"undefined on one path", undefinedOnOnePath},
          {"counted loop", counted},
          {"loop with two exits", early},
          {"exits that join", joinedExits},
          {"nested loops", nested},
          {"nested loops, several turns", nestedAgain},
          {"loop bound", bounded},
          {"endless loop", boundIsNamed},
          {"calls", called},
          {"calls in a loop", calledInLoop},
          {"local that is outlived", localOutlived},
          {"byval", byValue},
          {"assume", assumed},
          {"trap", trapped},
          {"noreturn that returns", noReturn}};
}

} // namespace warplaw::lift::test
