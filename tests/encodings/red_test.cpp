// RED's step against true integers and this machine's own numbers (RED-1, -6, -7); its forms, plans and choices over
// all of them (RED-1, -2, -7, MACH-3, -7, -8).
#include "symbolic/encodings/red.h"
#include "tests/encodings/compiled.h"
#include <bit>
#include <cmath>

namespace warplaw::symbolic {
namespace {
using spec::RedOp;
using spec::RedSize;
using Wide = __int128;

std::uint64_t bits(_Float16 number) { return std::bit_cast<std::uint16_t>(number); }
std::uint64_t bits(float number) { return std::bit_cast<std::uint32_t>(number); }
std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }

constexpr std::uint64_t kNan = 0x7ff0123456789abc; ///< that an F64 sum is to give

/// This machine's sum, rounded to nearest even; F32 flushes to zero (RED-7).
template <class Number, class Word> std::uint64_t plainSum(std::uint64_t m, std::uint64_t b, std::uint64_t nan) {
  const auto number = [](std::uint64_t word) {
    const Number n = std::bit_cast<Number>(static_cast<Word>(word));
    return std::is_same_v<Number, float> && std::fpclassify(float(n)) == FP_SUBNORMAL ? Number(n * 0) : n;
  };
  const volatile Number x = number(m), y = number(b);
  const Number total = x + y;
  return total != total ? nan : bits(number(bits(total)));
}

/// MIN and MAX of halves as the rule's words (RED-7).
std::uint64_t plainHalf(RedOp op, std::uint64_t m, std::uint64_t b, unsigned unlikeZeros) {
  const double x = double(std::bit_cast<_Float16>(std::uint16_t(m))),
               y = double(std::bit_cast<_Float16>(std::uint16_t(b)));
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? 0x7fff : std::isnan(x) ? b : m;
  if (x == 0 && y == 0 && m != b)
    return unlikeZeros == 1 ? m : unlikeZeros == 2 ? b : op == RedOp::Min ? 0x8000 : 0;
  return (op == RedOp::Min) == (x < y) ? m : b;
}

Wide valueOf(RedSize size, std::uint64_t word) {
  return size == RedSize::S32   ? Wide(std::int32_t(std::uint32_t(word)))
         : size == RedSize::S64 ? Wide(std::int64_t(word))
                                : Wide(word);
}

/// The table of operations on true integers, cut to `width` bits at the end (RED-6).
std::uint64_t plainInteger(RedOp op, RedSize size, unsigned width, std::uint64_t m, std::uint64_t b) {
  const Wide vm = valueOf(size, m), vb = valueOf(size, b), modulus = Wide{1} << width;
  const auto cut = [&](Wide value) { return static_cast<std::uint64_t>((value % modulus + modulus) % modulus); };
  switch (op) {
  case RedOp::Add:
    return cut(vm + vb);
  case RedOp::Min:
    return cut(vm <= vb ? vm : vb);
  case RedOp::Max:
    return cut(vm >= vb ? vm : vb);
  case RedOp::Inc:
    return cut(vm >= vb ? 0 : vm + 1);
  case RedOp::Dec:
    return cut(vm == 0 || vm > vb ? vb : vm - 1);
  default:
    break;
  }
  std::uint64_t all = 0;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned ones = (m >> i & 1) + (b >> i & 1);
    const bool set = op == RedOp::And ? ones == 2 : op == RedOp::Or ? ones > 0 : ones == 1;
    all |= std::uint64_t{set} << i;
  }
  return all;
}

std::uint64_t plainStep(RedOp op, RedSize size, unsigned width, std::uint64_t m, std::uint64_t b, unsigned zeros) {
  if (size == RedSize::F16x2)
    return op == RedOp::Add ? plainSum<_Float16, std::uint16_t>(m, b, 0x7fff) : plainHalf(op, m, b, zeros);
  if (size == RedSize::F32)
    return plainSum<float, std::uint32_t>(m, b, 0x7fffffff);
  if (size == RedSize::F64)
    return plainSum<double, std::uint64_t>(m, b, kNan);
  return plainInteger(op, size, width, m, b);
}

