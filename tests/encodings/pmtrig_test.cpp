// PMTRIG's encoding against counters that are counted one by one (PM-1, PM-2).
#include "symbolic/encodings/pmtrig.h"
#include "tests/encodings/around.h"

namespace warplaw::symbolic {
namespace {

TEST(Pmtrig, EachBitCountsOnceAWarp_PM_1) {
  const CompiledAround<spec::PmtrigModifiers, spec::PmtrigChoices, spec::Counters> encoding(pmtrigEncoding);
  std::mt19937 random(5);
  for (unsigned round = 0; round < 3000; ++round) {
    const std::uint32_t mask = random() & 0xffff, exec = round % 3 ? random() : random() % 2;
    spec::Counters counters, wanted;
    for (unsigned n = 0; n < spec::kCounters; ++n) {
      counters.count[n] = random() % 2 ? random() : ~0u;
      wanted.count[n] = counters.count[n];
      if (exec && mask >> n & 1)
        ++wanted.count[n];
    }
    const auto before = anyCells<spec::Results>(random);
    const spec::Results after = encoding({mask}, executing(exec), {}, before, counters);
    EXPECT_EQ(counters, wanted);
    EXPECT_EQ(after.written[0] | after.written[1] | after.predicateWritten, 0u);
    for (const std::uint8_t error : after.error)
      EXPECT_EQ(error, 0);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Pmtrig, AnyMaskOf16Bits_PM_2) {
  Terms terms;
  for (const std::uint32_t mask : {0u, 1u, 0x8000u, 0xff00u, 0xffffu})
    EXPECT_TRUE(isLegal(constants(terms, spec::PmtrigForm{{mask}})).isTrue()) << mask;
  for (const std::uint32_t mask : {0x10000u, 0x80000000u, ~0u})
    EXPECT_TRUE(isLegal(constants(terms, spec::PmtrigForm{{mask}})).isFalse()) << mask;
}

} // namespace
} // namespace warplaw::symbolic
