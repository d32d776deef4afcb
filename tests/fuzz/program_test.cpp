// Programs of several warps, step by step: the schedule decides, errors are the first of each lane, expected values of
// every warp and memory are compared (MACH-8, ATOMS-5); warps that wait at barriers, and clocks (BAR-2, SR-3).
#include "fuzz/oracle.h"
#include "fuzz/program.h"
#include "random_record.h"
#include "spec/surroundings_fields.h"
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

namespace warplaw::fuzz {
namespace program_test {

spec::Result<ProgramOutcome> runByExecutor(const spec::ProgramCase& c) {
  return run(c, [](const Turn&, const spec::Case& step) { return execute(step); });
}

spec::ProgramStep step(std::string_view text) {
  const spec::Instruction instruction = *spec::parse(text);
  return {instruction, spec::defaultChoices(instruction.form)};
}

/// Warps of two lanes that take tickets from one counter.
spec::ProgramCase tickets(unsigned warps) {
  spec::ProgramCase c;
  c.warps.resize(warps);
  for (spec::WarpCase& warp : c.warps) {
    warp.program = {step("ATOMS.ADD R0, [RZ], R1"), step("ATOMS.ADD R2, [RZ], R1")};
    warp.warp.active = 3;
    warp.warp.registers[1][0] = warp.warp.registers[1][1] = 1;
  }
  c.schedule = spec::defaultSchedule(c.warps);
  c.surroundings.shared.resize(4);
  c.surroundings.cells.inputs = spec::inputsOfCta(warps);
  return c;
}

TEST(Program, TheScheduleDecidesWhoComesFirst_ATOMS_5) {
  spec::ProgramCase c = tickets(2);
  const auto inTurn = runByExecutor(c);
  ASSERT_TRUE(inTurn);
  EXPECT_EQ(inTurn->warps[0].registers[2][1], 3u);
  EXPECT_EQ(inTurn->warps[1].registers[0][0], 4u);
  EXPECT_EQ(inTurn->surroundings.shared[0], 8);
  c.schedule = {1, 0, 1, 0};
  const auto mixed = runByExecutor(c);
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->warps[1].registers[0][0], 0u);
  EXPECT_EQ(mixed->warps[0].registers[0][0], 2u);
  EXPECT_EQ(mixed->warps[1].registers[2][0], 4u);
  EXPECT_EQ(mixed->warps[0].registers[2][1], 7u);
}

TEST(Program, ALanesFirstErrorStays_MACH_8) {
  spec::ProgramCase c = tickets(1);
  c.warps[0].program = {step("ATOMS.ADD R0, [R3], R1"), step("ATOMS.ADD R0, [R4], R1"), step("ATOMS.ADD R0, [RZ], R1")};
  c.schedule = {0, 0, 0};
  c.surroundings.shared.resize(8);
  c.warps[0].warp.registers[3][0] = 2; // misaligned, and lane 1 is not
  c.warps[0].warp.registers[4][0] = c.warps[0].warp.registers[4][1] = 8;
  const auto outcome = runByExecutor(c);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->warps[0].errors[0], static_cast<std::uint8_t>(spec::ErrorKind::MisalignedAddress));
  EXPECT_EQ(outcome->warps[0].errors[1], static_cast<std::uint8_t>(spec::ErrorKind::AddressOutOfRange));
  EXPECT_EQ(outcome->warps[0].errors[2], 0);
}

TEST(Program, OneInstructionOfOneWarpIsThatCase) {
  Dice random(7);
  Oracle oracle;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (unsigned k = 0; k < 20; ++k) {
      const spec::Case c = oracle.of(mnemonic).machineCase(randomRecord(random, oracle.of(mnemonic).recordBytes()));
      const auto alone = execute(c);
      const auto program = runByExecutor(spec::asProgram(c));
      ASSERT_TRUE(alone && program);
      EXPECT_EQ(std::memcmp(&alone->warp, &program->warps[0], sizeof alone->warp), 0);
      EXPECT_EQ(alone->memory, spec::memoryIn(program->surroundings, spec::memoryOf(c)));
    }
}

TEST(Program, ExpectedValuesOfEachWarpAndMemoryAreCompared) {
  spec::ProgramCase c = tickets(3);
  const auto outcome = runByExecutor(c);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(compareExpected(c, *outcome).empty()) << "nothing is expected";
  c.expected = expectedOf(c, *outcome);
  EXPECT_TRUE(compareExpected(c, *outcome).empty());

  spec::ProgramCase wrong = c;
  wrong.expected->warps[2].registers[0].word.value ^= 1;
  auto found = compareExpected(wrong, *outcome);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].warp, 2u);
  EXPECT_EQ(found[0].difference.kind, Kind::Register);

  wrong = c;
  wrong.expected->memories[0][0].word.value ^= 1;
  found = compareExpected(wrong, *outcome);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].warp);
  EXPECT_EQ(found[0].difference.kind, Kind::Memory);

  ProgramOutcome changed = *outcome;
  changed.warps[1].predicates[4] ^= 1;
  found = compareExpected(c, changed);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].warp, 1u);
  EXPECT_TRUE(found[0].difference.inFrame);
  c.expected->frame = false;
  EXPECT_TRUE(compareExpected(c, changed).empty());
}

