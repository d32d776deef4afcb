// VOTE: each rule on hand-checked lanes, and against a count lane by lane over random masks.
#include "concrete/instructions/vote.h"
#include "state.h"
#include <algorithm>
#include <cstring>
#include <random>

namespace warplaw {
namespace {
using spec::VoteMode;

struct Voted {
  spec::VoteModifiers modifiers;
  spec::Operands operands;
  spec::Results before, results;
  Voted(VoteMode mode, std::uint32_t exec, std::uint32_t predicate,
        concrete::VoteDatapath* datapath = concrete::warplaw_vote_portable)
      : modifiers{static_cast<std::uint32_t>(mode)} {
    operands.exec = exec;
    operands.predicate = predicate;
    std::memset(&before, 0xAB, sizeof before);
    std::memcpy(&results, &before, sizeof before);
    const spec::VoteChoices choices;
    datapath(&modifiers, &operands, &choices, &results);
  }
  VoteMode mode() const { return static_cast<VoteMode>(modifiers.mode); }
  bool quantifier() const { return (results.predicate & operands.exec) == operands.exec; }
};

/// Those that this processor runs.
std::vector<concrete::VoteDatapath*> datapaths() {
  constexpr std::pair<std::string_view, concrete::VoteDatapath*> kAll[] = {
      {"portable", concrete::warplaw_vote_portable}, {"avx512", concrete::warplaw_vote_avx512}};
  std::vector<concrete::VoteDatapath*> here;
  const auto paths = concrete::paths(spec::Mnemonic::Vote);
  EXPECT_EQ(paths.size(), std::size(kAll));
  for (const auto& [name, datapath] : kAll)
    if (std::ranges::any_of(paths, [&](const auto& path) { return path.name == name && path.supported; }))
      here.push_back(datapath);
  return here;
}

TEST(Vote, BallotHasTheBitsOfExecOnly_VOTE_1) {
  const Voted vote(VoteMode::Any, 0x0000FF00, 0xFFFF0F0F);
  EXPECT_EQ(vote.results.row[0][8], 0x00000F00u);
  EXPECT_EQ(vote.results.row[0][15], 0x00000F00u);
}

TEST(Vote, OnlyExecutingLanesAreAsked_VOTE_2) {
  struct Row {
    VoteMode mode;
    std::uint32_t exec, predicate;
    bool holds;
  };
  for (const Row& row : {Row{VoteMode::All, 0xF0, 0xF0, true}, // not all 32 lanes hold
                         {VoteMode::All, 0xF0, 0xE0, false},
                         {VoteMode::All, 0xF0, 0xFFFFFF7F, false},
                         {VoteMode::Any, 0xF0, 0xFFFFFF0F, false},
                         {VoteMode::Any, 0xF0, 0x80, true},
                         {VoteMode::Eq, 0xF0, 0xFFFFFF0F, true},
                         {VoteMode::Eq, 0xF0, 0xF0, true},
                         {VoteMode::Eq, 0xF0, 0x30, false},
                         {VoteMode::Eq, 1u << 31, 0, true}})
    EXPECT_EQ(Voted(row.mode, row.exec, row.predicate).quantifier(), row.holds)
        << static_cast<int>(row.mode) << " " << row.exec << " " << row.predicate;
}

TEST(Vote, IsACountOfLanesOnRandomMasks_VOTE_1_to_4) {
  std::mt19937 random(5);
  const auto all = datapaths();
  for (int round = 0; round < 20000; ++round) {
    const auto exec = static_cast<std::uint32_t>(random());
    const auto noise = static_cast<std::uint32_t>(random() & random() & random());
    const std::uint32_t predicate = round % 4 == 0 ? noise : round % 4 == 1 ? ~noise : exec * (round % 4 - 2);
    unsigned holding = 0, executing = 0;
    std::uint32_t ballot = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (exec >> lane & 1) {
        ++executing;
        holding += predicate >> lane & 1;
        ballot += (predicate >> lane & 1) << lane;
      }
    const bool expected[] = {holding == executing, holding > 0, holding == 0 || holding == executing};
    for (unsigned mode = 0; mode < 3; ++mode) {
      const Voted vote(static_cast<VoteMode>(mode), exec, predicate);
      spec::Results results = vote.before;
      results.written[0] = results.predicateWritten = exec;
      results.written[1] = 0;
      results.predicate = (vote.before.predicate & ~exec) | (expected[mode] ? exec : 0);
      for (unsigned lane = 0; lane < 32; ++lane) {
        results.row[0][lane] = exec >> lane & 1 ? ballot : vote.before.row[0][lane];
        results.error[lane] = 0;
      }
      for (concrete::VoteDatapath* datapath : all) {
        const Voted same(vote.mode(), exec, predicate, datapath);
        ASSERT_EQ(std::memcmp(&results, &same.results, sizeof results), 0) << mode << " " << exec << " " << predicate;
      }
    }
  }
}

TEST(Vote, WholeInstruction_VOTE_3) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  s.warp->predicates[1] = 0xFFFFFFF0;
  s.warp->predicates[2] = 0x80000001;
  ASSERT_TRUE(s.run("@P0 VOTE.ANY R5, P2, !P1"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], lane < 16 ? 0xFu : 5u << 8 | lane);
  EXPECT_EQ(s.warp->predicates[2], 0x8000FFFFu);
}

} // namespace
} // namespace warplaw
