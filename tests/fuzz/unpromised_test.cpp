// What no rule promises: that it is found wherever a choice reaches, in nothing else, and with its reason; through
// programs; and that each value that may be anything comes to the fore at all.
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/program_table.h"
#include "random_record.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <gtest/gtest.h>
#include <set>

namespace warplaw::fuzz {
namespace unpromised_test {
using spec::kLanes;

/// Cases of the instruction: of operands, and of whole machines.
spec::Case drawn(Oracle& oracle, spec::Mnemonic mnemonic, Dice& dice) {
  InstructionFuzzer& fuzzer = oracle.of(mnemonic);
  const auto record = randomRecord(dice, fuzzer.recordBytes());
  return dice.oneIn(2) ? fuzzer.operandCase(record) : fuzzer.machineCase(record);
}

TEST(Unpromised, ValuesAreChoicesAndHaveARule) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const spec::InstructionRow& row = spec::rowOf(mnemonic);
    std::set<std::string_view> choices;
    (void)row.mapChoices(row.defaultChoices(), [&](const spec::CellPlace& place, std::uint64_t value) {
      EXPECT_EQ(place.about.role, spec::Role::Choice);
      choices.insert(place.field);
      return value;
    });
    for (const spec::AnyValue& value : spec::anyValuesOf(mnemonic)) {
      EXPECT_EQ(value.mnemonic, mnemonic);
      EXPECT_FALSE(spec::ruleOf(value).empty());
      EXPECT_FALSE(value.why.empty());
      for (const std::string_view field : value.fields)
        EXPECT_TRUE(choices.erase(field)) << field << " is no choice of " << spec::textOf(mnemonic);
    }
  }
}

TEST(Unpromised, WhatIsPromisedStaysAndTheRestDoesNot) {
  Dice dice(11);
  Oracle oracle;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (unsigned k = 0; k < 60; ++k) {
      const spec::Case c = drawn(oracle, mnemonic, dice);
      const auto before = oracle.encode(c);
      ASSERT_TRUE(before);
      const AnyInStep any = anyInStep(oracle, c);
      spec::Case other = c;
      for (const spec::AnyValue& value : spec::anyValuesOf(mnemonic))
        if (auto choices = spec::withAnyValue(c.instruction, other.choices, value,
                                              [&](const spec::CellPlace&, std::uint64_t) { return dice.next(); }))
          other.choices = *std::move(choices);
      const auto after = oracle.encode(other);
      ASSERT_TRUE(after);
      for (const Difference& d : compare(c, {}, *before, *after))
        EXPECT_TRUE(any.after.places.contains({d.kind, d.index, d.lane}))
            << spec::print(c.instruction) << ": " << describe(d);
      EXPECT_EQ(any.own.size(), any.after.places.size());
      EXPECT_EQ(any.own.empty(), groupsOf(any.own).empty());
    }
}

TEST(Unpromised, EachValueComesToTheFore) {
  Dice dice(3);
  Oracle oracle;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const spec::AnyValue& value : spec::anyValuesOf(mnemonic)) {
      bool isSeen = false;
      for (unsigned k = 0; k < 20'000 && !isSeen; ++k)
        for (const AnyPlace& any : unpromised(oracle, drawn(oracle, mnemonic, dice)))
          isSeen = isSeen || any.value == &value;
      EXPECT_TRUE(isSeen) << spec::textOf(mnemonic) << ": " << value.fields.front();
    }
}

spec::ProgramStep step(std::string_view text) {
  const spec::Instruction instruction = *spec::parse(text);
  return {instruction, spec::defaultChoices(instruction.form)};
}

/// A program of one warp, of which only the lower half is here.
spec::ProgramCase halfOf(std::initializer_list<std::string_view> program) {
  spec::ProgramCase c;
  c.warps.resize(1);
  for (const std::string_view text : program)
    c.warps[0].program.push_back(step(text));
  c.warps[0].warp.active = 0xffff;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    c.warps[0].warp.registers[1][lane] = lane + 1;
  c.schedule = spec::defaultSchedule(c.warps);
  return c;
}

