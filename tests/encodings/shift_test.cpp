// The shifts' encoding against one step at a time (SHIFT-1, SHIFT-2), its plan over all forms and all immediates
// (SHIFT-3, MACH-3).
#include "symbolic/encodings/shift.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::shift_rows;
using spec::ShiftDirection;

constexpr auto kLeft = std::uint32_t(ShiftDirection::Left), kRight = std::uint32_t(ShiftDirection::Right);
/// What direction and .U32 there are.
constexpr std::pair<std::uint32_t, std::uint32_t> kShifts[] = {{kLeft, 0}, {kRight, 0}, {kRight, 1}};

/// After 32 steps nothing changes any more.
std::uint32_t stepped(const spec::ShiftModifiers& modifiers, std::uint32_t a, std::uint32_t amount) {
  const std::uint32_t sign = modifiers.isUnsigned ? 0 : a & 0x80000000;
  for (std::uint32_t steps = modifiers.wraps ? amount % 32 : std::min(amount, 32u); steps > 0; --steps)
    a = modifiers.direction == kLeft ? a + a : a / 2 + sign;
  return a;
}

TEST(Shift, IsOneStepAtATime_SHIFT_1_2) {
  const CompiledLane<shiftLane, ShiftModifierTerms, ShiftChoiceTerms> encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 60000; ++round) {
    const auto [direction, isUnsigned] = kShifts[round % 3];
    const spec::ShiftModifiers modifiers{direction, isUnsigned, round / 3 % 2};
    std::array<std::uint32_t, spec::kSourceRows> words;
    for (std::uint32_t& word : words)
      word = anyWord(random);
    if (random() % 2)
      words[rows::kB] %= 70;
    ASSERT_EQ(encoding(modifiers, {}, round % 32, words), stepped(modifiers, words[rows::kA], words[rows::kB]))
        << words[rows::kA] << " by " << words[rows::kB];
  }
}

TEST(Shift, NearTheEnds_SHIFT_1_2) {
  const CompiledLane<shiftLane, ShiftModifierTerms, ShiftChoiceTerms> encoding;
  const auto of = [&](std::uint32_t direction, std::uint32_t isUnsigned, std::uint32_t wraps, std::uint32_t amount) {
    return encoding({direction, isUnsigned, wraps}, {}, 0, {0x80000001, amount});
  };
  EXPECT_EQ(of(kLeft, 0, 0, 31), 0x80000000u);
  EXPECT_EQ(of(kLeft, 0, 0, 32), 0u);
  EXPECT_EQ(of(kLeft, 0, 1, 32), 0x80000001u);
  EXPECT_EQ(of(kLeft, 0, 1, ~0u), 0x80000000u);
  EXPECT_EQ(of(kRight, 0, 0, 31), ~0u);
  EXPECT_EQ(of(kRight, 0, 0, ~0u), ~0u);
  EXPECT_EQ(of(kRight, 1, 0, 31), 1u);
  EXPECT_EQ(of(kRight, 1, 0, 256), 0u);
  EXPECT_EQ(of(kRight, 1, 1, 33), 0x40000000u);
}

spec::Plan planOf(const spec::ShiftForm& form, const spec::Plan& before) {
  spec::Plan plan = planOver(before, {form.ra.index}, form.rd.index);
  plan.source[rows::kB] = signedSource(form.rb);
  return plan;
}

TEST(Shift, FormsAndPlans_SHIFT_1_2_3_MACH_3) {
  compareForms<ShiftFormTerms, ShiftModifierTerms, ShiftChoiceTerms, shiftModifiers, shiftPlan>(
      [](const spec::ShiftForm& form) {
        const bool isLeft = form.direction == ShiftDirection::Left, isRight = form.direction == ShiftDirection::Right;
        return (isRight || (isLeft && !form.isUnsigned)) && isSignedOperand(form.rb);
      },
      [](const spec::ShiftModifiers& m) {
        return m.isUnsigned < 2 && m.wraps < 2 && (m.direction == kRight || (m.direction == kLeft && !m.isUnsigned));
      },
      [](const spec::ShiftForm& form) {
        return spec::ShiftModifiers{std::uint32_t(form.direction), form.isUnsigned, form.wraps};
      },
      planOf);
}

TEST(Shift, EveryImmediate_SHIFT_3) {
  tryEveryImmediate<ShiftFormTerms, ShiftModifierTerms, ShiftChoiceTerms, shiftModifiers, shiftPlan>(
      {}, rows::kB, [](spec::ShiftForm& form) -> auto& { return form.rb; });
}

} // namespace
} // namespace warplaw::symbolic
