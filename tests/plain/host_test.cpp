// Floats of 32 and 64 bits against the arithmetic of the machine that runs the tests, which has IEEE 754's directions
// too.
#include "plain/scalar.h"
#include <bit>
#include <cfenv>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <type_traits>

namespace warplaw::plain {
namespace {

constexpr unsigned kTries = 2000;

template <class Float> using BitsOf = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
template <class Float> Word bitsOf(Float x) { return std::bit_cast<BitsOf<Float>>(x); }
template <class Float> Float floatOf(Word x) { return std::bit_cast<Float>(static_cast<BitsOf<Float>>(x)); }

struct Direction {
  const char* name;
  int host;
};
constexpr Direction kDirections[] = {
    {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

/// Near each other often enough, and near both ends of the range, that they cancel, tie, overflow and underflow.
template <class Float> class Sources {
public:
  Word next() {
    const unsigned fraction = sizeof(Float) == 4 ? 23 : 52;
    const Word greatest = sizeof(Float) == 4 ? 0xff : 0x7ff;
    constexpr Word kKinds = 5;
    const Word exponents[kKinds] = {greatest / 2 - 2 + bits() % 5, bits() % 3, greatest - bits() % 3,
                                    bits() % (greatest + 1), greatest / 2 - fraction + bits() % 3};
    const Word sparse = bits() & bits() & bits();
    const Word chosen[] = {bits(), sparse, ~sparse};
    const Word sign = bits() % 2 << (8 * sizeof(Float) - 1);
    return sign | exponents[bits() % kKinds] << fraction | (chosen[bits() % 3] & ((Word(1) << fraction) - 1));
  }

private:
  Word bits() { return random(); }
  std::mt19937_64 random{1};
};

template <class Float> Word canonical(Float x) {
  return !std::isnan(x) ? bitsOf(x) : sizeof(Float) == 4 ? 0x7fffffff : 0x7ff8000000000000;
}

Word stated(const std::string& opcode, std::span<const Word> sources) {
  const auto spelled = spec::scalar::formSpelled(opcode);
  EXPECT_TRUE(spelled) << opcode;
  return spelled ? scalar(spelled->form, spelled->modes, sources) : 0;
}

/// In each direction, `calculate` of as many sources as it takes.
template <class Float, unsigned kSources, class Calculate>
void expectAgreement(const std::string& mnemonic, const std::string& type, Calculate calculate) {
  Sources<Float> sources;
  for (const Direction& direction : kDirections)
    for (unsigned i = 0; i < kTries; ++i) {
      std::array<Word, kSources> words{};
      for (Word& word : words)
        word = sources.next();
      volatile Float a = floatOf<Float>(words[0]);
      volatile Float b = floatOf<Float>(words[kSources > 1 ? 1 : 0]);
      volatile Float c = floatOf<Float>(words[kSources - 1]);
      std::fesetround(direction.host);
      volatile auto result = calculate(a, b, c);
      std::fesetround(FE_TONEAREST);
      const std::string opcode = mnemonic + "." + direction.name + "." + type;
      ASSERT_EQ(stated(opcode, words), canonical(+result)) << fmt::format("{} {:#x}", opcode, fmt::join(words, " "));
    }
}

template <class Float> void expectArithmeticAgrees(const std::string& type) {
  expectAgreement<Float, 2>("add", type, [](Float a, Float b, Float) { return a + b; });
  expectAgreement<Float, 2>("sub", type, [](Float a, Float b, Float) { return a - b; });
  expectAgreement<Float, 2>("mul", type, [](Float a, Float b, Float) { return a * b; });
  expectAgreement<Float, 2>("div", type, [](Float a, Float b, Float) { return a / b; });
  expectAgreement<Float, 3>("fma", type, [](Float a, Float b, Float c) { return std::fma(a, b, c); });
  expectAgreement<Float, 1>("rcp", type, [](Float a, Float, Float) { return Float(1) / a; });
  expectAgreement<Float, 1>("sqrt", type, [](Float a, Float, Float) { return std::sqrt(a); });
}

TEST(PlainAgainstTheHost, ArithmeticOf32Bits) { expectArithmeticAgrees<float>("f32"); }
TEST(PlainAgainstTheHost, ArithmeticOf64Bits) { expectArithmeticAgrees<double>("f64"); }

TEST(PlainAgainstTheHost, NarrowerFloats) {
  expectAgreement<double, 1>("cvt", "f32.f64", [](double a, double, double) { return static_cast<float>(a); });
}

Word halfOf(double x) { return std::isnan(x) ? 0x7fff : std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)); }
double ofHalf(Word x) { return double(std::bit_cast<_Float16>(static_cast<std::uint16_t>(x))); }

/// Sums and products of halves are exact in 64 bits.
TEST(PlainAgainstTheHost, Halves) {
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 10 * kTries; ++i) {
    const std::array<Word, 2> words{random() & 0xffff, random() & 0xffff};
    const double a = ofHalf(words[0]);
    const double b = ofHalf(words[1]);
    ASSERT_EQ(stated("add.f16", words), halfOf(a + b)) << fmt::format("{:#x}", fmt::join(words, " "));
    ASSERT_EQ(stated("sub.f16", words), halfOf(a - b)) << fmt::format("{:#x}", fmt::join(words, " "));
    ASSERT_EQ(stated("mul.f16", words), halfOf(a * b)) << fmt::format("{:#x}", fmt::join(words, " "));
  }
}

TEST(PlainAgainstTheHost, HalvesOfWiderFloats) {
  Sources<double> sources;
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 10 * kTries; ++i) {
    // between two halves, near their middle often enough
    const Word near = bitsOf(ofHalf(random() & 0xffff)) ^ (random() % 4 << 41) ^ random() % 4;
    const std::array<Word, 1> words{i % 2 ? near : sources.next()};
    ASSERT_EQ(stated("cvt.rn.f16.f64", words), halfOf(floatOf<double>(words[0]))) << fmt::format("{:#x}", words[0]);
  }
}

TEST(PlainAgainstTheHost, IntegersOfFloats) {
  Sources<double> sources;
  const char* const ways[] = {"rni", "rzi", "rmi", "rpi"};
  for (unsigned i = 0; i < kTries; ++i)
    for (unsigned way = 0; way < 4; ++way) {
      const Word word = sources.next();
      std::fesetround(kDirections[way].host);
      const double whole = std::nearbyint(floatOf<double>(word));
      std::fesetround(FE_TONEAREST);
      const std::array<Word, 1> words{word};
      ASSERT_EQ(stated(fmt::format("cvt.{}.f64.f64", ways[way]), words), canonical(whole))
          << fmt::format("{:#x}", word);
      if (std::fabs(whole) < 0x1p62)
        ASSERT_EQ(stated(fmt::format("cvt.{}.s64.f64", ways[way]), words), Word(std::int64_t(whole)));
    }
}

TEST(PlainAgainstTheHost, FloatsOfIntegers) {
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < kTries; ++i)
    for (const Direction& direction : kDirections) {
      const std::array<Word, 1> words{random() >> random() % 64};
      volatile auto integer = static_cast<std::int64_t>(words[0]);
      std::fesetround(direction.host);
      volatile auto wide = static_cast<double>(integer);
      volatile auto narrow = static_cast<float>(integer);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(stated(fmt::format("cvt.{}.f64.s64", direction.name), words), bitsOf(double(wide)));
      ASSERT_EQ(stated(fmt::format("cvt.{}.f32.s64", direction.name), words), bitsOf(float(narrow)));
    }
}

} // namespace
} // namespace warplaw::plain
