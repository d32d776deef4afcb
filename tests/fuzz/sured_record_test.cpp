// Records of SURED: updates that are made and meet, every way to end without one, and every kind of surface are
// frequent (SURED-1..9).
#include "fuzz/instructions/sured.h"
#include "tests/fuzz/random_record.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::fuzz {
namespace sured_record_test {

TEST(GenerateSured, UpdatesErrorsAndSurfacesAreFrequent) {
  Dice dice(8);
  constexpr unsigned kRecords = 4000;
  std::map<spec::ErrorKind, unsigned> ended;
  std::map<unsigned, unsigned> performing;
  std::set<std::pair<spec::RedOp, spec::SuredSize>> pairs;
  unsigned executing = 0, performs = 0, meet = 0, bound = 0, several = 0, dropped = 0, deep = 0;
  for (unsigned k = 0; k < kRecords; ++k) {
    const SuredTrial trial = SuredFuzzer::trialOf(randomRecord(dice, SuredFuzzer::kRecord));
    const SuredView view(trial);
    pairs.insert({view.op(), view.size()});
    bound += trial.modifiers.isBound;
    const PlainRegions regions(trial.regions());
    std::map<std::uint32_t, unsigned> lanesAt;
    std::set<std::int64_t> bases;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(trial.operands.exec >> lane & 1))
        continue;
      const SuredAccess access = PlainSured().accessOf(view, regions, lane);
      ++executing;
      ++ended[access.error];
      if (!access.performs) {
        dropped += access.error == spec::ErrorKind::None;
        continue;
      }
      const auto surface = PlainSured().surfaceOf(view, lane);
      ++performs;
      ++lanesAt[access.place];
      ++performing[trial.modifiers.dim];
      bases.insert(surface->base);
      deep += surface->blockDepthLog > 0 && surface->blockHeightLog > 0;
    }
    meet += std::ranges::any_of(lanesAt, [](const auto& at) { return at.second > 1; });
    several += bases.size() > 1;
  }
  EXPECT_EQ(pairs.size(), suredPairs().size());
  EXPECT_GT(performs, executing / 4);
  EXPECT_GT(meet, kRecords / 4);
  EXPECT_GT(bound, kRecords / 3);
  EXPECT_LT(bound, kRecords * 2 / 3);
  EXPECT_GT(several, kRecords / 20) << "headers whose bytes are reached by one warp";
  EXPECT_GT(deep, performs / 50);
  EXPECT_GT(dropped, executing / 50);
  for (const auto kind : {spec::ErrorKind::AddressOutOfRange, spec::ErrorKind::MisalignedAddress,
                          spec::ErrorKind::InvalidTexture, spec::ErrorKind::SurfaceOutOfRange})
    EXPECT_GT(ended[kind], executing / 200) << spec::nameOf(kind);
  for (unsigned dim = 0; dim < 6; ++dim)
    EXPECT_GT(performing[dim], performs / 30) << dim;
}

} // namespace sured_record_test
} // namespace warplaw::fuzz
