// S2R's encoding against the definition of each mask, bit by bit, and by its laws, over all lanes (SR-1, -2).
#include "symbolic/encodings/s2r.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
using spec::SpecialRegister;

class S2r : public ::testing::Test {
protected:
  std::uint32_t read(SpecialRegister name, unsigned lane) const {
    return encoding({static_cast<std::uint32_t>(name)}, {}, lane, {});
  }
  const CompiledLane<s2rLane, S2rModifierTerms, S2rChoiceTerms> encoding;
};

TEST_F(S2r, MasksBitByBit_SR_1_2) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    EXPECT_EQ(read(SpecialRegister::LaneId, lane), lane);
    for (unsigned other = 0; other < spec::kLanes; ++other) {
      const auto bit = [&](SpecialRegister name) { return (read(name, lane) >> other & 1) != 0; };
      EXPECT_EQ(bit(SpecialRegister::EqMask), other == lane);
      EXPECT_EQ(bit(SpecialRegister::LtMask), other < lane);
      EXPECT_EQ(bit(SpecialRegister::LeMask), other <= lane);
      EXPECT_EQ(bit(SpecialRegister::GtMask), other > lane);
      EXPECT_EQ(bit(SpecialRegister::GeMask), other >= lane);
    }
  }
}

TEST_F(S2r, Laws_SR_2) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const std::uint32_t equal = read(SpecialRegister::EqMask, lane), less = read(SpecialRegister::LtMask, lane),
                        lessOrEqual = read(SpecialRegister::LeMask, lane);
    EXPECT_EQ(equal, 1u << read(SpecialRegister::LaneId, lane));
    EXPECT_EQ(less, equal - 1);
    EXPECT_EQ(lessOrEqual, less | equal);
    EXPECT_EQ(read(SpecialRegister::GeMask, lane), ~less);
    EXPECT_EQ(read(SpecialRegister::GtMask, lane), ~lessOrEqual);
  }
}

TEST_F(S2r, FormsAndPlans_SR_1_MACH_3) {
  compareForms<S2rFormTerms, S2rModifierTerms, S2rChoiceTerms, s2rModifiers, s2rPlan>(
      [](const spec::S2rForm& form) { return int(form.sr.name) < 6; },
      [](const spec::S2rModifiers& modifiers) { return modifiers.sr < 6; },
      [](const spec::S2rForm& form) { return spec::S2rModifiers{std::uint32_t(form.sr.name)}; },
      [](const spec::S2rForm& form, const spec::Plan& before) { return planOver(before, {}, form.rd.index); });
}

} // namespace
} // namespace warplaw::symbolic
