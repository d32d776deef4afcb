// What of ATOMS's encoding fuzzing states in its own words: what a checked lane writes, .SPIN's choice (ATOMS-4, -9,
// -10). All else tests/fuzz/warps.rows and worked_warps_test.cpp have.
#include "symbolic/encodings/atoms.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;

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
    for (AtomsSize size : {AtomsSize::U32, AtomsSize::S32, AtomsSize::U64})
      for (unsigned pair : {0u, 1u}) {
        const bool isCast = op == AtomsOp::Cast || op == AtomsOp::CastSpin;
        const Term high = atomsReturnsHigh(op, size, terms.constant(32, pair));
        EXPECT_EQ(evaluate(std::span(&high, 1), {})[0] != 0, size == AtomsSize::U64 && (!isCast || pair == 1));
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

} // namespace
} // namespace warplaw::symbolic
