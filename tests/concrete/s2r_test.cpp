// S2R rejects surroundings that no machine has (SR-3); what it gives, tests/fuzz/worked.rows and worked_test.cpp have.
#include "state.h"

namespace warplaw {
namespace s2r_test {

TEST(S2r, RejectedSurroundings_SR_3) {
  tests::State s;
  s.surroundings.cells.inputs.warp = 1; // of a CTA of 32 threads
  const auto result = s.run("S2R R0, SR_TID.X");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().rule, "SR-3");
  EXPECT_EQ(s.warp->registers[0][0], 0u);
  EXPECT_TRUE(s.run("SEL R0, R1, R2, P0")) << "looks at no surroundings";
}

} // namespace s2r_test
} // namespace warplaw
