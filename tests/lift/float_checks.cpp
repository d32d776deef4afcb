// What is lifted of floats: sums, comparisons that ask for NaNs or equality, bits that go through memory, constants and
// choices; against exact sums rounded once and this processor's comparisons.
#include "check.h"
#include "fuzz/float_sum.h"
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff;

/// Both zeros, denormals, neighbours that are rounded, the greatest, infinities, NaNs of either sign.
constexpr std::uint32_t kNumbers[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                                      0x3f800000, 0x3f800001, 0xbf800000, 0x33800000, 0x33800001, 0x4b800000,
                                      0xcb800000, 0x7f7fffff, 0xff7fffff, 0x73000000, 0x7f800000, 0xff800000,
                                      0x7f800001, 0x7fc00000, 0xffc01234, kNan};

/// Two floats from a table of two words, which may be poison.
Lifting lifted(const std::string& body, const char* result = "i32") {
  return Lifting(fmt::format("define {0} @f(ptr %t) {{\n%q = getelementptr i32, ptr %t, i64 1\n"
                             "%a = load float, ptr %t\n%b = load float, ptr %q\n{1}\nret {0} %r\n}}\n",
                             result, body),
                 [](Terms& terms) {
                   Input input;
                   input.objects.emplace_back(tableOf(terms, "t", 2, 32, true));
                   input.arguments.emplace_back(PointerTo{0, 0});
                   return input;
                 });
}

/// Every pair; poison in, poison out.
Failure onAll(const std::string& body, const char* result, const std::function<Bits(std::uint32_t, std::uint32_t)>& f) {
  const Lifting lifting = lifted(body, result);
  if (lifting.problem())
    return body + ": " + *lifting.problem();
  for (const std::uint32_t a : kNumbers)
    for (const std::uint32_t b : kNumbers)
      for (unsigned poisoned = 0; poisoned < 4; ++poisoned) {
        const Assignment assignment{
            {"t[0]", a}, {"t[1]", b}, {"t[0].poison", poisoned & 1}, {"t[1].poison", poisoned >> 1}};
        if (Failure failure = lifting.expect(assignment, poisoned ? poison() : value(f(a, b))))
          return fmt::format("{} of {:#x}, {:#x}: {}", body, a, b, *failure);
      }
  return std::nullopt;
}

Failure sums() { return onAll("%s = fadd float %a, %b\n%r = bitcast float %s to i32", "i32", fuzz::floatSum); }

/// A sum that is a NaN is any of them, and what is none is no matter of choice.
Failure anyNan() {
  const Lifting lifting = lifted("%s = fadd float %a, %b\n%r = bitcast float %s to i32");
  for (const std::uint32_t any : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff812345u}) {
    if (Failure failure = lifting.expect({{"t[0]", 0x7f800000}, {"t[1]", 0xff800000}, {"nan.f.1", any}}, value(any)))
      return failure;
    if (Failure failure = lifting.expect({{"t[0]", 1}, {"t[1]", 1}, {"nan.f.1", any}}, value(2)))
      return failure;
  }
  return lifting.expect({{"t[0]", kNan}, {"t[1]", 0}, {"nan.f.1", 0x7f800000}}, value(kNan)); // infinity is none
}

Failure comparisons() {
  struct Row {
    const char* predicate;
    bool (*holds)(float, float);
  };
  for (const Row& row :
       {Row{"uno", [](float x, float y) { return std::isunordered(x, y); }},
        Row{"ord", [](float x, float y) { return !std::isunordered(x, y); }},
        Row{"oeq", [](float x, float y) { return x == y; }}, Row{"une", [](float x, float y) { return x != y; }}})
    if (Failure failure = onAll(fmt::format("%r = fcmp {} float %a, %b", row.predicate), "i1",
                                [&](std::uint32_t a, std::uint32_t b) -> Bits {
                                  return row.holds(std::bit_cast<float>(a), std::bit_cast<float>(b));
                                }))
      return failure;
  return std::nullopt;
}

/// Bits stay what they are on every way but arithmetic's.
Failure moves() {
  for (const char* body :
       {"%p = alloca float\nstore float %b, ptr %p\n%r = load i32, ptr %p",
        "%c = icmp eq ptr %t, null\n%s = select i1 %c, float %a, float %b\n%r = bitcast float %s to i32",
        "br label %on\non:\n%s = phi float [%b, %0]\n%r = bitcast float %s to i32"}) {
    const Lifting lifting = lifted(body);
    if (lifting.problem())
      return lifting.problem();
    for (const std::uint32_t b : kNumbers)
      if (Failure failure = lifting.expect({{"t[0]", 5}, {"t[1]", b}}, value(b)))
        return fmt::format("{}: {}", body, *failure);
  }
  const Lifting half = lifted("%s = fadd float %a, 0.5\n%r = bitcast float %s to i32");
  return half.problem() ? half.problem() : half.expect({{"t[0]", 0x3f800000}}, value(0x3fc00000));
}

/// What would give floats another meaning is not lifted.
Failure otherMeanings() {
  for (const char* body : {"%s = fadd nnan float %a, %b\n%r = bitcast float %s to i32",
                           "%s = fadd nsz float %a, %b\n%r = bitcast float %s to i32",
                           "%s = fadd reassoc float %a, %b\n%r = bitcast float %s to i32",
                           "%c = fcmp fast uno float %a, %b\n%r = zext i1 %c to i32"})
    if (!lifted(body).problem())
      return std::string(body) + " is lifted";
  return std::nullopt;
}

} // namespace

std::vector<Check> floatChecks() {
  return {{"fadd", sums},
          {"fadd gives any NaN", anyNan},
          {"fcmp", comparisons},
          {"floats move", moves},
          {"fast-math flags", otherMeanings}};
}

} // namespace warplaw::lift::test