/// So many warps run the same instructions.
spec::ProgramCase cta(unsigned warps, std::initializer_list<std::string_view> program) {
  spec::ProgramCase c;
  c.warps.resize(warps);
  for (spec::WarpCase& warp : c.warps)
    for (const std::string_view text : program)
      warp.program.push_back(step(text));
  c.schedule = spec::defaultSchedule(c.warps);
  c.surroundings.cells.inputs = spec::inputsOfCta(warps);
  return c;
}

TEST(Program, WithoutAScheduleWarpsComeAsFarAsTheyCan_BAR_2) {
  for (unsigned warps = 1; warps <= spec::kMaxWarps; ++warps) {
    spec::ProgramCase c = cta(warps, {"BAR.RED.POPC 0, P0", "B2R.RESULT R0", "BAR.SYNC 1", "S2R R1, SR_TID.X"});
    for (unsigned w = 0; w < warps; ++w)
      c.warps[w].warp.predicates[0] = w;
    const auto outcome = runByExecutor(c);
    ASSERT_TRUE(outcome) << outcome.error().message;
    unsigned holding = 0;
    for (unsigned w = 0; w < warps; ++w)
      holding += static_cast<unsigned>(std::popcount(w));
    for (unsigned w = 0; w < warps; ++w) {
      EXPECT_EQ(outcome->warps[w].registers[0][5], holding);
      EXPECT_EQ(outcome->warps[w].registers[1][5], 32 * w + 5) << "each warp has its own number (SR-3)";
    }
    EXPECT_EQ(outcome->surroundings.cells.inputs, c.surroundings.cells.inputs);
  }
}

TEST(Program, AWarpThatWaitsGetsNoTurn_BAR_2) {
  spec::ProgramCase c = cta(2, {"BAR.SYNC 3", "S2R R0, SR_LANEID"});
  c.schedule = {1, 1, 0, 0};
  const auto outcome = runByExecutor(c);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().rule, "BAR-2");
  EXPECT_EQ(outcome.error().message,
            "the schedule gives warp 1 a turn, which waits at barrier 3: 32 of 64 threads have arrived");
  c.schedule = {1, 0, 1, 0};
  EXPECT_TRUE(runByExecutor(c));
}

TEST(Program, ADeadlockIsNamed_BAR_2) {
  spec::ProgramCase c = cta(3, {"BAR.SYNC 3, 128", "S2R R0, SR_LANEID"});
  const std::string message = "deadlock: whoever has instructions left waits: warp 0 at barrier 3 (96 of 128 threads), "
                              "warp 1 at barrier 3 (96 of 128 threads), warp 2 at barrier 3 (96 of 128 threads)";
  auto outcome = runByExecutor(c);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().rule, "BAR-2");
  EXPECT_EQ(outcome.error().message, message);
  c.schedule = {0, 1, 2, 2, 1, 0};
  outcome = runByExecutor(c);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, message);
  c.warps[2].program.erase(c.warps[2].program.begin()); // it ends without the barrier
  c.schedule = {2, 1, 0, 0, 1};
  outcome = runByExecutor(c);
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().message.starts_with("deadlock: ")) << outcome.error().message;
}

TEST(Program, AWarpMayBeLeftWaiting_BAR_2) {
  spec::ProgramCase c = cta(1, {"BAR.SYNC 3, 64"});
  const auto outcome = runByExecutor(c);
  ASSERT_TRUE(outcome);
  c.expected = expectedOf(c, *outcome);
  EXPECT_EQ(c.expected->cells.size(), 3u) << "arrived, expected, waiting";
  EXPECT_TRUE(compareExpected(c, *outcome).empty());
  c.expected->cells.pop_back();
  const auto found = compareExpected(c, *outcome);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].warp);
  EXPECT_EQ(found[0].difference.kind, Kind::Cell);
  EXPECT_TRUE(found[0].difference.inFrame);
  EXPECT_EQ(describe(found[0].difference), "barriers.waiting[3]: expected 0x0, got 0x1 (may not change)");
}

TEST(Program, EachTurnHasItsClock_SR_3) {
  spec::ProgramCase c = cta(2, {"CS2R R0, SR_CLOCKLO", "CS2R R2, SR_CLOCKLO"});
  c.schedule = {1, 0, 0, 1};
  c.clocks = {0xffffffff, 0x100000000, 0x100000000, 0x200000005};
  const auto outcome = runByExecutor(c);
  ASSERT_TRUE(outcome);
  const auto clockOf = [&](unsigned warp, unsigned reg) {
    return outcome->warps[warp].registers[reg][9] | std::uint64_t{outcome->warps[warp].registers[reg + 1][9]} << 32;
  };
  EXPECT_EQ(clockOf(1, 0), 0xffffffffu);
  EXPECT_EQ(clockOf(0, 0), 0x100000000u);
  EXPECT_EQ(clockOf(0, 2), 0x100000000u);
  EXPECT_EQ(clockOf(1, 2), 0x200000005u);
}

TEST(Program, ARejectedStepEndsTheRun) {
  spec::ProgramCase c = tickets(1);
  c.shader = spec::ShaderKind::Pixel;
  const auto outcome = runByExecutor(c);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().rule, "ATOMS-11");
}

} // namespace program_test
} // namespace warplaw::fuzz
