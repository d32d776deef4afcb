// The minimiser on whole cases, and words that are masks of lanes: what belongs to a lane goes where the lane goes.
#include "fuzz/minimize/minimize.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

constexpr std::size_t kMask = 1, kOther = 2, kRow = 3;

/// A lane that executes, is in both masks and holds something: nothing but the same lane of all four fails.
Kinds failsInMaskedLane(const Words& words) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if ((words[0] & words[kMask] & words[kOther]) >> lane & 1 && words[kRow + lane])
      return setOf(Kind::Register);
  return 0;
}

TEST(MasksOfLanes, GoWhereTheirLanesGo) {
  Layout layout = {{.role = WordRole::Exec}, {.row = 1, .lanes = true}, {.row = 2, .lanes = true}};
  for (unsigned lane = 0; lane < kLanes; ++lane)
    layout.push_back({.row = 3, .position = static_cast<std::int16_t>(lane)});
  Words minimum(layout.size());
  minimum[0] = minimum[kMask] = minimum[kOther] = minimum[kRow] = 1;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    Words start(layout.size(), 0xdeadbeef);
    start[0] = 1u << lane | 1u << (lane * 7 + 3) % kLanes;
    start[kMask] = 1u << lane;
    start[kOther] |= 1u << lane;
    EXPECT_EQ(minimize(layout, start, failsInMaskedLane).words, minimum) << lane;
  }
}

spec::Case caseOf(std::string_view text) {
  const auto parsed = spec::parse(text);
  EXPECT_TRUE(parsed);
  spec::Case c;
  c.instruction = *parsed;
  c.choices = spec::defaultChoices(parsed->form);
  return c;
}

Kinds failsIf(bool fails) { return fails ? setOf(Kind::Register) : 0; }

/// The guard is needed, so its predicate stays a mask over the lanes that execute.
TEST(WholeCase, GuardsAndHelpersGoWhereTheirLanesGo_MACH_1_7) {
  const auto fuzzer = makeFuzzer(spec::Mnemonic::Shfl);
  const CaseJudge judge = [](const spec::Case& c) {
    const std::uint32_t lanes = c.warp.active & c.warp.predicates[2] & c.warp.helpers;
    bool reads = false;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      reads |= (lanes >> lane & 1) != 0 && c.warp.registers[1][lane] != 0;
    return failsIf(reads && c.instruction.guard.predicate.index == 2);
  };
  std::set<std::string> minima;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    spec::Case c = caseOf("@P2 SHFL.IDX P0, R0, R1, 0, 31");
    c.warp.active = 0xf0f0ffff | 1u << lane;
    c.warp.predicates[2] = 0x10101010 | 1u << lane;
    c.warp.helpers = 1u << lane;
    c.warp.registers[1][lane] = 0x1234;
    minima.insert(spec::toJson(minimize(c, judge, *fuzzer, false).shrunk));
  }
  spec::Case least = caseOf("@P2 SHFL.IDX P0, R0, R1, 0, 0");
  least.warp.active = least.warp.predicates[2] = least.warp.helpers = least.warp.registers[1][0] = 1;
  EXPECT_EQ(minima, std::set<std::string>{spec::toJson(least)});
}

/// Whatever it looks at, and whenever it takes back what it said: what comes out is what it last called failing.
TEST(WholeCase, JudgesMayLookAtAnythingAndChangeTheirMind) {
  const auto fuzzer = makeFuzzer(spec::Mnemonic::Shfl);
  spec::Case start = caseOf("SHFL.IDX P0, R0, R1, 0, 31");
  start.comment = "kept";
  start.warp.registers[1][3] = 5;
  const auto commented =
      minimize(start, [](const spec::Case& c) { return failsIf(c.comment == "kept"); }, *fuzzer, false);
  EXPECT_TRUE(commented.finished);
  EXPECT_EQ(commented.shrunk.comment, "kept");
  EXPECT_EQ(commented.shrunk.warp.registers[1][3], 0u);
  for (unsigned turns = 0; turns < 40; ++turns) {
    unsigned asked = 0;
    std::string last = spec::toJson(start);
    const auto shrunk = minimize(
        start,
        [&](const spec::Case& c) {
          if (asked++ >= turns)
            return failsIf(false);
          last = spec::toJson(c);
          return failsIf(true);
        },
        *fuzzer, false);
    EXPECT_EQ(spec::toJson(shrunk.shrunk), last) << turns;
    if (turns == 0)
      EXPECT_FALSE(shrunk.finished);
  }
}

TEST(WholeCase, TheSizeOfSharedMemoryIsMinimised_ATOMS_4) {
  const auto fuzzer = makeFuzzer(spec::Mnemonic::Atoms);
  const CaseJudge judge = [](const spec::Case& c) { return failsIf(c.memory.size() % 2 == 1 && c.memory.size() > 4); };
  for (const std::size_t size : {5u, 101u, 999u, 5001u}) {
    spec::Case c = caseOf("ATOMS.ADD R0, [R1], R2");
    c.warp.active = 1;
    c.memory.assign(size, 0xff);
    const spec::Case least = minimize(c, judge, *fuzzer, false).shrunk;
    EXPECT_EQ(least.memory, spec::SharedMemory(5)) << size << " -> " << least.memory.size();
  }
}

/// One byte of sixteen million matters: what is left of its region is around it, and no other region has more.
TEST(WholeCase, LargeRegionsAreCutDown_RED_5) {
  constexpr std::uint32_t kBytes = 1u << 24, kAddress = 0x123457;
  const auto fuzzer = makeFuzzer(spec::Mnemonic::Red);
  spec::Case start = caseOf("RED.ADD.U32 [R2], R4");
  start.cells.regions.baseLow[1] = kBytes;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r)
    start.cells.regions.end[r] = r ? kBytes : kBytes / 2;
  start.memory.resize(kBytes);
  start.memory[kAddress] = 7;
  const CaseJudge judge = [](const spec::Case& c) {
    const spec::GenericRegions& regions = c.cells.regions;
    const std::uint32_t at = kAddress - regions.baseLow[0];
    const bool isLegal = !spec::faultOf(regions) && regions.end[spec::kGenericRegions - 1] == c.memory.size();
    return failsIf(isLegal && kAddress >= regions.baseLow[0] && at < regions.end[0] && c.memory[at] == 7);
  };
  const MinimizedCase least = minimize(start, judge, *fuzzer, false);
  EXPECT_TRUE(least.finished);
  EXPECT_NE(judge(least.shrunk), 0u);
  EXPECT_LE(least.shrunk.memory.size(), 64u);
  EXPECT_EQ(std::ranges::count(least.shrunk.memory, 7), 1);
}

} // namespace
} // namespace warplaw::fuzz
