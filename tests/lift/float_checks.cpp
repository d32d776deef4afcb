// What is lifted of half, float and double: sums, comparisons, bits that go through memory, constants and choices;
// against this processor's sums and comparisons, and sums of floats against exact ones rounded once.
#include "check.h"
#include "fuzz/float_sum.h"
#include "symbolic/terms/float_format.h"
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {
using symbolic::FloatFormat;
using symbolic::onesOf;

struct Type {
  const char* name;
  FloatFormat format;
  const char* half; ///< 0.5, as a constant of LLVM's
  Bits (*sum)(Bits, Bits);
  double (*number)(Bits); ///< exact
};

template <class Number, class Word> Number numberOf(Bits bits) {
  return std::bit_cast<Number>(static_cast<Word>(bits));
}
template <class Number, class Word> Bits sumOf(Bits a, Bits b) {
  const Number sum = numberOf<Number, Word>(a) + numberOf<Number, Word>(b);
  return sum != sum ? symbolic::floatFormat(8 * sizeof(Word)).nan() : Bits{std::bit_cast<Word>(sum)};
}
template <class Number, class Word> double widened(Bits bits) { return numberOf<Number, Word>(bits); }

const Type kTypes[] = {
    {"half", symbolic::floatFormat(16), "0xH3800", sumOf<_Float16, std::uint16_t>, widened<_Float16, std::uint16_t>},
    {"float", symbolic::floatFormat(32), "0.5",
     [](Bits a, Bits b) -> Bits {
       return fuzz::floatSum(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
     },
     widened<float, std::uint32_t>},
    {"double", symbolic::floatFormat(64), "0.5", sumOf<double, std::uint64_t>, widened<double, std::uint64_t>}};

/// Both zeros, denormals, neighbours that are rounded, the greatest, infinities, NaNs of either sign.
std::vector<Bits> numbersOf(FloatFormat f) {
  const Bits step = Bits{1} << f.fraction, one = onesOf(f.exponent() - 1) << f.fraction;
  std::vector<Bits> all;
  for (const Bits size : {Bits{0}, Bits{1}, step - 1, step, one, one + 1, one - (f.fraction + 1) * step,
                          one - (f.fraction + 1) * step + 1, f.infinity() - 1, f.infinity(), f.infinity() + 1,
                          f.infinity() + step / 2, f.nan()})
    for (const Bits sign : {Bits{0}, f.sign()})
      all.push_back(size | sign);
  return all;
}

/// Two numbers from a table of two words, which may be poison.
Lifting lifted(const Type& type, const std::string& body, const std::string& result) {
  const unsigned width = type.format.width;
  return Lifting(fmt::format("define {0} @f(ptr %t) {{\n%q = getelementptr i{3}, ptr %t, i64 1\n"
                             "%a = load {2}, ptr %t\n%b = load {2}, ptr %q\n{1}\nret {0} %r\n}}\n",
                             result, body, type.name, width),
                 [width](Terms& terms) {
                   Input input;
                   input.objects.emplace_back(tableOf(terms, "t", 2, width, true));
                   input.arguments.emplace_back(PointerTo{0, 0});
                   return input;
                 });
}
/// The body's {0} is the type, {1} the integer of its width.
std::string bodyOf(const Type& type, const char* body) {
  return fmt::format(fmt::runtime(body), type.name, fmt::format("i{}", type.format.width));
}
Lifting lifted(const Type& type, const char* body) {
  return lifted(type, bodyOf(type, body), fmt::format("i{}", type.format.width));
}

/// Every pair; poison in, poison out.
Failure onAll(const Type& type, const Lifting& lifting, const std::string& what,
              const std::function<Bits(Bits, Bits)>& f) {
  if (lifting.problem())
    return what + ": " + *lifting.problem();
  for (const Bits a : numbersOf(type.format))
    for (const Bits b : numbersOf(type.format))
      for (unsigned poisoned = 0; poisoned < 4; ++poisoned) {
        const Assignment assignment{
            {"t[0]", a}, {"t[1]", b}, {"t[0].poison", poisoned & 1}, {"t[1].poison", poisoned >> 1}};
        if (Failure failure = lifting.expect(assignment, poisoned ? poison() : value(f(a, b))))
          return fmt::format("{} {} of {}, {}: {}", type.name, what, show(a), show(b), *failure);
      }
  return std::nullopt;
}

constexpr const char* kSum = "%s = fadd {0} %a, %b\n%r = bitcast {0} %s to {1}";

Failure sums() {
  for (const Type& type : kTypes)
    if (Failure failure = onAll(type, lifted(type, kSum), "fadd", type.sum))
      return failure;
  return std::nullopt;
}

/// A sum that is a NaN is any of them, and what is none is no matter of choice.
Failure anyNan() {
  for (const Type& type : kTypes) {
    const FloatFormat f = type.format;
    const Lifting lifting = lifted(type, kSum);
    const Bits quiet = f.infinity() + (Bits{1} << (f.fraction - 1));
    for (const Bits any : {quiet, quiet | f.sign(), f.infinity() + 1, (f.infinity() + 0x123) | f.sign()}) {
      const Bits infinities[] = {f.infinity(), f.infinity() | f.sign()};
      if (Failure failure =
              lifting.expect({{"t[0]", infinities[0]}, {"t[1]", infinities[1]}, {"nan.f.1", any}}, value(any)))
        return failure;
      if (Failure failure = lifting.expect({{"t[0]", 1}, {"t[1]", 1}, {"nan.f.1", any}}, value(2)))
        return failure;
    }
    if (Failure failure = lifting.expect({{"t[0]", f.nan()}, {"t[1]", 0}, {"nan.f.1", f.infinity()}}, value(f.nan())))
      return failure; // infinity is none
  }
  return std::nullopt;
}

Failure comparisons() {
  struct Row {
    const char* predicate;
    bool (*holds)(double, double);
  };
  const Row rows[] = {{"uno", [](double x, double y) { return std::isunordered(x, y); }},
                      {"ord", [](double x, double y) { return !std::isunordered(x, y); }},
                      {"oeq", [](double x, double y) { return x == y; }},
                      {"une", [](double x, double y) { return x != y; }},
                      {"ueq", [](double x, double y) { return !std::islessgreater(x, y); }},
                      {"one", [](double x, double y) { return std::islessgreater(x, y); }},
                      {"olt", [](double x, double y) { return x < y; }},
                      {"ole", [](double x, double y) { return x <= y; }},
                      {"ogt", [](double x, double y) { return x > y; }},
                      {"oge", [](double x, double y) { return x >= y; }},
                      {"ult", [](double x, double y) { return !(x >= y); }},
                      {"ule", [](double x, double y) { return !(x > y); }},
                      {"ugt", [](double x, double y) { return !(x <= y); }},
                      {"uge", [](double x, double y) { return !(x < y); }}};
  for (const Type& type : kTypes)
    for (const Row& row : rows)
      if (Failure failure =
              onAll(type, lifted(type, fmt::format("%r = fcmp {} {} %a, %b", row.predicate, type.name), "i1"),
                    row.predicate, [&](Bits a, Bits b) -> Bits { return row.holds(type.number(a), type.number(b)); }))
        return failure;
  return std::nullopt;
}

/// Bits stay what they are on every way but arithmetic's.
Failure moves() {
  for (const Type& type : kTypes) {
    for (const char* body : {"%p = alloca {0}\nstore {0} %b, ptr %p\n%r = load {1}, ptr %p",
                             "%c = icmp eq ptr %t, null\n%s = select i1 %c, {0} %a, {0} %b\n%r = bitcast {0} %s to {1}",
                             "br label %on\non:\n%s = phi {0} [%b, %0]\n%r = bitcast {0} %s to {1}"}) {
      const Lifting lifting = lifted(type, body);
      if (lifting.problem())
        return lifting.problem();
      for (const Bits b : numbersOf(type.format))
        if (Failure failure = lifting.expect({{"t[0]", 5}, {"t[1]", b}}, value(b)))
          return fmt::format("{} {}: {}", type.name, body, *failure);
    }
    const Lifting half =
        lifted(type, fmt::format("%s = fadd {{0}} %a, {}\n%r = bitcast {{0}} %s to {{1}}", type.half).c_str());
    const Bits one = onesOf(type.format.exponent() - 1) << type.format.fraction;
    if (half.problem())
      return half.problem();
    if (Failure failure = half.expect({{"t[0]", one}}, value(one + (Bits{1} << type.format.fraction) / 2)))
      return failure;
  }
  return std::nullopt;
}

/// What would give floats another meaning is not lifted.
Failure otherMeanings() {
  for (const Type& type : kTypes)
    for (const char* body : {"%s = fadd nnan {0} %a, %b\n%r = bitcast {0} %s to {1}",
                             "%s = fadd nsz {0} %a, %b\n%r = bitcast {0} %s to {1}",
                             "%s = fadd reassoc {0} %a, %b\n%r = bitcast {0} %s to {1}",
                             "%c = fcmp fast uno {0} %a, %b\n%r = zext i1 %c to {1}"})
      if (!lifted(type, body).problem())
        return bodyOf(type, body) + " is lifted";
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