struct Ran {
  std::vector<UndefinedStep> undefined;
  MayBeAny left;
  std::string table;
};
Ran ran(Oracle& oracle, const spec::ProgramCase& c) {
  BesideOthers others(oracle, c, {});
  const auto outcome = run(c, [&](const Turn& turn, const spec::Case& now) {
    auto done = execute(now);
    others.next(turn, now, *done);
    return done;
  });
  EXPECT_TRUE(outcome);
  const MayBeAny left = others.ofWarp(0);
  return {others.undefined(), left, programTable(oracle, c, 0, *outcome, left)};
}

std::uint32_t lanesOf(const MayBeAny& any, Kind kind, std::uint32_t index) {
  std::uint32_t lanes = 0;
  for (const Place& place : any.places)
    if (place.kind == kind && place.index == index)
      lanes |= 1u << place.lane;
  return lanes;
}

TEST(Unpromised, GoesThroughPrograms) {
  Oracle oracle;
  const Ran all = ran(oracle, halfOf({"SHFL.IDX PT, R2, R1, 16, 31", "IADD R3, R2, R1", "LOP.AND R4, R2, 0",
                                      "ISETP.EQ.AND P0, PT, R2, 5, PT", "SEL R5, R1, R1, P0", "IADD R2, R1, 1"}));
  ASSERT_EQ(all.undefined.size(), 1u);
  EXPECT_EQ(linesOf(all.undefined[0], false),
            std::vector<std::string>{
                "step 1 (SHFL.IDX PT, R2, R1, 16, 31): any in R2 of lanes 0-15: lane 16 is not here (SHFL-7)"});
  EXPECT_EQ(lanesOf(all.left, Kind::Register, 3), 0xffffu);  // any sum
  EXPECT_EQ(lanesOf(all.left, Kind::Register, 4), 0u);       // 0, whatever it is masked of
  EXPECT_EQ(lanesOf(all.left, Kind::Predicate, 0), 0xffffu); // 5 is one of all values
  EXPECT_EQ(lanesOf(all.left, Kind::Register, 5), 0u);       // either way the same
  EXPECT_EQ(lanesOf(all.left, Kind::Register, 2), 0u);       // written anew
  EXPECT_NE(all.table.find("any"), std::string::npos) << all.table;
}

TEST(Unpromised, IsNothingWhereAllAreHere) {
  Oracle oracle;
  spec::ProgramCase c = halfOf({"SHFL.BFLY PT, R2, R1, 16, 31", "IADD R1, R2, R1"});
  c.warps[0].warp.active = ~0u;
  const Ran all = ran(oracle, c);
  EXPECT_TRUE(all.undefined.empty() && all.left.places.empty());
  EXPECT_EQ(all.table.find("any"), std::string::npos) << all.table;
}

TEST(Unpromised, ManyReasonsAreTheRules) {
  Oracle oracle;
  const Ran all = ran(oracle, halfOf({"SHFL.BFLY PT, R2, R1, 16, 31"}));
  ASSERT_EQ(all.undefined.size(), 1u);
  const auto groups = groupsOf(all.undefined[0].places);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].lanes, 0xffffu);
  EXPECT_EQ(groups[0].why, spec::anyValuesOf(spec::Mnemonic::Shfl)[0].why);
}

TEST(Unpromised, AChosenValueIsShownBesideTheWord) {
  Oracle oracle;
  spec::Case c = *spec::asSingle(halfOf({"SHFL.IDX PT, R2, R1, 16, 31"}));
  const auto outcome = execute(c);
  ASSERT_TRUE(outcome);
  EXPECT_NE(laneTable(oracle, c, *outcome, *outcome).find("16 (off)    any\n"), std::string::npos)
      << laneTable(oracle, c, *outcome, *outcome);
  c.choices = *spec::withAnyValue(c.instruction, c.choices, spec::anyValuesOf(c.instruction.mnemonic())[0],
                                  [](const spec::CellPlace&, std::uint64_t) { return 7; });
  const auto chosen = execute(c);
  ASSERT_TRUE(chosen);
  EXPECT_NE(laneTable(oracle, c, *chosen, *chosen).find("any (0x7)\n"), std::string::npos);
}

} // namespace unpromised_test
} // namespace warplaw::fuzz
