// S2R as text (SR-1).
#include "spec/instructions/s2r.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::expectRejected;

TEST(S2rText, EverySpecialRegister_SR_1) {
  const std::string_view names[] = {"SR_LANEID", "SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK"};
  for (unsigned sr = 0; sr < std::size(names); ++sr) {
    const std::string text = "S2R R7, " + std::string(names[sr]) + ";";
    const S2rForm expected{{7}, {static_cast<SpecialRegister>(sr)}};
    EXPECT_EQ(parse(text)->form.as<S2rForm>(), expected);
    EXPECT_EQ(tests::canonical(text), text);
  }
}

TEST(S2rText, Rejected_SR_1) {
  const auto known = "SR_LANEID, SR_EQMASK, SR_LTMASK, SR_LEMASK, SR_GTMASK or SR_GEMASK";
  expectRejected("S2R R0, ^SR_TID.X", "SR-1", known);
  expectRejected("S2R R0, ^LANEID", "SR-1", known);
  expectRejected("S2R R0, ^", "SR-1", known);
  expectRejected("S2R.^U32 R0, SR_LANEID", "syntax", "no modifier");
  EXPECT_EQ(check({{}, S2rForm{{0}, {static_cast<SpecialRegister>(6)}}, {}}).error().rule, "SR-1");
}

} // namespace
} // namespace warplaw::spec
