// Whole instructions on a warp: text to outcome on every path, and what is rejected with the state untouched.
#include "spec/instructions/atoms.h"
#include "spec/instructions/shfl.h"
#include "state.h"
#include <cstring>

namespace warplaw {
namespace execute_test {
using tests::parsed, tests::State;

TEST(Execute, GuardedShflOnEveryPath_SHFL_7) {
  for (const auto& path : concrete::paths(spec::Mnemonic::Shfl)) {
    if (!path.supported)
      continue;
    State s;
    s.warp->predicates[0] = 0x0000FFFF;
    ASSERT_TRUE(s.run("@P0 SHFL.BFLY P1, R2, R3, 0x10, 0x1f", path.name).has_value());
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(s.warp->registers[2][lane],
                lane < 16 ? 0 : 2u << 8 | lane); // the partner is switched off: the default value 0
    EXPECT_EQ(s.warp->predicates[1], 0x0000FFFFu);
  }
}

TEST(Execute, ShflMayOverwriteItsSource_MACH_2) {
  State s;
  ASSERT_TRUE(s.run("SHFL.IDX PT, R3, R3, R4, 0x1f").has_value());
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[3][lane], 3u << 8 | lane);
}

TEST(Execute, AtomsImmediateReadsTwoWays_ATOMS_2) {
  State s;
  s.shared.resize(1 << 24);
  s.warp->active = 1;
  s.warp->registers[0][0] = 0;
  s.warp->registers[8][0] = 1;
  ASSERT_TRUE(s.run("ATOMS.ADD R9, [RZ-4], R8").has_value());
  EXPECT_EQ(s.warp->errors[0], 0);
  EXPECT_EQ(s.shared[0xFFFFFC], 1);
  ASSERT_TRUE(s.run("ATOMS.ADD R9, [R0-4], R8").has_value());
  EXPECT_EQ(static_cast<spec::ErrorKind>(s.warp->errors[0]), spec::ErrorKind::AddressOutOfRange);
}

TEST(Execute, CasWithoutRcSwapsInZeroOrTheImpliedRegister_ATOMS_8) {
  for (std::uint32_t implied : {0u, 1u}) {
    State s;
    s.warp->active = 1;
    s.warp->registers[0][0] = 16;
    s.warp->registers[4][0] = 0; // compares with 0: holds
    const auto instruction = parsed("ATOMS.CAS R9, [R0], R4, RZ");
    auto choices = spec::defaultChoices(instruction.form);
    choices.as<spec::AtomsChoices>().impliedSwap = implied;
    s.shared[16] = 0;
    ASSERT_TRUE(s.run(instruction, choices).has_value());
    EXPECT_EQ(s.shared[17], implied ? 5 : 0); // R5 of lane 0 is 0x500
  }
}

TEST(Execute, Exch64UsesPairs_MACH_3) {
  State s;
  s.warp->active = 1u << 3;
  s.warp->registers[0][3] = 8;
  s.shared[8] = 0x77;
  s.shared[15] = 0x88;
  ASSERT_TRUE(s.run("ATOMS.EXCH.U64 R10, [R0], R6").has_value());
  EXPECT_EQ(s.warp->registers[10][3], 0x77u);
  EXPECT_EQ(s.warp->registers[11][3], 0x88000000u);
  EXPECT_EQ(s.shared[9], 6);
  EXPECT_EQ(s.shared[13], 7);
}

TEST(Execute, RejectionsLeaveTheStateAlone) {
  State s;
  const spec::Warp before = *s.warp;
  const auto rule = [&](spec::Result<void> result) { return result ? std::string("accepted") : result.error().rule; };
  EXPECT_EQ(rule(s.run("ATOMS.ADD R9, [R0], R8", "", spec::ShaderKind::Pixel)), "ATOMS-11");
  EXPECT_NE(rule(s.run("ATOMS.ADD R9, [R0], R8", "avx512")), "accepted");
  EXPECT_NE(rule(s.run("SHFL.IDX PT, R3, R3, R4, 0x1f", "sse9")), "accepted");
  auto instruction = parsed("ATOMS.ADD R9, [R0], R8");
  auto choices = spec::defaultChoices(instruction.form);
  choices.as<spec::AtomsChoices>().order[0] = 1; // twice
  EXPECT_NE(rule(s.run(instruction, choices)), "accepted");
  EXPECT_NE(rule(s.run(instruction, spec::ShflChoices{})), "accepted");
  instruction.form.as<spec::AtomsForm>().address.offset = 2;
  EXPECT_EQ(rule(s.run(instruction, spec::defaultChoices(instruction.form))), "ATOMS-3");
  s.shared.resize(spec::kMaxSharedBytes + 4);
  EXPECT_EQ(rule(s.run("ATOMS.ADD R9, [R0], R8")), "ATOMS-4");
  EXPECT_EQ(std::memcmp(s.warp.get(), &before, sizeof before), 0);
}
} // namespace execute_test
} // namespace warplaw