/// RED-1's table, by rows.
bool isPair(unsigned op, unsigned size) {
  constexpr std::string_view kTable[] = {"us.U..fhd", "us.Usi..h", "us.Usi..h", "u", "u", "us.U", "us.U", "us.U"};
  constexpr char kLetters[] = {'u', 's', 'U', 'i', 'f', 'h', 'd'};
  return op < std::size(kTable) && size < std::size(kLetters) &&
         kTable[op].find(kLetters[size]) != std::string_view::npos;
}

/// Ends of the ranges of integers and of numbers, of this width.
std::vector<std::uint64_t> corners(unsigned width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1), ones = sign | (sign - 1);
  const unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : 52;
  const std::uint64_t least = std::uint64_t{1} << fraction, infinity = sign - least, one = infinity / 2 & ~(least - 1);
  std::vector<std::uint64_t> all;
  for (const std::uint64_t size : {std::uint64_t{0}, least, least / 2, one, one - (fraction + 1) * least, infinity,
                                   one + (fraction + 1) * least, infinity - (fraction + 2) * least})
    for (const std::uint64_t near : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}, least / 2})
      for (const std::uint64_t negative : {std::uint64_t{0}, sign})
        all.push_back(((size + near) ^ negative) & ones);
  return all;
}

void compareSteps(RedOp op, RedSize size) {
  const unsigned width = size == RedSize::F16x2 ? 16 : spec::bytesOf(size) * 8;
  Terms terms;
  const Term m = terms.variable(width, "m"), b = terms.variable(width, "b"), zeros = terms.variable(32, "zeros");
  const native::Slot inputs[] = {{m, 0, 0, 8}, {b, 1, 0, 8}, {zeros, 2, 0, 4}};
  const native::Slot output[] = {{redStep(op, size, m, b, zeros, terms.constant(64, kNan)), 0, 0, 8}};
  const native::Function step = native::compile(inputs, output);
  const auto expectStep = [&](std::uint64_t memory, std::uint64_t operand) {
    for (std::uint32_t unlikeZeros = 0; unlikeZeros < 3; ++unlikeZeros) {
      std::uint64_t left = 0;
      const void* given[] = {&memory, &operand, &unlikeZeros};
      void* taken[] = {&left};
      step(given, taken);
      ASSERT_EQ(left, plainStep(op, size, width, memory, operand, unlikeZeros))
          << "op " << int(op) << " size " << int(size) << std::hex << " M " << memory << " Rb " << operand
          << " unlike zeros " << unlikeZeros;
    }
  };
  const std::vector<std::uint64_t> all = corners(width);
  for (const std::uint64_t x : all)
    for (const std::uint64_t y : all)
      expectStep(x, y);
  std::mt19937_64 random(3);
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - width);
  for (unsigned round = 0; round < 3000; ++round) {
    const std::uint64_t x = random() & ones;
    expectStep(x, round % 2 ? random() & ones : x ^ (random() & ones) >> random() % width); // near: cancels
  }
}

TEST(RedStep, EveryLegalPairAsTheTableSays_RED_1_6_7) {
  unsigned pairs = 0;
  for (unsigned op = 0; op < std::size(spec::kRedOps); ++op)
    for (unsigned size = 0; size < std::size(spec::kRedSizes); ++size)
      if (isPair(op, size)) {
        ++pairs;
        compareSteps(static_cast<RedOp>(op), static_cast<RedSize>(size));
      }
  EXPECT_GT(pairs, 0u);
}

TEST(RedStep, EachLanesOwnNan_RED_7) {
  Terms terms;
  spec::RedChoices choices;
  choices.nanLow[9] = 0x89abcdef, choices.nanHigh[9] = 0xfff01234;
  const auto terms9 = constants(terms, choices);
  EXPECT_EQ(redNan(terms9, terms.constant(5, 9)).value(), Bits{0xfff0123489abcdef});
  EXPECT_EQ(redNan(terms9, terms.constant(5, 8)).value(), Bits{0x7ff8000000000000});
}

