// S2R and CS2R as text (SR-1, SR-3, MACH-3).
#include "spec/instructions/cs2r.h"
#include "spec/instructions/s2r.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

constexpr std::string_view kNames[] = {"SR_LANEID",   "SR_EQMASK",   "SR_LTMASK",   "SR_LEMASK",  "SR_GTMASK",
                                       "SR_GEMASK",   "SR_TID.X",    "SR_TID.Y",    "SR_TID.Z",   "SR_CTAID.X",
                                       "SR_CTAID.Y",  "SR_CTAID.Z",  "SR_NTID.X",   "SR_NTID.Y",  "SR_NTID.Z",
                                       "SR_NCTAID.X", "SR_NCTAID.Y", "SR_NCTAID.Z", "SR_CLOCKLO", "SR_CLOCKHI",
                                       "SR_SMEMSZ",   "SR_SWINLO",   "SR_SWINSZ",   "SR_LWINLO",  "SR_LWINSZ"};

TEST(S2rText, EverySpecialRegister_SR_1) {
  for (unsigned sr = 0; sr < std::size(kNames); ++sr) {
    const std::string text = "S2R R7, " + std::string(kNames[sr]) + ";";
    const S2rForm expected{{7}, {static_cast<SpecialRegister>(sr)}};
    ASSERT_TRUE(parse(text)) << text;
    EXPECT_EQ(parse(text)->form.as<S2rForm>(), expected);
    EXPECT_EQ(canonical(text), text);
  }
}

TEST(S2rText, Rejected_SR_1) {
  std::string known(kNames[0]);
  for (unsigned sr = 1; sr < std::size(kNames); ++sr)
    known += (sr + 1 < std::size(kNames) ? ", " : " or ") + std::string(kNames[sr]);
  for (const char* text :
       {"S2R R0, ^SR_TID", "S2R R0, ^SR_NTID", "S2R R0, ^SR_TID.W", "S2R R0, ^SR_TID.X.Y", "S2R R0, ^SR_TID. X",
        "S2R R0, ^SR_LANEID.X", "S2R R0, ^SR_CLOCK", "S2R R0, ^LANEID", "S2R R0, ^"})
    expectRejected(text, "SR-1", known);
  expectRejected("S2R.^U32 R0, SR_LANEID", "syntax", "no modifier");
  const S2rForm beyond{{0}, {static_cast<SpecialRegister>(std::size(kNames))}};
  EXPECT_EQ(check({{}, beyond, {}}).error().rule, "SR-1");
}

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
