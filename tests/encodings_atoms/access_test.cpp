// ATOMS's address, errors and what a checked lane writes, against plain arithmetic on wide integers (ATOMS-2, -4, -9,
// MACH-1, -8).
#include "symbolic/encodings/atoms.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::ErrorKind;

struct Lane {
  bool executes;
  std::uint32_t base, imm24;
  bool baseIsZero;
  std::uint32_t allocated;
  bool misalignedFirst;
};
struct Answer {
  std::uint32_t address;
  ErrorKind error;
  bool performs;
  bool operator==(const Answer&) const = default;
};

Answer prose(AtomsSize size, const Lane& lane) {
  std::int64_t offset = lane.imm24;
  if (!lane.baseIsZero && offset >= 1 << 23)
    offset -= 1 << 24;
  const std::int64_t sum = (lane.baseIsZero ? 0 : std::int64_t(lane.base)) + offset;
  const std::int64_t address = ((sum % (1ll << 32)) + (1ll << 32)) % (1ll << 32);
  const bool out = address + spec::bytesOf(size) > std::int64_t(lane.allocated),
             odd = address % spec::bytesOf(size) != 0;
  ErrorKind error = ErrorKind::None;
  if (out)
    error = ErrorKind::AddressOutOfRange;
  if (odd && (!out || lane.misalignedFirst))
    error = ErrorKind::MisalignedAddress;
  if (!lane.executes)
    error = ErrorKind::None;
  return {static_cast<std::uint32_t>(address), error, lane.executes && !out && !odd};
}

Answer encoded(AtomsSize size, const Lane& lane) {
  Terms terms;
  const auto word = [&](std::uint32_t value) { return terms.constant(32, value); };
  const AtomsAccess access =
      atomsAccess(size, terms.truth(lane.executes), word(lane.base), word(lane.imm24), word(lane.baseIsZero),
                  word(lane.allocated), terms.truth(lane.misalignedFirst));
  const Term parts[] = {access.address, access.error, access.performs};
  const std::vector<Bits> values = evaluate(parts, {});
  return {static_cast<std::uint32_t>(values[0]), static_cast<ErrorKind>(values[1]), values[2] != 0};
}

constexpr AtomsSize kSizes[] = {AtomsSize::U32, AtomsSize::S32, AtomsSize::U64};

TEST(AtomsEncoding, AddressesAndErrors_ATOMS_2_4) {
  const std::uint32_t bases[] = {0,         1,          4,          12,         0x7ffffc,  0x800000,
                                 0x1000000, 0xff800000, 0xfffffff8, 0xfffffffc, 0xffffffff};
  const std::uint32_t offsets[] = {0, 4, 8, 0x7ffffc, 0x800000, 0xfffff8, 0xfffffc};
  const std::uint32_t sizes[] = {0, 3, 4, 8, 12, 0x7fffff, 0x800000, 0x1000000};
  for (AtomsSize size : kSizes)
    for (std::uint32_t base : bases)
      for (std::uint32_t offset : offsets)
        for (std::uint32_t allocated : sizes)
          for (unsigned flags = 0; flags < 8; ++flags) {
            const Lane lane{(flags & 1) != 0, base, offset, (flags & 2) != 0, allocated, (flags & 4) != 0};
            ASSERT_EQ(encoded(size, lane), prose(size, lane))
                << base << ' ' << offset << ' ' << allocated << ' ' << flags;
          }
}

TEST(AtomsEncoding, AddressesAtRandom_ATOMS_2_4) {
  std::mt19937 random(7);
  for (unsigned i = 0; i < 20000; ++i) {
    const AtomsSize size = kSizes[random() % 3];
    Lane lane{random() % 4 != 0,
              static_cast<std::uint32_t>(random()),
              static_cast<std::uint32_t>(random()) & 0xfffffc,
              random() % 2 == 0,
              static_cast<std::uint32_t>(random()) >> (8 + random() % 20),
              random() % 2 == 0};
    if (i % 2)
      lane.base = 0u - lane.imm24 + random() % 64; // near zero, so that most are in range
    ASSERT_EQ(encoded(size, lane), prose(size, lane));
  }
}

TEST(AtomsEncoding, OneImmediateTwoPlaces_ATOMS_2) {
  const Lane underZero{true, 0, 0xfffffc, true, 1u << 24, false},
      underRegister{true, 0, 0xfffffc, false, 1u << 24, false};
  EXPECT_EQ(encoded(AtomsSize::U32, underZero).address, 0x00fffffcu);
  EXPECT_EQ(encoded(AtomsSize::U32, underRegister).address, 0xfffffffcu);
}

TEST(AtomsEncoding, WhatACheckedLaneWrites_ATOMS_4_9) {
  for (unsigned flags = 0; flags < 16; ++flags) {
    const bool performs = flags & 1, inError = !performs && (flags & 2), high = flags & 4, errorWrites = flags & 8;
    Terms terms;
    AtomsAccess access;
    access.performs = terms.truth(performs);
    access.error = terms.constant(8, inError ? 2 : 0);
    const AtomsChecked checked = atomsChecked(access, terms.truth(high), terms.truth(errorWrites),
                                              {terms.constant(32, 10), terms.constant(32, 11)},
                                              {terms.constant(32, 20), terms.constant(32, 21)});
    const Term parts[] = {checked.written[0], checked.written[1], checked.word[0], checked.word[1]};
    const bool spoils = inError && errorWrites, writes = performs || spoils;
    EXPECT_EQ(evaluate(parts, {}), (std::vector<Bits>{writes, writes && high, spoils ? Bits(10) : Bits(20),
                                                      spoils && high ? Bits(11) : Bits(21)}));
  }
}

TEST(AtomsEncoding, SecondRegister_ATOMS_9) {
  Terms terms;
  for (AtomsOp op : {AtomsOp::Exch, AtomsOp::Cas, AtomsOp::Cast, AtomsOp::CastSpin})
    for (AtomsSize size : kSizes)
      for (unsigned pair : {0u, 1u}) {
        const bool isCast = op == AtomsOp::Cast || op == AtomsOp::CastSpin;
        const Term high = atomsReturnsHigh(op, size, terms.constant(32, pair));
        EXPECT_EQ(evaluate(std::span(&high, 1), {})[0] != 0, size == AtomsSize::U64 && (!isCast || pair == 1));
      }
}

} // namespace
} // namespace warplaw::symbolic