bool beginsPlainPair(unsigned reg) { return reg == 255 || (reg % 2 == 0 && reg < 254); }
bool isWidePlain(RedSize size) { return size == RedSize::U64 || size == RedSize::S64 || size == RedSize::F64; }

bool isLegalPlain(const spec::RedForm& form) {
  const auto& [hasBase, base, offset] = form.address;
  if (!isPair(unsigned(form.op), unsigned(form.size)) || offset >= 0x100000 || (!hasBase && base.index != 255))
    return false;
  if (form.extended && (!beginsPlainPair(base.index) || (!hasBase && offset >= 0x80000)))
    return false;
  return !isWidePlain(form.size) || beginsPlainPair(form.rb.index);
}

spec::Plan plainPlan(const spec::RedForm& form, const spec::Plan& before) {
  const auto next = [](unsigned reg) { return spec::Source{spec::SourceKind::Register, reg >= 254 ? 255 : reg + 1}; };
  const unsigned base = form.address.base.index, rb = form.rb.index;
  spec::Plan plan = planOver(before, {}, 255);
  plan.excludesHelpers = 1;
  if (form.address.hasBase)
    plan.source[0] = {spec::SourceKind::Register, base};
  if (form.address.hasBase && form.extended)
    plan.source[1] = next(base);
  plan.source[2] = {spec::SourceKind::Register, rb};
  if (isWidePlain(form.size))
    plan.source[3] = next(rb);
  return plan;
}

TEST(Red, FormsAndPlans_RED_1_2_MACH_3_7) {
  compareForms<RedFormTerms, RedModifierTerms, RedChoiceTerms, redModifiers, redPlan>(
      isLegalPlain,
      [](const spec::RedModifiers& m) { return isPair(m.op, m.size) && m.extended < 2 && m.imm20 < 0x100000; },
      [](const spec::RedForm& form) {
        return spec::RedModifiers{unsigned(form.op), unsigned(form.size), form.extended, form.address.offset};
      },
      plainPlan);
}

TEST(Red, OffsetsFromNothing_RED_2) {
  Terms terms;
  for (const std::uint32_t offset : {0u, 0x7ffffu, 0x80000u, 0xfffffu, 0x100000u, 0xffffffffu})
    for (const bool extended : {false, true})
      for (const bool hasBase : {false, true}) {
        spec::RedForm form;
        form.extended = extended;
        form.address = {hasBase, {}, offset};
        EXPECT_EQ(isLegal(constants(terms, form)).isTrue(), isLegalPlain(form)) << std::hex << offset;
      }
}

TEST(Red, ChoicesInTheirRanges_RED_2_7_MACH_8) {
  Terms terms;
  const auto allows = [&](auto&& change) {
    spec::RedChoices choices;
    change(choices);
    return isAllowed(constants(terms, choices)).isTrue();
  };
  EXPECT_TRUE(allows([](auto&) {}));
  for (unsigned value = 0; value < 5; ++value) {
    EXPECT_EQ(allows([&](auto& c) { c.highBitsCount = value; }), value < 2);
    EXPECT_EQ(allows([&](auto& c) { c.unlikeZeros = value; }), value < 3);
    EXPECT_EQ(allows([&](auto& c) { c.reported[value * 7] = value; }), value < 3);
  }
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    for (const std::uint32_t high : {0x7ff00000u, 0x7fe80000u, 0xfff00000u, 0xfff00001u, 0x7fffffffu, 0u})
      for (const std::uint32_t low : {0u, 1u})
        EXPECT_EQ(allows([&](auto& c) { c.nanHigh[lane] = high, c.nanLow[lane] = low; }),
                  std::isnan(std::bit_cast<double>(std::uint64_t{high} << 32 | low)));
}

} // namespace
} // namespace warplaw::symbolic
