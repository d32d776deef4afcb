// ATOMS's step, bytes and .SPIN choice against plain arithmetic on wide integers (ATOMS-6, -7, -9, -10, MACH-4).
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/memory.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using Wide = __int128;

struct Answer {
  std::uint64_t newValue, returned;
  bool stores;
  bool operator==(const Answer&) const = default;
};

Wide valueOf(AtomsSize size, std::uint64_t word) {
  return size == AtomsSize::S32 ? Wide(static_cast<std::int32_t>(static_cast<std::uint32_t>(word))) : Wide(word);
}

/// The table of operations on true integers; the result is cut to the access size at the end.
Answer prose(AtomsOp op, AtomsSize size, std::uint64_t m, std::uint64_t b, std::uint64_t c) {
  const Wide modulus = Wide(1) << (8 * spec::bytesOf(size));
  const Wide vm = valueOf(size, m), vb = valueOf(size, b);
  Wide result = 0;
  switch (op) {
  case AtomsOp::Add:
    result = vm + vb;
    break;
  case AtomsOp::Min:
    result = vm <= vb ? vm : vb;
    break;
  case AtomsOp::Max:
    result = vm >= vb ? vm : vb;
    break;
  case AtomsOp::Inc:
    result = vm >= vb ? 0 : vm + 1;
    break;
  case AtomsOp::Dec:
    result = vm == 0 || vm > vb ? vb : vm - 1;
    break;
  case AtomsOp::And:
  case AtomsOp::Or:
  case AtomsOp::Xor:
    for (unsigned i = 0; i < 32; ++i) {
      const int ones = static_cast<int>((m >> i & 1) + (b >> i & 1));
      const bool set = op == AtomsOp::And ? ones == 2 : op == AtomsOp::Or ? ones != 0 : ones == 1;
      result += set ? Wide(1) << i : 0;
    }
    break;
  case AtomsOp::Exch:
    result = vb;
    break;
  default: { // CAS and CAST
    const bool held = m == b;
    return {held ? c : m, op == AtomsOp::Cas ? m : std::uint64_t(held), held};
  }
  }
  result = ((result % modulus) + modulus) % modulus;
  return {static_cast<std::uint64_t>(result), m, true};
}

constexpr std::pair<AtomsOp, AtomsSize> kPairs[] = {
#define U AtomsSize::U32
#define S AtomsSize::S32
#define D AtomsSize::U64
    {AtomsOp::Add, U},     {AtomsOp::Add, S},  {AtomsOp::Min, U},  {AtomsOp::Min, S},      {AtomsOp::Max, U},
    {AtomsOp::Max, S},     {AtomsOp::Inc, U},  {AtomsOp::Dec, U},  {AtomsOp::And, U},      {AtomsOp::And, S},
    {AtomsOp::Or, U},      {AtomsOp::Or, S},   {AtomsOp::Xor, U},  {AtomsOp::Xor, S},      {AtomsOp::Exch, U},
    {AtomsOp::Exch, S},    {AtomsOp::Exch, D}, {AtomsOp::Cas, U},  {AtomsOp::Cas, S},      {AtomsOp::Cas, D},
    {AtomsOp::Cast, U},    {AtomsOp::Cast, S}, {AtomsOp::Cast, D}, {AtomsOp::CastSpin, U}, {AtomsOp::CastSpin, S},
    {AtomsOp::CastSpin, D}
#undef U
#undef S
#undef D
};

/// The encoding's answer for given words.
class Encoded {
public:
  Encoded(AtomsOp op, AtomsSize size) {
    const unsigned width = 8 * spec::bytesOf(size);
    const AtomsStep step =
        atomsStep(op, size, terms_.variable(width, "m"), terms_.variable(width, "b"), terms_.variable(width, "c"));
    roots_ = {step.newValue, step.returned, step.stores};
  }
  Answer operator()(std::uint64_t m, std::uint64_t b, std::uint64_t c) const {
    const std::vector<Bits> values = evaluate(roots_, {{"m", m}, {"b", b}, {"c", c}});
    return {static_cast<std::uint64_t>(values[0]), static_cast<std::uint64_t>(values[1]), values[2] != 0};
  }

private:
  Terms terms_;
  std::vector<Term> roots_;
};

