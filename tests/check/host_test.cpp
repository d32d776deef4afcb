// The host's side of an executor that writes where it may not (tests/check/strays.c).
#include "check/host.h"
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace warplaw::check {
namespace {

TEST(Host, SeesWhatIsWrittenBeforeTheBatch) {
  auto executor = Executor::open({WARPLAW_STRAYS});
  ASSERT_TRUE(executor) << executor.error().message;
  const auto shfl = static_cast<unsigned>(FamilyId::Shfl);
  std::vector<std::byte> asked(sizeof(warplaw_shfl)), answered(sizeof(warplaw_shfl));
  warplaw_shfl warp{};
  const auto ask = [&](std::uint32_t mode) {
    warp.mode = mode;
    std::memcpy(asked.data(), &warp, sizeof warp);
    return (*executor)->ask(shfl, sizeof warp, asked, answered);
  };
  EXPECT_EQ(ask(WARPLAW_SHFL_IDX).how, How::Answered);
  const Answer answer = ask(WARPLAW_SHFL_UP);
  EXPECT_EQ(answer.how, How::Crashed);
  EXPECT_EQ(answer.what, "it wrote before the batch");
  EXPECT_EQ(ask(WARPLAW_SHFL_IDX).how, How::Answered);
}

} // namespace
} // namespace warplaw::check
