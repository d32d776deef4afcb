// Where RED's accesses go and what is wrong with them, in wide integers (RED-2..5, MACH-8); and that the encoding's
// legal regions and windows are those that a machine can hold (RED-4, RED-5).
#include "symbolic/encodings/red.h"
#include "tests/encodings/around.h"

namespace warplaw::symbolic {
namespace {
using spec::ErrorKind;
using spec::RedSize;
using Wide = __int128;

/// What redReach is asked of one lane.
struct Question {
  spec::RedModifiers modifiers;
  spec::RedChoices choices;
  spec::GenericRegions regions;
  spec::SpecialInputs inputs;
  std::uint32_t lane = 0, baseLow = 0, baseHigh = 0;
  bool executes = true;
};
struct Reached {
  std::uint64_t address = 0;
  std::uint32_t place = 0;
  std::uint8_t error = 0;
  bool performs = false;
};

class RedReaching : public ::testing::Test {
protected:
  static Reached ask(const Question& q) {
    static const native::Function kFunction = compiled();
    Reached reached;
    const void* inputs[] = {&q.modifiers, &q.choices,  &q.regions, &q.inputs,
                            &q.lane,      &q.executes, &q.baseLow, &q.baseHigh};
    void* outputs[] = {&reached.address, &reached.place, &reached.error, &reached.performs};
    kFunction(inputs, outputs);
    return reached;
  }

private:
  static native::Function compiled() {
    Terms terms;
    const auto modifiers = variables<RedModifierTerms>(terms, "modifiers.");
    const auto choices = variables<RedChoiceTerms>(terms, "choices.");
    const auto regions = variables<GenericRegionTerms>(terms, "regions.");
    const auto around = variables<SpecialInputTerms>(terms, "inputs.");
    const Term lane = terms.variable(5, "lane"), executes = terms.variable(1, "executes");
    const Term low = terms.variable(32, "low"), high = terms.variable(32, "high");
    std::vector<native::Slot> inputs = {{lane, 4, 0, 4}, {executes, 5, 0, 1}, {low, 6, 0, 4}, {high, 7, 0, 4}};
    addSlots(inputs, modifiers, 0);
    addSlots(inputs, choices, 1);
    addSlots(inputs, regions, 2);
    addSlots(inputs, around, 3);
    const RedReach reach = redReach(modifiers, choices, lane, executes, low, high, regions, around);
    const native::Slot outputs[] = {
        {reach.address, 0, 0, 8}, {reach.place, 1, 0, 4}, {reach.error, 2, 0, 1}, {reach.performs, 3, 0, 1}};
    return native::compile(inputs, outputs);
  }
};

constexpr Wide kFourGiB = Wide{1} << 32, kAddresses = Wide{1} << 40;

/// Which of the three hold, by their number in the choice `reported`; where the access goes, -1: nowhere.
struct Plain {
  Wide address;
  std::array<bool, 3> faults;
  Wide place = -1;
};
Plain plainReach(const Question& q) {
  const auto size = static_cast<RedSize>(q.modifiers.size);
  const Wide bytes = size == RedSize::U64 || size == RedSize::S64 || size == RedSize::F64 ? 8 : 4;
  const Wide offset = q.modifiers.imm20 < 0x80000 ? Wide(q.modifiers.imm20) : Wide(q.modifiers.imm20) - 0x100000;
  const Wide modulus = q.modifiers.extended ? Wide{1} << 64 : kFourGiB;
  const Wide base = q.modifiers.extended ? Wide(q.baseHigh) * kFourGiB + q.baseLow : Wide(q.baseLow);
  const Wide whole = (base + offset + modulus) % modulus;
  Plain plain{.address = whole % kAddresses, .faults = {}};
  const bool beyond = q.choices.highBitsCount && whole >= kAddresses;
  const auto within = [&](Wide low, Wide size) {
    return !beyond && plain.address >= low && plain.address < low + size;
  };
  plain.faults[0] = whole % bytes != 0;
  plain.faults[1] = within(q.inputs.sharedWindowLow, q.inputs.sharedWindowSize) ||
                    within(q.inputs.localWindowLow, q.inputs.localWindowSize);
  for (unsigned r = 0; r < spec::kGenericRegions && !beyond; ++r) {
    const Wide first = r ? q.regions.end[r - 1] : 0,
               low = Wide(q.regions.baseHigh[r]) * kFourGiB + q.regions.baseLow[r];
    Wide inside = 0; // byte by byte
    for (Wide i = plain.address; i < plain.address + bytes; ++i)
      inside += i >= low && i < low + (q.regions.end[r] - first);
    if (inside == bytes)
      plain.place = first + plain.address - low;
  }
  plain.faults[2] = plain.place < 0;
  return plain;
}

ErrorKind plainError(const Plain& plain, unsigned reported) {
  constexpr ErrorKind kKinds[] = {ErrorKind::MisalignedAddress, ErrorKind::InvalidAddressSpace,
                                  ErrorKind::AddressOutOfRange};
  while (!plain.faults[reported % 3])
    ++reported;
  return kKinds[reported % 3];
}

/// Sorted regions with bytes that end or begin where something may go wrong: at 4 GiB, at 2^40, beside each other.
spec::GenericRegions someRegions(std::mt19937_64& random) {
  spec::GenericRegions regions;
  const unsigned count = random() % (spec::kGenericRegions + 1);
  Wide next = random() % 3 ? Wide(random() % 64) : kFourGiB - Wide(random() % 64);
  std::uint32_t end = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    if (r < count) {
      const std::uint32_t bytes = 1 + random() % 40;
      if (r + 1 == spec::kGenericRegions)
        next = kAddresses - bytes;
      regions.baseLow[r] = static_cast<std::uint32_t>(next);
      regions.baseHigh[r] = static_cast<std::uint32_t>(next >> 32);
      end += bytes;
      next += bytes + Wide(random() % 3 ? random() % 20 : random() % 0x1ffffffff);
    }
    regions.end[r] = end;
  }
  return regions;
}

/// An address near an end of a region or a window, reached from registers and an offset.
Question someQuestion(std::mt19937_64& random) {
  Question q;
  q.modifiers = {0, std::uint32_t(random() % 7), std::uint32_t(random() % 2), std::uint32_t(random() % 0x100000)};
  q.choices.highBitsCount = random() % 2;
  for (auto& reported : q.choices.reported)
    reported = random() % 3;
  q.regions = someRegions(random);
  q.inputs.sharedWindowLow = static_cast<std::uint32_t>(random() % 3 ? random() % 200 : 0xffffff00);
  q.inputs.sharedWindowSize = random() % 3 ? random() % 50 : 0;
  q.inputs.localWindowLow = q.inputs.sharedWindowLow + q.inputs.sharedWindowSize + random() % 3;
  q.inputs.localWindowSize = random() % 20;
  q.lane = random() % 32;
  q.executes = random() % 8 != 0;
  const unsigned r = random() % spec::kGenericRegions;
  const std::uint64_t region = std::uint64_t{q.regions.baseHigh[r]} << 32 | q.regions.baseLow[r];
  const std::uint64_t targets[] = {region, region + q.regions.end[r] - (r ? q.regions.end[r - 1] : 0),
                                   q.inputs.sharedWindowLow, q.inputs.localWindowLow + q.inputs.localWindowSize,
                                   random()};
  std::uint64_t target = targets[random() % 5] + random() % 17 - 8;
  if (random() % 2)
    target &= ~std::uint64_t{7};
  if (random() % 4 == 0)
    target ^= std::uint64_t{1} << (40 + random() % 24);
  const std::uint32_t imm = q.modifiers.imm20;
  const std::uint64_t base = target - (imm & 0x80000 ? imm | 0xfffffffffff00000 : imm);
  q.baseLow = static_cast<std::uint32_t>(base), q.baseHigh = static_cast<std::uint32_t>(base >> 32);
  return q;
}

TEST_F(RedReaching, AgreesWithWideIntegers_RED_2_3_4_5_MACH_8) {
  std::mt19937_64 random(7);
  unsigned performing = 0;
  std::array<unsigned, 8> combinations{}; // of faults
  for (unsigned round = 0; round < 300000 && !HasFailure(); ++round) {
    const Question q = someQuestion(random);
    const Plain plain = plainReach(q);
    const Reached reached = ask(q);
    const unsigned faults = plain.faults[0] | plain.faults[1] << 1 | plain.faults[2] << 2;
    ++combinations[faults];
    EXPECT_EQ(reached.address % kAddresses, static_cast<std::uint64_t>(plain.address)) << "round " << round;
    EXPECT_EQ(reached.performs, q.executes && !faults) << "round " << round;
    const ErrorKind error = q.executes && faults ? plainError(plain, q.choices.reported[q.lane]) : ErrorKind::None;
    EXPECT_EQ(reached.error, static_cast<unsigned>(error)) << "round " << round;
    if (reached.performs) {
      ++performing;
      EXPECT_EQ(reached.place, static_cast<std::uint64_t>(plain.place)) << "round " << round;
    }
  }
  EXPECT_GT(performing, 5000u);
  for (unsigned faults = 0; faults < 8; ++faults)
    EXPECT_GT(combinations[faults], 500u) << "faults " << faults;
}

/// One region of `bytes` bytes at `base`, and an access of 4 bytes in the middle of nothing else.
Question oneRegion(std::uint64_t base, std::uint32_t bytes) {
  Question q;
  q.regions.baseLow[0] = static_cast<std::uint32_t>(base);
  q.regions.baseHigh[0] = static_cast<std::uint32_t>(base >> 32);
  std::ranges::fill(q.regions.end, bytes);
  return q;
}

TEST_F(RedReaching, TheOffsetIsSignExtendedFromNothingTooAndWraps_RED_2) {
  Question q = oneRegion(0xffff0000, 16);
  q.modifiers.imm20 = 0xf0000; // [0xFFFF0000], Ra = RZ
  EXPECT_EQ(ask(q).address, 0xffff0000u);
  EXPECT_TRUE(ask(q).performs);
  q.modifiers.extended = 1;
  EXPECT_EQ(ask(q).address, 0xffffffffffff0000u); // bits above 40 count
  EXPECT_EQ(ask(q).error, static_cast<unsigned>(ErrorKind::AddressOutOfRange));
  q.baseHigh = 1; // 2^32 - 0x10000
  EXPECT_EQ(ask(q).address, 0xffff0000u);
  EXPECT_TRUE(ask(q).performs);
}

TEST_F(RedReaching, BitsAboveFortyAreAnErrorOrNothing_RED_2) {
  Question q = oneRegion(0x1200000000, 16);
  q.modifiers.extended = 1;
  q.baseHigh = 0x80000012;
  EXPECT_EQ(ask(q).error, static_cast<unsigned>(ErrorKind::AddressOutOfRange));
  q.choices.highBitsCount = 0;
  EXPECT_TRUE(ask(q).performs);
  EXPECT_EQ(ask(q).place, 0u);
  q.modifiers.extended = 0; // the second word of Ra is none of it
  EXPECT_EQ(ask(q).address, 0u);
}

TEST_F(RedReaching, NoAccessLiesInTwoRegions_RED_5) {
  Question q = oneRegion(0x100, 6);
  q.regions.baseLow[1] = 0x106; // adjacent
  for (unsigned r = 1; r < spec::kGenericRegions; ++r)
    q.regions.end[r] = 12;
  q.baseLow = 0x104;
  EXPECT_EQ(ask(q).error, static_cast<unsigned>(ErrorKind::AddressOutOfRange));
  q.baseLow = 0x108;
  EXPECT_TRUE(ask(q).performs);
  EXPECT_EQ(ask(q).place, 8u);
}

TEST(GenericRegions, LegalAreSortedApartAndWithin40Bits_RED_5) {
  compareLegality<spec::GenericRegions>(
      [](std::mt19937_64& random) {
        spec::GenericRegions regions = someRegions(random);
        for (unsigned changes = random() % 3; changes > 0; --changes) {
          const unsigned r = random() % spec::kGenericRegions;
          const std::uint32_t values[] = {0, 1, 0x100, spec::kMaxGenericBytes, std::uint32_t(random() % 80), ~0u};
          std::uint32_t& cell = std::array{std::ref(regions.baseLow[r]), std::ref(regions.baseHigh[r]),
                                           std::ref(regions.end[r])}[random() % 3];
          cell = random() % 2 ? values[random() % 6] : cell + random() % 9 - 4;
        }
        return regions;
      },
      300000);
}

TEST(Windows, EndBelowFourGiBAndApart_RED_4) {
  compareLegality<spec::SpecialInputs>(
      [](std::mt19937_64& random) {
        const auto some = [&](std::uint32_t small) {
          const std::uint32_t values[] = {0, std::uint32_t(random() % small), std::uint32_t(0u - random() % small),
                                          1u << 31};
          return values[random() % 4];
        };
        spec::SpecialInputs inputs;
        inputs.sharedWindowLow = some(8), inputs.sharedWindowSize = some(8);
        inputs.localWindowLow = some(8), inputs.localWindowSize = some(8);
        return inputs;
      },
      100000);
}

} // namespace
} // namespace warplaw::symbolic
