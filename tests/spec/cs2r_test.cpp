// CS2R as text (SR-1, SR-3, MACH-3).
#include "spec/instructions/cs2r.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(Cs2rText, ThePairAndItsWords_SR_3) {
  EXPECT_EQ(canonical("CS2R R2, SR_CLOCKLO"), "CS2R R2, SR_CLOCKLO;");
  EXPECT_EQ(canonical("CS2R.64 RZ, SR_CLOCKLO"), "CS2R RZ, SR_CLOCKLO;");
  EXPECT_EQ(canonical("CS2R.32 R3, SR_CLOCKHI"), "CS2R.32 R3, SR_CLOCKHI;");
  const Cs2rForm expected{Cs2rSize::B32, {254}, {ClockWord::Low}};
  EXPECT_EQ(parse("CS2R.32 R254, SR_CLOCKLO")->form.as<Cs2rForm>(), expected);
}

TEST(Cs2rText, Rejected_SR_1_SR_3_MACH_3) {
  const std::string_view pairs = "an even register, R0..R252, or RZ";
  expectRejected("CS2R ^R3, SR_CLOCKLO", "MACH-3", pairs);
  expectRejected("CS2R ^R254, SR_CLOCKLO", "MACH-3", pairs);
  expectRejected("CS2R R2, ^SR_CLOCKHI", "SR-3", "SR_CLOCKLO, or CS2R.32");
  expectRejected("CS2R.32 R2, ^SR_TID.X", "SR-1", "SR_CLOCKLO or SR_CLOCKHI");
  expectRejected("CS2R.^16 R2, SR_CLOCKLO", "SR-3", "[.32] and nothing else");
}

} // namespace
} // namespace warplaw::spec
