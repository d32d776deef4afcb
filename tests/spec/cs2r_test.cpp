// CS2R as fields (SR-3). Texts: instructions.rows.
#include "spec/instructions/cs2r.h"
#include "texts.h"

namespace warplaw::spec {
namespace cs2r_test {

TEST(Cs2rText, ThePairAndItsWords_SR_3) {
  const Cs2rForm expected{Cs2rSize::B32, {254}, {ClockWord::Low}};
  EXPECT_EQ(parse("CS2R.32 R254, SR_CLOCKLO")->form.as<Cs2rForm>(), expected);
}

} // namespace cs2r_test
} // namespace warplaw::spec