void compare(const Encoded& encoded, AtomsOp op, AtomsSize size, std::uint64_t m, std::uint64_t b, std::uint64_t c) {
  const Answer got = encoded(m, b, c), want = prose(op, size, m, b, c);
  EXPECT_EQ(got, want) << "op " << int(op) << " size " << int(size) << std::hex << " M " << m << " Rb " << b << " Rc "
                       << c << " new " << got.newValue << " wanted " << want.newValue;
}

TEST(AtomsEncoding, StepAtEveryCornerOfTheValues_ATOMS_6_7_9) {
  const std::uint64_t corners[] = {0, 1, 2, 3, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
  for (const auto& [op, size] : kPairs) {
    const Encoded encoded(op, size);
    for (std::uint64_t m : corners)
      for (std::uint64_t b : corners)
        for (std::uint64_t c : {corners[0], corners[5], corners[9]})
          compare(encoded, op, size, m, b, c);
  }
}

TEST(AtomsEncoding, StepAtRandom_ATOMS_6_7_9) {
  std::mt19937_64 random(20);
  for (const auto& [op, size] : kPairs) {
    const Encoded encoded(op, size);
    const std::uint64_t mask = size == AtomsSize::U64 ? ~0ull : 0xffffffffull;
    for (unsigned i = 0; i < 2000; ++i) {
      const std::uint64_t m = random() & mask, c = random() & mask;
      const std::uint64_t b = i % 3 == 0   ? m
                              : i % 3 == 1 ? m ^ (1ull << (random() % spec::bytesOf(size) * 8))
                                           : random() & mask;
      compare(encoded, op, size, m, b, c);
    }
  }
}

TEST(AtomsEncoding, BytesAreLittleEndianAndOthersStay_MACH_4) {
  Terms terms;
  for (unsigned width : {32u, 64u})
    for (int offset = -3; offset < 12; ++offset)
      for (bool stores : {false, true}) {
        const std::uint64_t value = 0x0807060504030201ull & (width == 64 ? ~0ull : 0xffffffffull);
        const Term byte = byteAfter(terms.constant(32, 64 + offset), terms.constant(8, 0xee), terms.truth(stores),
                                    terms.constant(32, 64), terms.constant(width, value));
        const bool inside = offset >= 0 && offset < int(width / 8);
        EXPECT_EQ(evaluate(std::span(&byte, 1), {})[0], stores && inside ? Bits(offset + 1) : Bits(0xee));
      }
}

TEST(AtomsEncoding, FirstLaneOfAGroupWins_ATOMS_10) {
  Terms terms;
  std::mt19937 random(5);
  for (unsigned round = 0; round < 200; ++round) {
    AtomsSpin spin{terms.constant(32, 0), terms.constant(32, 0)};
    unsigned first[32];
    std::fill(std::begin(first), std::end(first), 99u);
    const std::uint32_t admitted = static_cast<std::uint32_t>(random());
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned bank = random() % (1 + round % 32);
      if ((admitted >> lane & 1) && first[bank] == 99)
        first[bank] = lane;
      spin = atomsSpinStep(spin, terms.constant(5, lane), terms.truth(admitted >> lane & 1), terms.constant(5, bank));
    }
    std::uint32_t winners = 0, taken = 0;
    for (unsigned bank = 0; bank < 32; ++bank)
      if (first[bank] != 99)
        winners |= 1u << first[bank], taken |= 1u << bank;
    const Term both[] = {spin.winners, spin.taken};
    EXPECT_EQ(evaluate(both, {}), (std::vector<Bits>{winners, taken}));
  }
}

TEST(AtomsEncoding, BankIsTheWordOfTheAddress_ATOMS_10) {
  Terms terms;
  for (std::uint32_t address = 0; address < 512; address += 4)
    for (unsigned chosen : {0u, 7u, 31u})
      for (unsigned isDefault : {0u, 1u})
        for (AtomsSize size : {AtomsSize::U32, AtomsSize::S32, AtomsSize::U64}) {
          const Term bank =
              atomsBank(size, terms.constant(32, address), terms.constant(8, chosen), terms.constant(32, isDefault));
          const unsigned want = size == AtomsSize::U64 && !isDefault ? chosen : address / 4 % 32;
          EXPECT_EQ(evaluate(std::span(&bank, 1), {})[0], want);
        }
}

} // namespace
} // namespace warplaw::symbolic
